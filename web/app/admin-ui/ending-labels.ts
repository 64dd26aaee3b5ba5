import type { PriceEnding } from '@reprise/contract/catalog/products/sales/sale-change';
import {
  cents,
  currencyName,
  formatMoney,
  formatRoundMoney,
  storeCurrency,
  toCents,
} from '@reprise/contract/money';
import { typeAmount } from '@reprise/contract/typed-number';

/** Returns how a computed price is rounded, in words; one way for a currency without decimals. */
export function endingLabels(): Partial<Record<PriceEnding, string>> {
  const { digits, step } = storeCurrency();
  if (digits === 0) return { exact: `Exactly (${formatMoney(cents(121 * step))})` };
  const whole = toCents(121);
  const below = cents(whole - step);
  return {
    exact: `Exactly (${formatMoney(cents(whole + 37 * step))})`,
    whole: `To whole ${currencyName()} (${formatRoundMoney(whole)})`,
    'ninety-nine': `To ${typeAmount(below).slice(3)} (${formatMoney(below)})`,
  };
}
