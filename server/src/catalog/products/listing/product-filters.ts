import type { ProductQuery } from '@reprise/contract/catalog/products/product';
import { lowStockBelow, type StockLevel } from '@reprise/contract/catalog/products/stock';
import { and, gt, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { isOnSale } from '../product.queries.ts';
import { categories, products } from '../products.tables.ts';
import { facetTerms, priceTerms } from '../search/search-terms.ts';
import { optionFiltersOf } from './option-filters.ts';
import { hasOptionFilter, type OptionFacet, type PlainFacet } from './plan-list.ts';

/** Filters by the name of their facet. */
export type Filters = Partial<Record<PlainFacet | OptionFacet, SQL>>;

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

export function filtersOf(query: ProductQuery, chosen: ChosenCategory[]): Filters {
  const { category, brand, condition, origin, inStock, minPrice, maxPrice } = query;
  const ids = chosen.map(({ id }) => id);
  const filters: { [Name in keyof Filters]: SQL | undefined } = {
    category: category && (ids.length > 0 ? inArray(products.categoryId, ids) : sql`false`),
    brand: brand && inArray(products.brand, brand),
    condition: condition && inArray(products.condition, condition),
    origin: origin && inArray(products.origin, origin),
    inStock: inStock ? sql`${products.stockCapped} > 0` : undefined,
    price: and(
      minPrice === undefined ? undefined : gte(products.priceCents, minPrice),
      maxPrice === undefined ? undefined : lte(products.priceCents, maxPrice),
    ),
    ...optionFiltersOf(query),
  };
  return Object.fromEntries(Object.entries(filters).filter(([, filter]) => filter !== undefined));
}

/** Returns the index terms of each filter, of which a product has at least one; null if a filter has no terms. */
export function filterTermsOf(query: ProductQuery, chosen: ChosenCategory[]): string[][] | null {
  const { id, featured, discounted, stock, inStock, category, brand, condition, origin } = query;
  if (id || featured || discounted || stock || inStock || hasOptionFilter(query)) return null;
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

export const allFilters = (filters: Filters): SQL | undefined => and(...Object.values(filters));
