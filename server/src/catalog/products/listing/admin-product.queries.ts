import {
  type AdminProductQuery,
  type AdminProductSort,
  maxMatches,
  type ProductRow,
  type ProductStats,
  productRow,
} from '@reprise/contract/catalog/products/products-admin';
import { lowStockBelow, type StockLevel } from '@reprise/contract/catalog/products/stock';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { byName } from '../../../platform/database/by-name.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { containsPattern } from '../../../platform/database/like-pattern.ts';
import { isBelowFloor } from '../battery-promise.ts';
import { averageRating, isKnown, isOnSale, productColumns } from '../product.queries.ts';
import { categories, productStockAndSales, products } from '../products.tables.ts';
import { saleColumns, saleOf } from '../sales/listed-sale.ts';
import { productSales } from '../sales/product-sales.tables.ts';
import type { ProductSearch } from '../search/product-search.ts';
import { facetTerms, hasOneOf } from '../search/search-terms.ts';
import { findSearch, hasAny, hasIdentifier, isNamed, partsOf } from './admin-product-search.ts';
import { type ChosenCategory, findChosenCategories } from './product-filters.ts';
import { hasDocument, matchesSearch } from './search-matches.ts';
import { archivingOf } from './whole-admin-products.queries.ts';

// Catalog of the back office. Counting and pagination stop at `maxMatches`, so that the cost does not grow with the
// catalog.

type ListedColumn = keyof typeof productColumns & (keyof ProductRow | 'ratingSum');
const isListed = (name: string) => name in productRow.shape || name === 'ratingSum';
const listedColumns = Object.fromEntries(
  Object.entries(productColumns).filter(([name]) => isListed(name)),
) as Pick<typeof productColumns, ListedColumn>;

const rowColumns = {
  ...listedColumns,
  soldCount: products.soldCount,
  archivedAt: products.archivedAt,
  isDraft: products.isDraft,
  sale: saleColumns,
};

function selectRows(db: Queryable) {
  return db
    .select(rowColumns)
    .from(products)
    .innerJoin(productStockAndSales, eq(productStockAndSales.productId, products.id))
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(productSales, eq(productSales.productId, products.id))
    .$dynamic();
}

type SelectedRow = Awaited<ReturnType<typeof selectRows>>[number];

/** Returns a page of matches and their number. */
export async function listAdminProducts(db: Queryable, query: AdminProductQuery) {
  const { page, limit, offset } = pageOf(query);
  const matches = await findMatches(db, query);
  const { total, match } = matches;
  const size = Math.max(0, Math.min(limit, maxMatches - offset));
  const range = { limit: size, offset: Math.min(offset, maxMatches) };
  const rows = await selectRows(db)
    .where(isOneOf(pageIds(db, query, matches, range)))
    .orderBy(...orders[query.sort ?? 'newest']);
  return {
    products: rows.map(toRow),
    match,
    foundIn: matches.foundIn,
    pagination: {
      ...paginationOf(page, limit, Math.min(total, maxMatches)),
      atLeast: total > maxMatches,
    },
  };
}

type Matches = Pick<Conditions, 'match' | 'foundIn'> & {
  total: number;
  source: SQL;
  condition: SQL | undefined;
};

/**
 * Counts the matches up to `maxMatches` and returns where to read them: few are collected and sorted, many are read along
 * the sort index. Exception: sorting by name while searching names, because all matches are adjacent, far down the index.
 */
async function findMatches(db: Queryable, query: AdminProductQuery): Promise<Matches> {
  const { parts, inOrder, match, foundIn } = await conditionsOf(db, query);
  const collect = (max: number) => {
    const selects = parts.map((part) => sql`select * from ${products} where ${part}`);
    return sql`(${sql.join(selects, sql` union all `)} limit ${max}) products`;
  };
  const countable = selectIds(db, collect(maxMatches + 1));
  const [counted] = await db.select({ total: sql<number>`count(*)` }).from(countable.as('matches'));
  const total = counted?.total ?? 0;
  const isAlongNames = query.search !== undefined && query.sort?.startsWith('name');
  if (total > maxMatches && !isAlongNames)
    return { match, foundIn, total, source: sql`${products}`, condition: inOrder };
  // `maxCollected` bounds the duration of the statement.
  const source = collect(isAlongNames ? maxCollected : maxMatches + 1);
  return { match, foundIn, total, source, condition: undefined };
}

const maxCollected = 200_000;

const selectIds = (db: Queryable, source: SQL = sql`${products}`) =>
  db
    .select({ id: sql<string>`${products.id}` })
    .from(source)
    .$dynamic();
const isOneOf = (ids: ReturnType<typeof selectIds>) => sql`${products.id} = any(array(${ids}))`;

function pageIds(
  db: Queryable,
  { sort = 'newest' }: AdminProductQuery,
  { source, condition }: Matches,
  { limit, offset }: { limit: number; offset: number },
) {
  const byStockOrSales = sort.startsWith('stock') || sort.startsWith('sold');
  const ids = byStockOrSales
    ? selectIds(db, source).innerJoin(productStockAndSales, eq(productStockAndSales.productId, products.id))
    : selectIds(db, source);
  return ids
    .where(condition)
    .orderBy(...orders[sort])
    .limit(limit)
    .offset(offset);
}

function toRow({ ratingSum, sale, ...row }: SelectedRow): ProductRow {
  return {
    ...row,
    sale: sale && saleOf(sale),
    imageAlts: row.images.map((_, index) => row.imageAlts[index] ?? ''),
    inStock: row.stockCount > 0,
    rating: averageRating(ratingSum, row.reviewCount),
    archivedAt: archivingOf(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Returns the ids of all matches in list order; `complete` is false above `maxMatches`. */
export async function listProductIds(
  db: Queryable,
  query: AdminProductQuery,
): Promise<{ ids: string[]; complete: boolean }> {
  const rows = await pageIds(db, query, await findMatches(db, query), { limit: maxMatches + 1, offset: 0 });
  return { ids: rows.slice(0, maxMatches).map(({ id }) => id), complete: rows.length <= maxMatches };
}

const newest = [desc(products.createdAt), desc(products.id)];

const orders: Record<AdminProductSort, SQL[]> = {
  newest,
  oldest: [asc(products.createdAt), asc(products.id)],
  name: [asc(byName(products.name)), asc(products.id)],
  'name-desc': [desc(byName(products.name)), desc(products.id)],
  'price-low': [asc(products.priceCents), asc(products.id)],
  'price-high': [desc(products.priceCents), desc(products.id)],
  'stock-low': [asc(productStockAndSales.stockCount), asc(productStockAndSales.productId)],
  'stock-high': [desc(productStockAndSales.stockCount), desc(productStockAndSales.productId)],
  updated: [desc(products.updatedAt), desc(products.id)],
  'updated-oldest': [asc(products.updatedAt), asc(products.id)],
  sold: [desc(productStockAndSales.soldCount), desc(productStockAndSales.productId)],
  'sold-least': [asc(productStockAndSales.soldCount), asc(productStockAndSales.productId)],
};

const stockConditions: Record<StockLevel, SQL> = {
  out: sql`${products.stockCapped} = 0`,
  low: sql`${products.stockCapped} between 1 and ${lowStockBelow - 1}`.inlineParams(),
  'in-stock': sql`${products.stockCapped} = ${lowStockBelow}`.inlineParams(),
};

// Same text as the predicate of the partial index.
const isWithoutImage = sql`${products.images} = '[]'::jsonb`;

type Conditions = {
  parts: SQL[];
  inOrder: SQL | undefined;
  match: ProductSearch['match'];
  foundIn: 'names' | 'text' | null;
};

/** Returns the conditions of products whose name, brand or SKU match the search; if there are none, those of all matches. */
async function conditionsOf(db: Queryable, query: AdminProductQuery): Promise<Conditions> {
  const all = await matchingAnywhere(db, query);
  if (!query.search) return { ...all, foundIn: null };
  const named = isNamed(query.search);
  if (!(await hasAny(db, all.parts, named))) return { ...all, foundIn: 'text' };
  if (query.inText) return { ...all, foundIn: 'names' };
  const parts = all.parts.map((part) => sql`${and(part, named)}`);
  return { match: all.match, parts, inOrder: and(all.inOrder, named), foundIn: 'names' };
}

/**
 * Builds the condition twice: as disjoint parts that each use an index of their own, and as a whole for scanning in sort
 * order. Categories are resolved to ids first, so that a sort index of the category applies.
 */
async function matchingAnywhere(
  db: Queryable,
  query: AdminProductQuery,
): Promise<Omit<Conditions, 'foundIn'>> {
  const chosen = query.category ? await findChosenCategories(db, query.category) : [];
  const isListed = listedIn(query);
  const search = query.search && !query.draft ? await findSearch(db, query.search, isListed) : null;
  const facetFilters = [query.category, query.brand, query.condition, query.origin].filter(Boolean).length;
  const plain = and(
    isListed,
    query.category && inCategories(chosen),
    query.withoutCategory ? isNull(products.categoryId) : undefined,
    query.condition && inArray(products.condition, query.condition),
    query.origin && inArray(products.origin, query.origin),
    query.brand && inArray(products.brand, query.brand),
    query.stock && stockConditions[query.stock],
    query.featured ? sql`${products.featured}` : undefined,
    query.withoutPicture ? isWithoutImage : undefined,
    query.belowGrade ? isBelowFloor : undefined,
    query.draft && query.search ? containsText(query.search) : undefined,
  );
  const terms = (facetFilters > 1 && !query.draft) || search ? hasFacetTerms(query, chosen) : undefined;
  if (!search || !query.search) {
    return { parts: [sql`${and(plain, terms && hasDocument(terms))}`], inOrder: plain, match: 'exact' };
  }
  return {
    parts: partsOf(search, query.search, terms).map((part) => sql`${and(plain, part)}`),
    inOrder: and(plain, or(matchesSearch(search), hasIdentifier(query.search))),
    match: search.match,
  };
}

function listedIn({ archived, draft }: AdminProductQuery): SQL {
  if (draft) return sql`${products.isDraft}`;
  return archived ? isArchived : isOnSale;
}

const isArchived = sql`${and(isNotNull(products.archivedAt), isKnown)}`;

/** SQL: a draft, which has no search document, contains the text or is identified by it. */
const containsText = (text: string) =>
  or(sql`${products.searchText} like ${containsPattern(text)}`, hasIdentifier(text));

function hasFacetTerms(query: AdminProductQuery, chosen: ChosenCategory[]): SQL | undefined {
  const oneOf = <T>(values: T[] | undefined, term: (value: T) => string) =>
    values && hasOneOf(values.map(term));
  return and(
    oneOf(query.category && chosen, ({ id }) => facetTerms.category(id)),
    oneOf(query.brand, facetTerms.brand),
    oneOf(query.condition, facetTerms.condition),
    oneOf(query.origin, facetTerms.origin),
  );
}

/** Returns the condition of the list, for callers that read all matches in an order of their own. */
export async function adminProductsMatching(
  db: Queryable,
  query: AdminProductQuery,
): Promise<SQL | undefined> {
  return (await conditionsOf(db, query)).inOrder;
}

function inCategories(chosen: ChosenCategory[]): SQL {
  const ids = chosen.map(({ id }) => id);
  return ids.length > 0 ? inArray(products.categoryId, ids) : sql`false`;
}

/** Returns current product counts, all read from indexes. */
export async function countProducts(db: Queryable): Promise<ProductStats> {
  const counted = (condition: SQL) => sql`(select count(*)::int from ${products} where ${condition})`;
  const { rows } = await db.execute<ProductStats>(sql`
    select count(*)::int as "total",
      count(*) filter (where ${products.stockCapped} > 0)::int as "inStock",
      count(*) filter (where ${products.stockCapped} < ${lowStockBelow})::int as "lowStock",
      count(*) filter (where ${products.stockCapped} = 0)::int as "soldOut",
      count(*) filter (where ${products.categoryId} is null)::int as "withoutCategory",
      ${counted(sql`${isOnSale} and ${isWithoutImage}`)} as "withoutPicture",
      ${counted(isArchived)} as "archived",
      ${counted(sql`${products.isDraft}`)} as "drafts"
    from ${products} where ${isOnSale}`);
  const [stats] = rows;
  if (!stats) throw new Error('Could not count the products.');
  return stats;
}
