import type { PriceEnding } from '@reprise/contract/catalog/products/sales/sale-change';
import { type Cents, cents, minorUnits, shareOf, storeCurrency } from '@reprise/contract/money';

/** Hundredths of a percent. */
const hundredths = 100;
const wholeInHundredths = 100 * hundredths;

/** Applies a percentage, rounding half a step up, and rounds to the nearest price with the requested ending. */
export function applyPercentage(price: Cents, percent: number, ending: PriceEnding): Cents {
  if (price === 0) return price;
  // Whole hundredths of a percent avoid floating-point errors.
  const exact = shareOf(price, wholeInHundredths + Math.round(percent * hundredths), wholeInHundredths);
  if (ending === 'exact') return exact;
  const { digits, step } = storeCurrency();
  const whole = Math.max(minorUnits(), step);
  // 0.99 in US dollars, 0.990 in Kuwaiti dinars; yen have no decimals.
  const below = ending === 'ninety-nine' && digits > 0 && step < whole ? step : 0;
  return cents(Math.max(1, Math.round((exact + below) / whole)) * whole - below);
}
