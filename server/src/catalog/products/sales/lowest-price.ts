import type { Cents } from '@reprise/contract/money';
import { dayMs } from '../../../platform/time.ts';

/** Days before a sale whose lowest price it is compared with. */
export const comparedDays = 30;

/** A price since a time, null while the product was off sale. `isEarlierUnknown` if the prices before it are not known. */
export type PriceChange = { since: Date; priceCents: Cents | null; isEarlierUnknown: boolean };

/**
 * Returns the lowest price at which a product was on sale in the 30 days before `start`, or since it exists if that is
 * shorter. Returns null if a part of that time is unknown or the product was never on sale in it.
 */
export function lowestPriceBefore(changes: PriceChange[], start: Date): Cents | null {
  const from = new Date(start.getTime() - comparedDays * dayMs);
  const ordered = changes
    .filter(({ since }) => since < start)
    .sort((a, b) => a.since.getTime() - b.since.getTime());
  const [first] = ordered;
  if (!first || (first.isEarlierUnknown && first.since > from)) return null;
  const prices = ordered.flatMap(({ priceCents }, index) => {
    const until = ordered[index + 1]?.since ?? start;
    return priceCents !== null && until > from ? [priceCents] : [];
  });
  return prices.reduce<Cents | null>((low, price) => (low === null || price < low ? price : low), null);
}
