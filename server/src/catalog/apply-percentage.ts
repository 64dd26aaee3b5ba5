import type { PriceEnding } from '@reprise/contract/catalog/products/products-admin';
import { type Cents, cents } from '@reprise/contract/money';

const dollar = 100;

/** Applies a percentage, rounding half a cent up, and rounds to the nearest price with the requested ending. */
export function applyPercentage(price: Cents, percent: number, ending: PriceEnding): Cents {
  if (price === 0) return price;
  // Integer arithmetic in hundredths of a percent avoids floating-point errors.
  const exact = Math.round((price * (10_000 + Math.round(percent * 100))) / 10_000);
  if (ending === 'exact') return cents(exact);
  const below = ending === 'ninety-nine' ? 1 : 0;
  const whole = Math.max(1, Math.round((exact + below) / dollar));
  return cents(whole * dollar - below);
}
