import type { Facets, ProductList, ProductQuery } from '@reprise/contract/catalog';
import { type Condition, conditions, type Origin, origins } from '@reprise/contract/conditions';
import { type Cents, cents } from '@reprise/contract/money';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import type { ProductSort } from '@reprise/contract/product-sort';
import { lowStockBelow, type StockWord } from '@reprise/contract/stock';
import { and, asc, desc, gt, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../platform/database.ts';
import { categories, products } from './catalog.tables.ts';
import { isOnSale, selectProducts, toProduct } from './product.queries.ts';
import { fuzzySearch, literalSearch, type Search } from './product-search.ts';

/** A page of products with facet counts: two statements, whatever the size of the page. */
export async function listProducts(db: Db, query: ProductQuery): Promise<ProductList> {
  if (!query.search) return listMatching(db, query, null);
  const literal = await listMatching(db, query, literalSearch(query.search));
  if (literal.held > 0) return literal;
  const near = await fuzzySearch(db, query.search);
  return near === null ? literal : listMatching(db, query, near);
}

/** `held`: how many products hold the words, before the filters that have a facet. */
type Found = ProductList & { held: number };

async function listMatching(db: Queryable, query: ProductQuery, search: Search | null): Promise<Found> {
  const { page, limit, offset } = pageOf(query);
  const filters = filtersOf(query);
  const base = baseCondition(query, search);
  const rows = await selectProducts(db)
    .where(and(base, ...Object.values(filters)))
    .orderBy(...orderOf(query.sort, search))
    .limit(limit)
    .offset(offset);
  const { total, held, facets } = await countFacets(db, base, filters, query);
  return {
    products: rows.map(toProduct),
    pagination: paginationOf(page, limit, total),
    facets,
    match: search?.match ?? 'exact',
    held,
  };
}

/** What the list of a query holds, for those who read all of it. Words are looked for as they are written. */
export function productsMatching(query: ProductQuery): SQL | undefined {
  const search = query.search ? literalSearch(query.search) : null;
  return and(baseCondition(query, search), ...Object.values(filtersOf(query)));
}

/** The filters that have a facet, by its name; each facet leaves out its own. */
type Filters = Partial<Record<'category' | 'brand' | 'condition' | 'origin' | 'inStock' | 'price', SQL>>;

function filtersOf(query: ProductQuery): Filters {
  const given: Record<keyof Filters, SQL | undefined> = {
    category: query.category && inCategories(query.category),
    brand: query.brand && inArray(products.brand, query.brand),
    condition: query.condition && inArray(products.condition, query.condition),
    origin: query.origin && inArray(products.origin, query.origin),
    inStock: query.inStock ? sql`${products.stockCount} > 0` : undefined,
    price: and(
      query.minPrice === undefined ? undefined : gte(products.priceCents, query.minPrice),
      query.maxPrice === undefined ? undefined : lte(products.priceCents, query.maxPrice),
    ),
  };
  return Object.fromEntries(Object.entries(given).filter(([, condition]) => condition !== undefined));
}

/** Each may be a category's name, slug or id. */
function inCategories(named: string[]): SQL {
  const matches = or(
    inArray(categories.id, named),
    inArray(categories.slug, named),
    inArray(categories.name, named),
  );
  return sql`${products.categoryId} in (select ${categories.id} from ${categories} where ${matches})`;
}

const stockConditions: Record<StockWord, SQL> = {
  out: sql`${products.stockCount} <= 0`,
  low: sql`${products.stockCount} > 0 and ${products.stockCount} < ${lowStockBelow}`,
  'in-stock': sql`${products.stockCount} >= ${lowStockBelow}`,
};

/** What no facet speaks of. */
function baseCondition(query: ProductQuery, search: Search | null): SQL | undefined {
  return and(
    isOnSale,
    search?.condition,
    query.id && inArray(products.id, query.id),
    query.featured ? sql`${products.featured}` : undefined,
    query.discounted ? gt(products.originalPriceCents, products.priceCents) : undefined,
    query.stock && stockConditions[query.stock],
  );
}

const rating = sql`${products.ratingSum}::float8 / greatest(${products.reviewCount}, 1)`;
/** The share off the original price; nothing off where there is none. */
const saving = sql`coalesce(1 - ${products.priceCents}::float8 / nullif(${products.originalPriceCents}, 0), 0)`;
const newestFirst = [desc(products.createdAt), desc(products.id)];

const orders: Record<ProductSort, SQL[]> = {
  newest: newestFirst,
  'price-low': [asc(products.priceCents), asc(products.id)],
  'price-high': [desc(products.priceCents), desc(products.id)],
  rating: [desc(rating), desc(products.reviewCount), desc(products.id)],
  saving: [desc(saving), ...newestFirst],
  // Without a search nothing is more relevant than anything else.
  relevance: newestFirst,
  name: [sql`lower(${products.name}) collate "C"`, asc(products.id)],
};

/** Near matches start with the nearest unless another order is asked for. */
function orderOf(sort: ProductSort | undefined, search: Search | null): SQL[] {
  const byRelevance = sort === 'relevance' || (sort === undefined && search?.match === 'fuzzy');
  if (search && byRelevance) return [desc(search.relevance), ...newestFirst];
  return orders[sort ?? 'newest'];
}

type FacetRow = {
  facet: 'category' | 'brand' | 'condition' | 'origin' | 'all';
  value: string | null;
  count: number;
  name: string | null;
  slug: string | null;
  held: number;
  in_stock: number;
  lowest: Cents | null;
  highest: Cents | null;
};

/**
 * All counts in one pass over the products that match the base condition: each row learns which filters it
 * meets, and each group counts the rows that meet all filters but the group's own.
 */
async function countFacets(db: Queryable, base: SQL | undefined, filters: Filters, query: ProductQuery) {
  const meets = (facet: keyof Filters) => sql`${filters[facet] ?? sql`true`}`;
  const { rows } = await db.execute<FacetRow>(sql`
    with matched as (
      select ${products.categoryId} as category, ${products.brand} as brand,
        ${products.condition} as condition, ${products.origin} as origin,
        ${products.stockCount} > 0 as has_stock, ${products.priceCents} as price,
        ${meets('category')} as in_category, ${meets('brand')} as in_brand,
        ${meets('condition')} as in_condition, ${meets('origin')} as in_origin,
        ${meets('inStock')} as in_stock, ${meets('price')} as in_price
      from ${products} where ${base ?? sql`true`}
    ), counted as (
      select category, brand, condition, origin,
        case when grouping(category) = 0 then 'category' when grouping(brand) = 0 then 'brand'
          when grouping(condition) = 0 then 'condition' when grouping(origin) = 0 then 'origin'
          else 'all' end as facet,
        case when grouping(category) = 0 then count(*) filter (where ${allBut('category')})
          when grouping(brand) = 0 then count(*) filter (where ${allBut('brand')})
          when grouping(condition) = 0 then count(*) filter (where ${allBut('condition')})
          when grouping(origin) = 0 then count(*) filter (where ${allBut('origin')})
          else count(*) filter (where ${allBut()}) end as count,
        count(*) as held,
        count(*) filter (where has_stock and ${allBut('inStock')}) as in_stock,
        min(price) filter (where ${allBut('price')}) as lowest,
        max(price) filter (where ${allBut('price')}) as highest
      from matched group by grouping sets ((category), (brand), (condition), (origin), ())
    )
    select facet, coalesce(counted.category, brand, condition, origin) as value, count, held, in_stock,
      lowest, highest, ${categories.name} as name, ${categories.slug} as slug
    from counted left join ${categories} on ${categories.id} = counted.category`);
  return facetsOf(rows, query);
}

const metColumns: Record<keyof Filters, SQL> = {
  category: sql`in_category`,
  brand: sql`in_brand`,
  condition: sql`in_condition`,
  origin: sql`in_origin`,
  inStock: sql`in_stock`,
  price: sql`in_price`,
};

/** All filters are met, the facet's own left out. */
function allBut(own?: keyof Filters): SQL {
  const others = (Object.keys(metColumns) as (keyof Filters)[]).filter((facet) => facet !== own);
  return sql.join(
    others.map((facet) => metColumns[facet]),
    sql` and `,
  );
}

function facetsOf(rows: FacetRow[], query: ProductQuery) {
  const of = (facet: FacetRow['facet']) => rows.filter((row) => row.facet === facet && row.value !== null);
  const all = rows.find((row) => row.facet === 'all');
  const countOf = (facet: FacetRow['facet'], value: string) =>
    of(facet).find((row) => row.value === value)?.count ?? 0;
  const facets: Facets = {
    categories: byName(
      of('category')
        .map(({ value, name, slug, count }) => ({
          id: value ?? '',
          name: name ?? '',
          slug: slug ?? '',
          count,
        }))
        .filter(({ id, name, slug, count }) => count > 0 || isChosen(query.category, id, name, slug)),
    ),
    brands: byName(
      of('brand')
        .map(({ value, count }) => ({ name: value ?? '', count }))
        .filter(({ name, count }) => count > 0 || isChosen(query.brand, name)),
    ),
    conditions: conditions.map((value: Condition) => ({ value, count: countOf('condition', value) })),
    origins: origins.map((value: Origin) => ({ value, count: countOf('origin', value) })),
    inStock: all?.in_stock ?? 0,
    price: { min: cents(all?.lowest ?? 0), max: cents(all?.highest ?? 0) },
  };
  return { total: all?.count ?? 0, held: all?.held ?? 0, facets };
}

/** A choice that no longer matches anything stays in sight, or it could not be undone. */
function isChosen(chosen: string[] | undefined, ...names: string[]): boolean {
  return chosen?.some((each) => names.includes(each)) ?? false;
}

function byName<T extends { name: string }>(entries: T[]): T[] {
  return entries.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
