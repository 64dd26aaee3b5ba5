import { Problem } from '@reprise/contract/problem';
import type { TaxTable } from '@reprise/contract/sales/orders/country-rates';
import { lacksTaxedState, type TaxedAddress } from '@reprise/contract/sales/orders/tax';

export type DeliveryPlaces = Pick<TaxTable, 'taxRates'> & { shipTo: string[] };

/** Throws for a country that the store does not ship to. */
export function assertShipsTo({ shipTo }: Pick<DeliveryPlaces, 'shipTo'>, country: string): void {
  if (!shipTo.includes(country)) throw refusal('country', `We do not ship to ${country}.`);
}

/** Throws for an address whose state decides the tax and cannot be told. */
export function assertTaxedState(places: DeliveryPlaces, address: TaxedAddress): void {
  if (!lacksTaxedState(places, address)) return;
  throw refusal('state', 'Enter the state by its name or code. The tax depends on it.');
}

function refusal(part: 'country' | 'state', message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, {
    errors: [{ field: `shippingAddress.${part}`, message }],
  });
}
