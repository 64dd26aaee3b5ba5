import type { BulkChange, TouchedFields } from '@reprise/contract/catalog/catalog-admin';
import { maxPriceCents } from '@reprise/contract/wire';
import type { products } from './catalog.tables.ts';
import { changedPrice } from './changed-price.ts';

export type ProductState = Pick<
  typeof products.$inferSelect,
  | 'id'
  | 'name'
  | 'priceCents'
  | 'originalPriceCents'
  | 'condition'
  | 'categoryId'
  | 'modelKey'
  | 'featured'
  | 'archivedAt'
  | 'stockCount'
  | 'version'
>;

/** A change of many whose category has been found. */
export type ReadyChange =
  | Exclude<BulkChange, { kind: 'category' | 'delete' }>
  | { kind: 'category'; id: string };

/** What a change would set on a product, or why it cannot. */
export type Plan = { fields: TouchedFields } | { refusal: string };

/** Pure: the same for the preview and for the change itself. */
export function planChange(product: ProductState, change: ReadyChange): Plan {
  switch (change.kind) {
    case 'price':
      return { fields: priced(product, change.price) };
    case 'percent': {
      const price = changedPrice(product.priceCents, change.percent, change.ending);
      if (price > maxPriceCents) return { refusal: 'The price would be above $1,000,000' };
      return { fields: priced(product, price) };
    }
    case 'condition':
      return { fields: { condition: change.condition } };
    case 'category':
      return { fields: { categoryId: change.id } };
    case 'featured':
      return { fields: { featured: change.featured } };
    case 'archive':
      return { fields: { archived: change.archived } };
    case 'stock': {
      const stockCount = product.stockCount + change.change;
      if (stockCount < 0) return { refusal: `Only ${product.stockCount} in stock` };
      return { fields: { stockCount } };
    }
  }
}

/** An original price that the new price has passed would claim a saving that is none: it goes. */
function priced({ originalPriceCents }: ProductState, price: ProductState['priceCents']): TouchedFields {
  const passed = originalPriceCents !== null && originalPriceCents < price;
  return { price, ...(passed && { originalPrice: null }) };
}

/** What a change of many can touch, as it is. */
export function stateOf(product: ProductState): Required<TouchedFields> {
  const { priceCents, originalPriceCents, condition, categoryId, featured, archivedAt, stockCount } = product;
  return {
    price: priceCents,
    originalPrice: originalPriceCents,
    condition,
    categoryId,
    featured,
    archived: archivedAt !== null,
    stockCount,
  };
}

/** Only the fields that would differ, before and after. */
export function differenceOf(product: ProductState, fields: TouchedFields) {
  const state = stateOf(product);
  const changed = (Object.keys(fields) as (keyof TouchedFields)[]).filter(
    (name) => fields[name] !== undefined && fields[name] !== state[name],
  );
  const only = (from: TouchedFields): TouchedFields =>
    Object.fromEntries(changed.map((name) => [name, from[name]]));
  return { changed: changed.length > 0, before: only(state), after: only(fields) };
}
