import type { ProductQuery } from '@reprise/contract/catalog/products/product';
import { lowStockBelow, type StockLevel } from '@reprise/contract/catalog/products/stock';
import { and, gt, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { hasOptionFilters, type OptionFilter, optionFiltersOf } from '../products/listing/option-filters.ts';
import { isOnSale } from '../products/product.queries.ts';
import { categories, products } from '../products/products.tables.ts';
import { facetTerms, hasOneOf, priceTerms } from '../products/search/search-terms.ts';

/** Filters by the name of their facet; each facet is counted without its own filter. */
export type Filters = Partial<
  Record<'category' | 'brand' | 'condition' | 'origin' | 'inStock' | 'price' | OptionFilter, SQL>
>;

/** Set of matches that is counted: of the list, or without the filter of a facet. */
export type SetName = 'all' | keyof Filters;

export type ChosenCategory = { id: string; name: string; slug: string };

/** Finds categories by name, slug or id. */
export async function findChosenCategories(db: Queryable, references: string[]): Promise<ChosenCategory[]> {
  return db
    .select({ id: categories.id, name: categories.name, slug: categories.slug })
    .from(categories)
    .where(
      or(
        inArray(categories.id, references),
        inArray(categories.slug, references),
        inArray(categories.name, references),
      ),
    );
}

/** Builds the facet filters; `byTerms` adds index terms, so that one index lookup combines them with the search words. */
export function filtersOf(
  query: ProductQuery,
  chosen: ChosenCategory[],
  { byTerms }: { byTerms: boolean },
): Filters {
  const ids = chosen.map((category) => category.id);
  const terms = (all: string[]) => (byTerms ? hasOneOf(all) : undefined);
  const conditions: { [Name in keyof Filters]: SQL | undefined } = {
    category:
      query.category &&
      (ids.length > 0
        ? and(inArray(products.categoryId, ids), terms(ids.map(facetTerms.category)))
        : sql`false`),
    brand: query.brand && and(inArray(products.brand, query.brand), terms(query.brand.map(facetTerms.brand))),
    condition:
      query.condition &&
      and(inArray(products.condition, query.condition), terms(query.condition.map(facetTerms.condition))),
    origin:
      query.origin && and(inArray(products.origin, query.origin), terms(query.origin.map(facetTerms.origin))),
    inStock: query.inStock ? sql`${products.stockCapped} > 0` : undefined,
    price: priceFilter(query, terms),
    ...optionFiltersOf(query),
  };
  return Object.fromEntries(Object.entries(conditions).filter(([, condition]) => condition !== undefined));
}

/** Returns the index terms of each filter, of which a product has at least one; null if a filter has no terms. */
export function filterTermsOf(query: ProductQuery, chosen: ChosenCategory[]): string[][] | null {
  const { id, featured, discounted, stock, inStock, category, brand, condition, origin } = query;
  if (id || featured || discounted || stock || inStock || hasOptionFilters(query)) return null;
  const isPriced = query.minPrice !== undefined || query.maxPrice !== undefined;
  const filters = [
    category && chosen.map((category) => facetTerms.category(category.id)),
    brand?.map(facetTerms.brand),
    condition?.map(facetTerms.condition),
    origin?.map(facetTerms.origin),
    isPriced && priceTerms(query.minPrice, query.maxPrice),
  ];
  return filters.flatMap((terms) => (terms ? [terms] : []));
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

const stockConditions: Record<StockLevel, SQL> = {
  out: sql`${products.stockCapped} = 0`,
  low: sql`${products.stockCapped} between 1 and ${lowStockBelow - 1}`,
  'in-stock': sql`${products.stockCapped} = ${lowStockBelow}`,
};

/** Builds the condition without facet filters. Values are inlined where a partial index has to match them. */
export function baseCondition(query: ProductQuery): SQL | undefined {
  return and(
    isOnSale,
    query.id && inArray(products.id, query.id),
    query.featured ? sql`${products.featured}` : undefined,
    query.discounted ? gt(products.originalPriceCents, products.priceCents) : undefined,
    query.stock && stockConditions[query.stock].inlineParams(),
  );
}

/** Combines the filters, except `omitted`. */
export function allFilters(filters: Filters, omitted?: keyof Filters): SQL | undefined {
  return and(...Object.entries(filters).flatMap(([name, filter]) => (name === omitted ? [] : [filter])));
}
