import type { Country } from './order.ts';
import {
  type DiscountTerms,
  type PricedLine,
  type Quote,
  quote,
  type Rates,
  type ShippingMethod,
} from './pricing.ts';

/** Tax rate of a country or, with a state, of that state. */
export type TaxRate = { country: Country; state: string; basisPoints: number };

/** Rates of the settings: `taxBasisPoints` applies where the table has no entry. */
export type TaxTable = Rates & { taxRates: TaxRate[] };

/**
 * Returns the rates of orders to an address: the tax is that of its state, else that of its country, else the one of all
 * other addresses.
 */
export function ratesAt<T extends TaxTable>(table: T, address: { country: string; state: string }): T {
  const entries = table.taxRates.filter(({ country }) => country === address.country);
  if (entries.length === 0) return table;
  const state = stateCode(address.country, address.state);
  const entry =
    entries.find((one) => one.state !== '' && stateCode(one.country, one.state) === state) ??
    entries.find((one) => one.state === '');
  return entry ? { ...table, taxBasisPoints: entry.basisPoints } : table;
}

/** Returns the totals of a cart at an address. */
export function quoteAt(
  address: { country: string; state: string },
  lines: PricedLine[],
  table: TaxTable,
  method?: ShippingMethod,
  terms?: DiscountTerms,
): Quote & { taxIncluded: boolean } {
  return { ...quote(lines, ratesAt(table, address), method, terms), taxIncluded: table.pricesIncludeTax };
}

/** Returns the code of a state that is written as a code or a name; other text in lower case. */
export function stateCode(country: string, state: string): string {
  const written = state.trim().toLowerCase().replaceAll('.', '').replace(/\s+/g, ' ');
  return codes[country]?.[written] ?? written;
}

const codes: Record<string, Record<string, string>> = {
  'United States': codesOf(
    'alabama al,alaska ak,arizona az,arkansas ar,california ca,colorado co,connecticut ct,delaware de,district of columbia dc,florida fl,georgia ga,hawaii hi,idaho id,illinois il,indiana in,iowa ia,kansas ks,kentucky ky,louisiana la,maine me,maryland md,massachusetts ma,michigan mi,minnesota mn,mississippi ms,missouri mo,montana mt,nebraska ne,nevada nv,new hampshire nh,new jersey nj,new mexico nm,new york ny,north carolina nc,north dakota nd,ohio oh,oklahoma ok,oregon or,pennsylvania pa,rhode island ri,south carolina sc,south dakota sd,tennessee tn,texas tx,utah ut,vermont vt,virginia va,washington wa,west virginia wv,wisconsin wi,wyoming wy,puerto rico pr',
  ),
  Canada: codesOf(
    'alberta ab,british columbia bc,manitoba mb,new brunswick nb,newfoundland and labrador nl,northwest territories nt,nova scotia ns,nunavut nu,ontario on,prince edward island pe,quebec qc,québec qc,saskatchewan sk,yukon yt',
  ),
};

function codesOf(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => [pair.slice(0, -3), pair.slice(-2)]);
  return Object.fromEntries(pairs);
}
