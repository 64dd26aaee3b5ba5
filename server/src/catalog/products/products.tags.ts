import type {
  CardProductList,
  Category,
  ConditionOffer,
  Product,
  ProductList,
  RelatedProduct,
} from '@reprise/contract/catalog/products/product';
import type { catalogEndpoints } from '@reprise/contract/catalog/products/products';
import { stockLevel } from '@reprise/contract/catalog/products/stock';
import type { Tx } from '../../platform/database/database.ts';
import type { ResponseTags } from '../../platform/response-cache/cache-dependencies.ts';
import { invalidateTags } from '../../platform/response-cache/invalidate-tags.ts';
import { gradingTag } from '../grading/grading.tags.ts';

// Cache tags of the catalog: the tags that responses depend on and the tags that changes invalidate.

/** Every list and count of products: members, order, prices, stock labels. */
export const allProducts = 'products';
export const allCategories = 'categories';
/** Fields of a product, without stock. */
export const productTag = (id: string) => `product:${id}`;
/** Exact stock count of a product. */
const stockTag = (id: string) => `stock:${id}`;
export const modelTags = (keys: (string | null)[]) =>
  keys.filter((key) => key !== null).map((key) => `model:${key}`);
/** Name, configurations and options of a family, without its products. */
export const familyTag = (id: string) => `family:${id}`;
/** Products of a category and whether they are in stock, for the related products of a product page. */
const relatedTag = (categoryId: string | null) => `neighbours:${categoryId}`;

// Dependencies of responses

type ProductPage = {
  product: Product;
  ladder: ConditionOffer[];
  family: { id: string } | null;
  /** Configurations of the family, also those without a product on sale. */
  familyModelKeys: string[];
  related: RelatedProduct[];
  /** Configurations of the related families: any of their offers may become the card. */
  relatedModelKeys: string[];
};

const tagsOfProductPage = ({
  product,
  ladder,
  family,
  familyModelKeys,
  related,
  relatedModelKeys,
}: ProductPage): ResponseTags => ({
  strict: [
    allCategories,
    // The floor of its grade decides whether it promises a battery health.
    gradingTag,
    ...[product, ...ladder].flatMap(({ id }) => [productTag(id), stockTag(id)]),
    relatedTag(product.categoryId),
    ...related.map(({ id }) => productTag(id)),
    ...modelTags([product.modelKey, ...relatedModelKeys]),
    // The family shows prices and stock labels of its other configurations, but no counts, which change with each order.
    ...(family ? [familyTag(family.id)] : []),
    ...modelTags(familyModelKeys),
  ],
  eventual: related.map(({ id }) => stockTag(id)),
});

const tagsOfCategories = (_result: Category[] | { category: Category }): ResponseTags => ({
  strict: [allProducts, allCategories],
});

const tagsOfList = ({ products }: ProductList | CardProductList): ResponseTags => ({
  strict: [allProducts, allCategories, gradingTag],
  eventual: products.map(({ id }) => stockTag(id)),
});

/** Every part of the sitemap depends on all products and categories. */
export const sitemapTags = [allProducts, allCategories];

export const catalogTags = {
  listProducts: tagsOfList,
  listProductCards: tagsOfList,
  getProduct: tagsOfProductPage,
  listCategories: tagsOfCategories,
  getCategory: tagsOfCategories,
  getCategoryBySlug: tagsOfCategories,
  searchSuggestions: () => ({ strict: [allProducts, allCategories] }),
} satisfies Partial<Record<keyof typeof catalogEndpoints, (result: never) => ResponseTags>>;

// Invalidation by changes

/** Fields of a product that decide on which pages it appears. */
export type Place = { id: string; categoryId: string | null; modelKey: string | null };

/** Invalidates an edited product, and both places if its category or model changed. */
export function invalidateMove(tx: Tx, before: Place, after: Place): void {
  const moved = before.categoryId !== after.categoryId || before.modelKey !== after.modelKey;
  if (moved) invalidatePlaces(tx, [before, after]);
  else invalidateProduct(tx, after);
}

/** Invalidates lists and pages after products were added or removed. */
export function invalidatePlaces(tx: Tx, places: Place[]): void {
  invalidateTags(tx, [allProducts, ...places.flatMap(tagsOfPlace)]);
}

function tagsOfPlace({ id, categoryId, modelKey }: Place): string[] {
  return [productTag(id), stockTag(id), relatedTag(categoryId), ...modelTags([modelKey])];
}

/** Invalidates a product whose category and model did not change. */
export function invalidateProduct(tx: Tx, { id, modelKey }: Pick<Place, 'id' | 'modelKey'>): void {
  invalidateTags(tx, [allProducts, productTag(id), ...modelTags([modelKey])]);
}

/** Codes of configurations changed, which the pages of their products name. */
export function invalidateModels(tx: Tx, keys: string[]): void {
  invalidateTags(tx, modelTags(keys));
}

type ChangedStock = Omit<Place, 'id'> & { productId: string; left: number; change: number };

/** Stock changed. Most pages only depend on the label (in stock, low, out), so they are invalidated when it changes. */
export function invalidateStock(tx: Tx, changed: ChangedStock[]): void {
  for (const { productId: id, categoryId, modelKey, left, change } of changed) {
    if (stockLevel(left) === stockLevel(left - change)) invalidateTags(tx, [stockTag(id)]);
    else invalidatePlaces(tx, [{ id, categoryId, modelKey }]);
  }
}

/** Invalidates the pages of families whose name, configurations or options changed, and the lists that show them. */
export function invalidateFamilies(tx: Tx, ids: string[]): void {
  invalidateTags(tx, [allProducts, ...ids.map(familyTag)]);
}

export function invalidateCategories(tx: Tx): void {
  invalidateTags(tx, [allCategories]);
}

/** Synonyms changed, and with them which products a search finds. */
export function invalidateSearches(tx: Tx): void {
  invalidateTags(tx, [allProducts]);
}
