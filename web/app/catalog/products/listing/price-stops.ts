import type { Cents } from '@reprise/contract/money';

const maxStops = 40;

/**
 * Returns the prices in dollars at which a slider stops, from the lowest to the highest of a list. Prices lie denser at
 * the low end, so equal steps have equal ratios, rounded to readable amounts.
 */
export function priceStops({ min, max }: { min: Cents; max: Cents }): number[] {
  const lowest = Math.max(1, Math.floor(min / 100));
  const highest = Math.ceil(max / 100);
  if (highest <= lowest) return [];
  const ratio = (highest / lowest) ** (1 / maxStops);
  const between = Array.from({ length: maxStops - 1 }, (_, index) => readable(lowest * ratio ** (index + 1)));
  const inside = between.filter((price) => price > lowest && price < highest);
  return [...new Set([lowest, ...inside, highest])];
}

function readable(price: number): number {
  const unit = price < 50 ? 1 : price < 200 ? 5 : price < 1000 ? 10 : 50;
  return Math.round(price / unit) * unit;
}

/** Returns the index of the stop nearest to a price. */
export function stopOf(price: number, stops: number[]): number {
  const distances = stops.map((stop) => Math.abs(stop - price));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}
