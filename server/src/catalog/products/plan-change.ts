import type { BulkChange, TouchedFields } from '@reprise/contract/catalog/products/products-admin';
import { maxStock, tooMuchStock } from '@reprise/contract/catalog/products/stock';
import { cents, formatMoney, storeCurrency } from '@reprise/contract/money';
import { applyPercentage } from './apply-percentage.ts';
import { noPrice } from './product-fields.ts';
import type { products } from './products.tables.ts';

export type ProductState = Pick<
  typeof products.$inferSelect,
  | 'id'
  | 'name'
  | 'brand'
  | 'priceCents'
  | 'originalPriceCents'
  | 'condition'
  | 'categoryId'
  | 'modelKey'
  | 'batteryHealth'
  | 'featured'
  | 'archivedAt'
  | 'isDraft'
  | 'stockCount'
  | 'tracking'
  | 'version'
>;

/** Bulk change with its category resolved to an id. */
export type ResolvedChange =
  | Exclude<BulkChange, { kind: 'category' | 'delete' | 'sale' | 'sale-price' | 'end-sale' }>
  | { kind: 'category'; id: string };

/** Fields to set on a product, or the reason for rejecting the change. */
export type Plan = { fields: TouchedFields } | { rejectionReason: string };

/** Plans a change of one product. Pure: shared by preview and write. */
export function planChange(product: ProductState, change: ResolvedChange): Plan {
  switch (change.kind) {
    case 'price':
      return { fields: priced(product, change.price) };
    case 'percent': {
      const price = applyPercentage(product.priceCents, change.percent, change.ending);
      const { maxPrice } = storeCurrency();
      if (price > maxPrice)
        return { rejectionReason: `The price would be above ${formatMoney(cents(maxPrice))}` };
      return { fields: priced(product, price) };
    }
    case 'condition':
      return { fields: { condition: change.condition } };
    case 'category':
      return { fields: { categoryId: change.id } };
    case 'featured':
      return { fields: { featured: change.featured } };
    case 'archive':
      if (product.isDraft) return { rejectionReason: 'A draft is not in the store. Publish or delete it.' };
      return { fields: { archived: change.archived } };
    case 'publish':
      if (!change.published) return { fields: { archived: false, isDraft: true } };
      return rejectIncomplete(product) ?? { fields: { isDraft: false } };
    case 'stock': {
      const stockCount = product.stockCount + change.change;
      if (stockCount < 0) return { rejectionReason: `Only ${product.stockCount} in stock` };
      if (stockCount > maxStock) return { rejectionReason: tooMuchStock() };
      return { fields: { stockCount } };
    }
  }
}

/** Rejects to publish a draft that lacks something that every product on sale has. */
export function rejectIncomplete({ isDraft, brand, priceCents, categoryId }: ProductState): Plan | null {
  if (!isDraft) return null;
  const missing = [brand === '' && 'brand', priceCents === noPrice && 'price', !categoryId && 'category'];
  const names = missing.filter(Boolean);
  return names.length === 0 ? null : { rejectionReason: `Add ${names.join(', ')}` };
}

/** Clears an original price below the new price, which would claim a false discount. */
function priced({ originalPriceCents }: ProductState, price: ProductState['priceCents']): TouchedFields {
  const isExceeded = originalPriceCents !== null && originalPriceCents < price;
  return { price, ...(isExceeded && { originalPrice: null }) };
}

/** Returns the current values of the fields that a bulk edit can change. */
export function stateOf(product: ProductState): Required<TouchedFields> {
  const { priceCents, originalPriceCents, condition, categoryId, featured, stockCount } = product;
  const { archivedAt, isDraft } = product;
  return {
    price: priceCents,
    originalPrice: originalPriceCents,
    condition,
    categoryId,
    featured,
    archived: archivedAt !== null && !isDraft,
    isDraft,
    stockCount,
  };
}

/** Returns the fields that would differ, before and after. */
export function differenceOf(product: ProductState, fields: TouchedFields) {
  const state = stateOf(product);
  const changed = (Object.keys(fields) as (keyof TouchedFields)[]).filter(
    (name) => fields[name] !== undefined && fields[name] !== state[name],
  );
  const only = (from: TouchedFields): TouchedFields =>
    Object.fromEntries(changed.map((name) => [name, from[name]]));
  return { changed: changed.length > 0, before: only(state), after: only(fields) };
}
