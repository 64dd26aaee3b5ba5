import { z } from 'zod';
import { value } from './adapter-shape.ts';
import { storeCurrency } from './money.ts';

/** Part of each adapter whose amounts are in the store's currency. */
export type TakesCurrencies = {
  /**
   * Codes of ISO 4217 in which the service counts. Without them it takes every currency; with them the shop refuses to
   * connect it in a store that counts in another one, in words.
   */
  currencies?: readonly string[];
};

const code = z.string().regex(/^[A-Z]{3}$/, 'must be codes of ISO 4217, such as EUR');

export const currenciesShape = value(z.array(code).min(1, 'must be left out or name a currency').optional());

/** More of them make no sentence. */
const maxNamed = 8;

/** Returns why a service cannot be connected in a store with this currency, as a sentence; null if it can. */
export function currencyFault(
  service: string,
  { currencies }: TakesCurrencies,
  code = storeCurrency().code,
): string | null {
  if (currencies === undefined || currencies.includes(code)) return null;
  const only = currencies.length <= maxNamed ? ` It takes ${currencies.join(', ')}.` : '';
  return `${service} takes no amounts in ${code}.${only}`;
}
