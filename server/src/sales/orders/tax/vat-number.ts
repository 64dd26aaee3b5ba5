import { codeOf } from '@reprise/contract/countries';
import { Problem } from '@reprise/contract/problem';
import type { BillingInput } from '@reprise/contract/sales/orders/billing';

type Validator = { validate: (number: string) => { isValid: boolean; error?: Error } };

/**
 * Validators by the letters that VAT numbers begin with. Loaded one by one, because the
 * library as a whole takes 15 MB of memory.
 */
const validators: Record<string, () => Promise<Validator>> = {
  AT: () => import('stdnum/lib/cjs/at/uid.js'),
  BE: () => import('stdnum/lib/cjs/be/vat.js'),
  BG: () => import('stdnum/lib/cjs/bg/vat.js'),
  CHE: () => import('stdnum/lib/cjs/ch/uid.js'),
  CY: () => import('stdnum/lib/cjs/cy/vat.js'),
  CZ: () => import('stdnum/lib/cjs/cz/dic.js'),
  DE: () => import('stdnum/lib/cjs/de/vat.js'),
  DK: () => import('stdnum/lib/cjs/dk/cvr.js'),
  EE: () => import('stdnum/lib/cjs/ee/kmkr.js'),
  EL: () => import('stdnum/lib/cjs/gr/vat.js'),
  ES: () => import('stdnum/lib/cjs/es/nif.js'),
  FI: () => import('stdnum/lib/cjs/fi/alv.js'),
  FR: () => import('stdnum/lib/cjs/fr/tva.js'),
  GB: () => import('stdnum/lib/cjs/gb/vat.js'),
  HR: () => import('stdnum/lib/cjs/hr/oib.js'),
  HU: () => import('stdnum/lib/cjs/hu/anum.js'),
  IE: () => import('stdnum/lib/cjs/ie/vat.js'),
  IT: () => import('stdnum/lib/cjs/it/iva.js'),
  LT: () => import('stdnum/lib/cjs/lt/pvm.js'),
  LU: () => import('stdnum/lib/cjs/lu/tva.js'),
  LV: () => import('stdnum/lib/cjs/lv/pvn.js'),
  MT: () => import('stdnum/lib/cjs/mt/vat.js'),
  NL: () => import('stdnum/lib/cjs/nl/btw.js'),
  NO: () => import('stdnum/lib/cjs/no/orgnr.js'),
  PL: () => import('stdnum/lib/cjs/pl/nip.js'),
  PT: () => import('stdnum/lib/cjs/pt/nif.js'),
  RO: () => import('stdnum/lib/cjs/ro/cui.js'),
  SE: () => import('stdnum/lib/cjs/se/vat.js'),
  SI: () => import('stdnum/lib/cjs/si/ddv.js'),
  SK: () => import('stdnum/lib/cjs/sk/dph.js'),
  // Northern Ireland has numbers of the United Kingdom.
  XI: () => import('stdnum/lib/cjs/gb/vat.js'),
};

const checkDigits = 'The check digits of this VAT number do not match. Compare it with your documents.';

/** Endings that Switzerland and Norway write after the number itself. */
const endings = /^((?:CHE|NO)\d{9})(?:MWST|TVA|IVA|TPV|MVA)$/;

type Billed = { billing?: BillingInput | undefined; shippingAddress: { country: string } };

/**
 * Returns the order with its VAT number in capitals and with the letters of its country. Throws for a number whose form or
 * check digits are wrong; whether it belongs to the customer is not checked.
 */
export async function withCheckedVatNumber<T extends Billed>(order: T): Promise<T> {
  const { billing, shippingAddress } = order;
  if (!billing?.vatNumber) return order;
  const vatNumber = await checkVatNumber(billing.vatNumber, (billing.address ?? shippingAddress).country);
  return { ...order, billing: { ...billing, vatNumber } };
}

async function checkVatNumber(typed: string, country: string): Promise<string> {
  const plain = typed.toUpperCase().replaceAll(/[\s.\-/]/g, '');
  const written = prefixOf(plain) === undefined ? `${prefixOfCountry(country)}${plain}` : plain;
  const number = written.replace(/^GR/, 'EL').replace(endings, '$1');
  const prefix = prefixOf(number);
  const load = prefix && validators[prefix];
  if (!load) throw refusal('Start the VAT number with the letters of its country, such as DE or FR.');
  const { validate } = await load();
  const { isValid, error } = validate(prefix === 'CHE' ? number : number.slice(prefix.length));
  if (isValid) return number;
  throw refusal(
    error?.name === 'InvalidChecksum'
      ? checkDigits
      : `VAT numbers that start with ${prefix} look different. Compare it with your documents.`,
  );
}

const prefixOf = (number: string) =>
  Object.keys({ ...validators, GR: '' }).find((prefix) => number.startsWith(prefix));

const ownPrefixes: Record<string, string> = { GR: 'EL', CH: 'CHE' };

/** Returns what numbers of a country begin with, such as "DE". */
function prefixOfCountry(country: string): string {
  const code = codeOf(country) ?? '';
  return ownPrefixes[code] ?? code;
}

function refusal(message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'billing.vatNumber', message }] });
}
