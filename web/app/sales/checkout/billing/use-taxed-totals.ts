import {
  type DiscountTerms,
  type PricedLine,
  type Quote,
  type Rates,
  takeTaxOff,
} from '@reprise/contract/sales/orders/pricing';
import { quoteAt, ratesFor } from '@reprise/contract/sales/orders/tax';
import type { Exemption, exemptionOf } from '@reprise/contract/sales/orders/tax/exemption';
import { exemptionOfForm } from '../../../forms/billing/exemption-of-form.ts';
import { type CartLine, pricedLines } from '../../cart/cart-store.ts';
import type { CheckoutFormParts } from '../use-checkout-form.ts';

type Basket = {
  lines: CartLine[];
  priced: PricedLine[];
  rates: Parameters<typeof quoteAt>[2];
  terms: DiscountTerms | undefined;
};

type TaxedTotals = {
  exemption: Exemption;
  totals: Quote & { taxIncluded: boolean };
  /** Lines at the prices that are charged. */
  lines: CartLine[];
  country: string;
};

/** Returns the totals at the address of the form, without tax if its VAT number exempts the order. */
export function useTaxedTotals(
  store: Parameters<typeof exemptionOf>[0],
  form: Pick<CheckoutFormParts['form'], 'watch'>,
  { lines, priced, rates, terms }: Basket,
): TaxedTotals {
  const [country, state, zipCode, method] = form.watch(['country', 'state', 'zipCode', 'shippingMethod']);
  const [vatNumber, billing] = form.watch(['vatNumber', 'billing']);
  const exemption = exemptionOfForm(store, { vatNumber, country, shippingMethod: method, billing });
  const place = { country, state, zipCode, isExempt: exemption === 'exempt' };
  return {
    exemption,
    totals: quoteAt(place, priced, rates, method, terms),
    country,
    lines: chargedLines(lines, ratesFor(rates, place, method)),
  };
}

/** Returns the lines at the prices of an order whose tax is taken off. */
function chargedLines(lines: CartLine[], rates: Rates): CartLine[] {
  if (!rates.taxOff) return lines;
  const charged = takeTaxOff({ lines: pricedLines(lines), rates }).lines;
  return lines.map((line, index) => ({
    ...line,
    product: { ...line.product, price: charged[index]?.price ?? line.product.price },
  }));
}
