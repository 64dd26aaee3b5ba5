import type { SaleChange } from '@reprise/contract/catalog/products/sales/sale-change';
import { type Cents, formatMoney } from '@reprise/contract/money';
import { applyPercentage } from '../apply-percentage.ts';
import type { ProductState } from '../plan-change.ts';
import type { productSales } from './product-sales.tables.ts';

export type StoredSale = typeof productSales.$inferSelect;

/** Plans the sale of one product: its price, or the reason for rejecting it. */
export function planSale(
  product: ProductState,
  change: SaleChange,
  existing: StoredSale | undefined,
): { price: Cents } | { rejectionReason: string } {
  if (product.isDraft) return { rejectionReason: 'A draft is not for sale. Publish it first.' };
  if (product.archivedAt) return { rejectionReason: 'Archived. Restore it first.' };
  if (existing && isRunning(existing)) return { rejectionReason: 'A sale is running. End it first.' };
  const price =
    change.kind === 'sale-price'
      ? change.price
      : applyPercentage(product.priceCents, -change.percentOff, change.ending);
  if (price === 0) return { rejectionReason: 'The sale price would be zero' };
  if (price >= product.priceCents) {
    return { rejectionReason: `Not below its price of ${formatMoney(product.priceCents)}` };
  }
  return { price };
}

const isRunning = ({ regularPriceCents }: StoredSale) => regularPriceCents !== null;

/** Next step of a sale; null while nothing is due. */
export type SaleStep = 'start' | 'end' | 'drop' | null;

/**
 * Returns the step that is due. A price edited by hand wins: a running sale then ends without restoring the price, and
 * one that no longer lowers the price is dropped.
 */
export function dueStep(product: ProductState, sale: StoredSale, now: Date): SaleStep {
  if (isRunning(sale)) {
    if (product.priceCents !== sale.salePriceCents) return 'drop';
    return sale.endsAt <= now ? 'end' : null;
  }
  if (sale.endsAt <= now) return 'drop';
  if (sale.startsAt > now) return null;
  return product.isDraft || product.priceCents <= sale.salePriceCents ? 'drop' : 'start';
}

/** Returns the prices after the sale; clears a price when new that is below the regular price, since it shows no saving. */
export function pricesOfEnd({ originalPriceCents }: ProductState, sale: StoredSale) {
  const price = sale.regularPriceCents ?? sale.salePriceCents;
  const isBelow = originalPriceCents !== null && originalPriceCents < price;
  return { price, ...(isBelow && { originalPrice: null }) };
}
