import type { DiscountTerms, PricedLine, Quote } from '@reprise/contract/sales/orders/pricing';
import { quoteAt, ratesFor } from '@reprise/contract/sales/orders/tax';
import type { Exemption, exemptionOf } from '@reprise/contract/sales/orders/tax/exemption';
import { exemptionOfForm } from '../../../forms/billing/exemption-of-form.ts';
import type { CartLine } from '../../cart/cart-store.ts';
import { chargedLines } from '../../cart/charged-lines.ts';
import type { CheckoutFormParts } from '../use-checkout-form.ts';

type Basket<R = Parameters<typeof quoteAt>[2]> = {
  lines: CartLine[];
  priced: PricedLine[];
  rates: R;
  terms: DiscountTerms | undefined;
};

type TaxedTotals<R> = {
  exemption: Exemption;
  totals: Quote & { taxIncluded: boolean };
  /** Lines at the prices that are charged. */
  lines: CartLine[];
  /** Rates at the address, with the tax to take off. */
  rates: R;
  country: string;
};

/** Returns the totals at the address of the form, without tax if its VAT number exempts the order. */
export function useTaxedTotals<R extends Basket['rates']>(
  store: Parameters<typeof exemptionOf>[0],
  form: Pick<CheckoutFormParts['form'], 'watch'>,
  { lines, priced, rates, terms }: Basket<R>,
): TaxedTotals<R> {
  const [country, state, zipCode, method] = form.watch(['country', 'state', 'zipCode', 'shippingMethod']);
  const [vatNumber, billing] = form.watch(['vatNumber', 'billing']);
  const exemption = exemptionOfForm(store, { vatNumber, country, shippingMethod: method, billing });
  const place = { country, state, zipCode, isExempt: exemption === 'exempt' };
  const atPlace = ratesFor(rates, place, method);
  return {
    exemption,
    totals: quoteAt(place, priced, rates, method, terms),
    country,
    rates: atPlace,
    lines: chargedLines(lines, atPlace),
  };
}
