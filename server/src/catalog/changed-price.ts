import type { PriceEnding } from '@reprise/contract/catalog/catalog-admin';
import { type Cents, cents } from '@reprise/contract/money';

const dollar = 100;

/** A price moved by a percentage, half a cent up, then brought to the nearest price with the wanted ending. */
export function changedPrice(price: Cents, percent: number, ending: PriceEnding): Cents {
  if (price === 0) return price;
  // Hundredths of a percent are whole numbers, so nothing is lost on the way.
  const exact = Math.round((price * (10_000 + Math.round(percent * 100))) / 10_000);
  if (ending === 'exact') return cents(exact);
  const below = ending === 'ninety-nine' ? 1 : 0;
  const whole = Math.max(1, Math.round((exact + below) / dollar));
  return cents(whole * dollar - below);
}
