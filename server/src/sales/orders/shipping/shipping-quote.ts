import { createHash } from 'node:crypto';
import { cents } from '@reprise/contract/money';
import { type Rates, toTenths } from '@reprise/contract/sales/orders/pricing';
import { stateCode } from '@reprise/contract/sales/orders/states';
import type { Keyring } from '../../../platform/crypto/keyring.ts';
import { idOfSigned, signedId } from '../../../platform/crypto/signed-id.ts';

/** Cart and address that rates are for. */
export type Quoted = {
  items: { product: string; quantity: number }[];
  city: string;
  state: string;
  zipCode: string;
  country: string;
};

type QuotedRates = Pick<Rates, 'standardShippingRate' | 'expressShippingRate'> &
  Partial<Pick<Rates, 'taxBasisPoints' | 'reducedBasisPoints'>>;

const purpose = 'shipping quote';
const noTax = 'none';

/** Returns a token for rates, and the tax if there is one, of a cart at an address until a time. */
export function signQuote(keyring: Keyring, quoted: Quoted, rates: QuotedRates, until: Date): string {
  const { standardShippingRate, expressShippingRate, taxBasisPoints } = rates;
  const tax = taxBasisPoints === undefined ? noTax : toTenths(taxBasisPoints);
  const parts = [until.getTime(), standardShippingRate, expressShippingRate, tax, hashOf(quoted)];
  return signedId(keyring, purpose, parts.join('-'));
}

/** Returns the rates of a token; null if it is for another cart or address, has ended or was not signed by the shop. */
export function readQuote(keyring: Keyring, quoted: Quoted, token: string, now: Date): QuotedRates | null {
  const [until, standard, express, tax, hash] = idOfSigned(keyring, purpose, token)?.split('-') ?? [];
  if (hash !== hashOf(quoted) || now.getTime() >= Number(until)) return null;
  return {
    standardShippingRate: cents(Number(standard)),
    expressShippingRate: cents(Number(express)),
    // The service has one rate for all classes.
    ...(tax !== noTax && { taxBasisPoints: Number(tax) / 10, reducedBasisPoints: undefined }),
  };
}

/** Hexadecimal, so that it has no hyphen. Spellings of one address have one hash. */
function hashOf({ items, city, state, zipCode, country }: Quoted): string {
  const counts = new Map<string, number>();
  for (const { product, quantity } of items) counts.set(product, (counts.get(product) ?? 0) + quantity);
  const lines = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const plain = (text: string) => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const place = [country, stateCode(country, state), plain(city), plain(zipCode)];
  return createHash('sha256')
    .update(JSON.stringify([lines, place]))
    .digest('hex');
}
