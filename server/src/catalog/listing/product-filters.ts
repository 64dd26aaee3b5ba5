import type { ProductQuery } from '@reprise/contract/catalog/catalog';
import { lowStockBelow, type StockWord } from '@reprise/contract/catalog/stock';
import { and, gt, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { categories, products } from '../catalog.tables.ts';
import { isOnSale } from '../product.queries.ts';
import { hasOneOf, kindTerms, priceTerms } from '../search/search-terms.ts';

/** The filters that have a facet, by its name; each facet leaves out its own. */
export type Filters = Partial<
  Record<'category' | 'brand' | 'condition' | 'origin' | 'inStock' | 'price', SQL>
>;

export type ChosenCategory = { id: string; name: string; slug: string };

/** Each may be a category's name, slug or id. */
export async function findChosenCategories(db: Queryable, named: string[]): Promise<ChosenCategory[]> {
  return db
    .select({ id: categories.id, name: categories.name, slug: categories.slug })
    .from(categories)
    .where(
      or(inArray(categories.id, named), inArray(categories.slug, named), inArray(categories.name, named)),
    );
}

/** `byTerms`: so that the index of terms may lead to them, together with the words of a search. */
export function filtersOf(
  query: ProductQuery,
  chosen: ChosenCategory[],
  { byTerms }: { byTerms: boolean },
): Filters {
  const ids = chosen.map((category) => category.id);
  const terms = (all: string[]) => (byTerms ? hasOneOf(all) : undefined);
  const given: Record<keyof Filters, SQL | undefined> = {
    category:
      query.category &&
      (ids.length > 0
        ? and(inArray(products.categoryId, ids), terms(ids.map(kindTerms.category)))
        : sql`false`),
    brand: query.brand && and(inArray(products.brand, query.brand), terms(query.brand.map(kindTerms.brand))),
    condition:
      query.condition &&
      and(inArray(products.condition, query.condition), terms(query.condition.map(kindTerms.condition))),
    origin:
      query.origin && and(inArray(products.origin, query.origin), terms(query.origin.map(kindTerms.origin))),
    inStock: query.inStock ? sql`${products.scarcity} > 0` : undefined,
    price: priceFilter(query, terms),
  };
  return Object.fromEntries(Object.entries(given).filter(([, condition]) => condition !== undefined));
}

function priceFilter(
  { minPrice, maxPrice }: ProductQuery,
  terms: (all: string[]) => SQL | undefined,
): SQL | undefined {
  if (minPrice === undefined && maxPrice === undefined) return undefined;
  return and(
    minPrice === undefined ? undefined : gte(products.priceCents, minPrice),
    maxPrice === undefined ? undefined : lte(products.priceCents, maxPrice),
    terms(priceTerms(minPrice, maxPrice)),
  );
}

const stockConditions: Record<StockWord, SQL> = {
  out: sql`${products.scarcity} = 0`,
  low: sql`${products.scarcity} between 1 and ${lowStockBelow - 1}`,
  'in-stock': sql`${products.scarcity} = ${lowStockBelow}`,
};

/** What no facet speaks of. Written out where an index is made for it. */
export function baseCondition(query: ProductQuery): SQL | undefined {
  return and(
    isOnSale,
    query.id && inArray(products.id, query.id),
    query.featured ? sql`${products.featured}` : undefined,
    query.discounted ? gt(products.originalPriceCents, products.priceCents) : undefined,
    query.stock && stockConditions[query.stock].inlineParams(),
  );
}

/** All filters, one left out where it is named. */
export function allFilters(filters: Filters, leftOut?: keyof Filters): SQL | undefined {
  return and(...Object.entries(filters).flatMap(([name, filter]) => (name === leftOut ? [] : [filter])));
}
