import { type Rates, takeTaxOff } from '@reprise/contract/sales/orders/pricing';
import { type CartLine, pricedLines } from './cart-store.ts';

/** Returns the lines at the prices of an order whose tax is taken off, others as they are. */
export function chargedLines(lines: CartLine[], rates: Rates): CartLine[] {
  if (!rates.taxOff) return lines;
  const charged = takeTaxOff({ lines: pricedLines(lines), rates }).lines;
  return lines.map((line, index) => ({
    ...line,
    product: { ...line.product, price: charged[index]?.price ?? line.product.price },
  }));
}
