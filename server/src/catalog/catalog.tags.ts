import type {
  Category,
  ConditionOffer,
  catalogEndpoints,
  Product,
  ProductList,
} from '@reprise/contract/catalog/catalog';
import { stockWord } from '@reprise/contract/catalog/stock';
import type { Tx } from '../platform/database/database.ts';
import type { ResponseTags } from '../platform/response-cache/cache-dependencies.ts';
import { invalidateTags } from '../platform/response-cache/invalidate-tags.ts';

// What pages and answers show of the catalogue, as tags, and which changes bump which of them.

/** Every list and sum of products: who is in it, in which order, at which price, in stock or not. */
export const allProducts = 'products';
const allCategories = 'categories';
/** What a product is. */
export const productTag = (id: string) => `product:${id}`;
/** How many there are of it. */
const stockTag = (id: string) => `stock:${id}`;
const modelTags = (keys: (string | null)[]) =>
  keys.filter((key) => key !== null).map((key) => `model:${key}`);
/** Which products a category has in stock, for those that are shown beside one of them. */
const neighboursTag = (categoryId: string | null) => `neighbours:${categoryId}`;

// What is shown

type Details = { product: Product; ladder: ConditionOffer[]; related: Product[] };

const tagsOfDetails = ({ product, ladder, related }: Details): ResponseTags => ({
  strict: [
    allCategories,
    ...[product, ...ladder].flatMap(({ id }) => [productTag(id), stockTag(id)]),
    neighboursTag(product.categoryId),
    ...related.map(({ id }) => productTag(id)),
    ...modelTags([product, ...related].map(({ modelKey }) => modelKey)),
  ],
  eventual: related.map(({ id }) => stockTag(id)),
});

const tagsOfCategories = (_result: Category[] | { category: Category }): ResponseTags => ({
  strict: [allProducts, allCategories],
});

/** Any product or category may be in any part of the sitemap. */
export const sitemapTags = [allProducts, allCategories];

export const catalogTags = {
  listProducts: ({ products }: ProductList) => ({
    strict: [allProducts, allCategories],
    eventual: products.map(({ id }) => stockTag(id)),
  }),
  getProduct: tagsOfDetails,
  listCategories: tagsOfCategories,
  getCategory: tagsOfCategories,
  getCategoryBySlug: tagsOfCategories,
  searchSuggestions: () => ({ strict: [allProducts, allCategories] }),
} satisfies Partial<Record<keyof typeof catalogEndpoints, (result: never) => ResponseTags>>;

// What is changed

/** What of a product decides where it is shown. */
export type Place = { id: string; categoryId: string | null; modelKey: string | null };

/** A product was edited, and perhaps is in another category or of another model now. */
export function invalidateMove(tx: Tx, before: Place, after: Place): void {
  const moved = before.categoryId !== after.categoryId || before.modelKey !== after.modelKey;
  if (moved) invalidatePlaces(tx, [before, after]);
  else invalidateProduct(tx, after);
}

/** Products came or went, from these places or to them. */
export function invalidatePlaces(tx: Tx, places: Place[]): void {
  invalidateTags(tx, [allProducts, ...places.flatMap(tagsOfPlace)]);
}

function tagsOfPlace({ id, categoryId, modelKey }: Place): string[] {
  return [productTag(id), stockTag(id), neighboursTag(categoryId), ...modelTags([modelKey])];
}

/** What is said of a product is something else now, at the same place. */
export function invalidateProduct(tx: Tx, { id, modelKey }: Pick<Place, 'id' | 'modelKey'>): void {
  invalidateTags(tx, [allProducts, productTag(id), ...modelTags([modelKey])]);
}

type ChangedStock = Omit<Place, 'id'> & { productId: string; left: number; change: number };

/** Its stock is another one. Most of what shows the product cares only where that changes the word for it. */
export function invalidateStock(tx: Tx, changed: ChangedStock[]): void {
  for (const { productId: id, categoryId, modelKey, left, change } of changed) {
    if (stockWord(left) === stockWord(left - change)) invalidateTags(tx, [stockTag(id)]);
    else invalidatePlaces(tx, [{ id, categoryId, modelKey }]);
  }
}

/** There are fewer or more of them, and the word for their stock is the same. */
export function invalidateCounts(tx: Tx, ids: string[]): void {
  invalidateTags(tx, ids.map(stockTag));
}

export function invalidateCategories(tx: Tx): void {
  invalidateTags(tx, [allCategories]);
}
