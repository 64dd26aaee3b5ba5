import { type Cents, minorUnits, storeCurrency } from '@reprise/contract/money';

const maxStops = 40;

/**
 * Returns the prices in major units at which a slider stops, from the lowest to the highest of a list. Prices lie denser at
 * the low end, so equal steps have equal ratios, rounded to readable amounts.
 */
export function priceStops({ min, max }: { min: Cents; max: Cents }): number[] {
  const lowest = Math.max(1, Math.floor(min / minorUnits()));
  const highest = Math.ceil(max / minorUnits());
  if (highest <= lowest) return [];
  const ratio = (highest / lowest) ** (1 / maxStops);
  const between = Array.from({ length: maxStops - 1 }, (_, index) => readable(lowest * ratio ** (index + 1)));
  const inside = between.filter((price) => price > lowest && price < highest);
  return [...new Set([lowest, ...inside, highest])];
}

function readable(price: number): number {
  // A million, the largest price in euros, in this currency.
  const scale = storeCurrency().maxPrice / minorUnits() / 1_000_000;
  const size = price / scale;
  const unit = (size < 50 ? 1 : size < 200 ? 5 : size < 1000 ? 10 : 50) * scale;
  return Math.round(price / unit) * unit;
}

/** Returns the index of the stop nearest to a price. */
export function stopOf(price: number, stops: number[]): number {
  const distances = stops.map((stop) => Math.abs(stop - price));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}
