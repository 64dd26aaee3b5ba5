import { euCountryOf } from '@reprise/contract/foundations/eu-vat';
import type { SettingsInput } from '@reprise/contract/foundations/settings';
import { Problem } from '@reprise/contract/problem';

/** Throws if businesses shall buy without tax from a store that has no VAT number of an EU country. */
export function assertOwnVatNumber({ exemptBusinesses, taxId = '' }: SettingsInput): void {
  if (!exemptBusinesses || euCountryOf(taxId) !== undefined) return;
  const message =
    'To sell to businesses of other EU countries without tax, enter the VAT number of your store, such as DE136695976. Its letters tell your country.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'taxId', message }] });
}
