import {
  type AdminProduct,
  type AdminProductQuery,
  type AdminProductSort,
  maxFound,
  type ProductRow,
  type ProductStats,
} from '@reprise/contract/catalog/catalog-admin';
import { lowStockBelow, type StockWord } from '@reprise/contract/catalog/stock';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { categories, productStockAndSales, products } from '../catalog.tables.ts';
import { averageRating, findProduct, isOnSale, isProduct, productNotFound } from '../product.queries.ts';
import { literalSearch, prepareSearch } from '../search/product-search.ts';
import { hasOneOf, kindTerms } from '../search/search-terms.ts';
import { facetBuckets } from './facet-counts.ts';
import { type ChosenCategory, findChosenCategories } from './product-filters.ts';

// The catalogue for the back office. Nothing here counts or leafs further than `maxFound`, so that each answer
// costs about the same however large the catalogue is.

const rowColumns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  price: products.priceCents,
  originalPrice: products.originalPriceCents,
  brand: products.brand,
  categoryId: products.categoryId,
  category: categories.name,
  categorySlug: categories.slug,
  condition: products.condition,
  origin: products.origin,
  stockCount: products.stockCount,
  sku: products.sku,
  images: products.images,
  imageAlts: products.imageAlts,
  featured: products.featured,
  ratingSum: products.ratingSum,
  reviewCount: products.reviewCount,
  modelKey: products.modelKey,
  version: products.version,
  soldCount: products.soldCount,
  archivedAt: products.archivedAt,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
};

function selectRows(db: Queryable) {
  return db
    .select(rowColumns)
    .from(products)
    .innerJoin(productStockAndSales, eq(productStockAndSales.productId, products.id))
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .$dynamic();
}

type SelectedRow = Awaited<ReturnType<typeof selectRows>>[number];

/** A page of what matches, and how much that is. */
export async function listAdminProducts(db: Queryable, query: AdminProductQuery) {
  const { page, limit, offset } = pageOf(query);
  const found = await findMatches(db, query);
  const { total } = found;
  const size = Math.max(0, Math.min(limit, maxFound - offset));
  const place = { limit: size, offset: Math.min(offset, maxFound) };
  const rows = await selectRows(db)
    .where(isOneOf(pageIds(db, query, found, place)))
    .orderBy(...orders[query.sort ?? 'newest']);
  return {
    products: rows.map(toRow),
    pagination: {
      ...paginationOf(page, limit, Math.min(total, maxFound)),
      atLeast: total > maxFound,
    },
  };
}

type Found = { total: number; source: SQL; condition: SQL | undefined };

/**
 * How many match, counted no further than needed, and where to read them: a few among a million would be looked for
 * along the whole of the list's order, so these are gathered and then put in order. Many are met soon along the order,
 * by its index. Except along the names what is searched in them: every "Pixel" stands behind every "Galaxy".
 */
async function findMatches(db: Queryable, query: AdminProductQuery): Promise<Found> {
  const { parts, inOrder } = await conditionsOf(db, query);
  const gathered = (most: number) => {
    const selects = parts.map((part) => sql`select * from ${products} where ${part}`);
    return sql`(${sql.join(selects, sql` union all `)} limit ${most}) products`;
  };
  const counting = selectIds(db, gathered(maxFound + 1));
  const [counted] = await db.select({ total: sql<number>`count(*)` }).from(counting.as('found'));
  const total = counted?.total ?? 0;
  const isAlongNames = query.search !== undefined && query.sort?.startsWith('name');
  if (total > maxFound && !isAlongNames) return { total, source: sql`${products}`, condition: inOrder };
  // Of more, as many as a statement has time for.
  const source = gathered(isAlongNames ? maxGathered : maxFound + 1);
  return { total, source, condition: undefined };
}

const maxGathered = 200_000;

const selectIds = (db: Queryable, source: SQL = sql`${products}`) =>
  db
    .select({ id: sql<string>`${products.id}` })
    .from(source)
    .$dynamic();
const isOneOf = (ids: ReturnType<typeof selectIds>) => sql`${products.id} = any(array(${ids}))`;

function pageIds(
  db: Queryable,
  { sort = 'newest' }: AdminProductQuery,
  { source, condition }: Found,
  { limit, offset }: { limit: number; offset: number },
) {
  const byTurnover = sort.startsWith('stock') || sort.startsWith('sold');
  const ids = byTurnover
    ? selectIds(db, source).innerJoin(productStockAndSales, eq(productStockAndSales.productId, products.id))
    : selectIds(db, source);
  return ids
    .where(condition)
    .orderBy(...orders[sort])
    .limit(limit)
    .offset(offset);
}

function toRow({ ratingSum, ...row }: SelectedRow): ProductRow {
  return {
    ...row,
    imageAlts: row.images.map((_, at) => row.imageAlts[at] ?? ''),
    inStock: row.stockCount > 0,
    rating: averageRating(ratingSum, row.reviewCount),
    archivedAt: row.archivedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** In the order of the list. */
export async function listProductIds(
  db: Queryable,
  query: AdminProductQuery,
): Promise<{ ids: string[]; complete: boolean }> {
  const rows = await pageIds(db, query, await findMatches(db, query), { limit: maxFound + 1, offset: 0 });
  return { ids: rows.slice(0, maxFound).map(({ id }) => id), complete: rows.length <= maxFound };
}

const newest = [desc(products.createdAt), desc(products.id)];
const lowerName = sql`lower(${products.name}) collate "C"`;

const orders: Record<AdminProductSort, SQL[]> = {
  newest,
  oldest: [asc(products.createdAt), asc(products.id)],
  name: [asc(lowerName), asc(products.id)],
  'name-desc': [desc(lowerName), desc(products.id)],
  'price-low': [asc(products.priceCents), asc(products.id)],
  'price-high': [desc(products.priceCents), desc(products.id)],
  'stock-low': [asc(productStockAndSales.stockCount), asc(productStockAndSales.productId)],
  'stock-high': [desc(productStockAndSales.stockCount), desc(productStockAndSales.productId)],
  updated: [desc(products.updatedAt), desc(products.id)],
  'updated-oldest': [asc(products.updatedAt), asc(products.id)],
  sold: [desc(productStockAndSales.soldCount), desc(productStockAndSales.productId)],
  'sold-least': [asc(productStockAndSales.soldCount), asc(productStockAndSales.productId)],
};

const stockConditions: Record<StockWord, SQL> = {
  out: sql`${products.scarcity} = 0`,
  low: sql`${products.scarcity} between 1 and ${lowStockBelow - 1}`.inlineParams(),
  'in-stock': sql`${products.scarcity} = ${lowStockBelow}`.inlineParams(),
};

// As in the index, word by word.
const isWithoutPicture = sql`${products.images} = '[]'::jsonb`;

/**
 * The same condition twice: in parts that share nothing, for finding each by an index of its own, above all by that of
 * terms, which knows words and several kinds at once; and whole, for reading along the order of the list. Categories are looked up before: by their ids an index in the right order can be
 * followed.
 */
async function conditionsOf(
  db: Queryable,
  query: AdminProductQuery,
): Promise<{ parts: SQL[]; inOrder: SQL | undefined }> {
  const chosen = query.category ? await findChosenCategories(db, query.category) : [];
  const search = query.search ? literalSearch(await prepareSearch(db, query.search)) : null;
  const kinds = [query.category, query.brand, query.condition, query.origin].filter(Boolean).length;
  const plain = and(
    query.archived ? isNotNull(products.archivedAt) : isOnSale,
    query.category && inCategories(chosen),
    query.withoutCategory ? isNull(products.categoryId) : undefined,
    query.condition && inArray(products.condition, query.condition),
    query.origin && inArray(products.origin, query.origin),
    query.brand && inArray(products.brand, query.brand),
    query.stock && stockConditions[query.stock],
    query.featured ? sql`${products.featured}` : undefined,
    query.withoutPicture ? isWithoutPicture : undefined,
  );
  const byTerms = search ? search.isIndexed && !search.isLongTermList : kinds > 1;
  const kind = byTerms ? hasKinds(query, chosen) : undefined;
  if (!search || !query.search) return { parts: [sql`${and(plain, kind)}`], inOrder: plain };
  const { isIndexed, condition, isMentioned, source } = search;
  const mentions = isIndexed
    ? condition
    : sql`${products.id} = any(array(select id from ${source} where ${isMentioned}))`;
  const isLabelled = hasLabel(query.search);
  return {
    parts: [sql`${and(plain, kind, mentions)}`, sql`${and(plain, isLabelled, sql`not ${isMentioned}`)}`],
    inOrder: and(plain, or(isMentioned, isLabelled)),
  };
}

function hasKinds(query: AdminProductQuery, chosen: ChosenCategory[]): SQL | undefined {
  const oneOf = <T>(values: T[] | undefined, term: (value: T) => string) =>
    values && hasOneOf(values.map(term));
  return and(
    oneOf(query.category && chosen, ({ id }) => kindTerms.category(id)),
    oneOf(query.brand, kindTerms.brand),
    oneOf(query.condition, kindTerms.condition),
    oneOf(query.origin, kindTerms.origin),
  );
}

/** What the list of a query holds, for those who read all of it in an order of theirs. */
export async function adminProductsMatching(
  db: Queryable,
  query: AdminProductQuery,
): Promise<SQL | undefined> {
  return (await conditionsOf(db, query)).inOrder;
}

/** What a label or an address says, whole. */
function hasLabel(words: string): SQL | undefined {
  return or(
    inArray(products.sku, [words, words.toUpperCase()]),
    eq(products.slug, words),
    eq(products.id, words),
  );
}

function inCategories(chosen: ChosenCategory[]): SQL {
  const ids = chosen.map(({ id }) => id);
  return ids.length > 0 ? inArray(products.categoryId, ids) : sql`false`;
}

/** True at this moment, and read from what is counted already; of the rest each count from an index alone. */
export async function countProducts(db: Queryable): Promise<ProductStats> {
  const counted = (condition: SQL) => sql`(select count(*) from ${products} where ${condition})`;
  const kept = (counts: SQL, where = sql`true`) =>
    sql`coalesce((select sum(${counts}) from cells where ${where}), 0)::int`;
  const { rows } = await db.execute<ProductStats>(sql`
    with cells as materialized ${facetBuckets}
    select ${kept(sql`products`)} as "total",
      ${kept(sql`products`, sql`in_stock`)} as "inStock",
      ${kept(sql`case when in_stock then low else products end`)} as "lowStock",
      ${kept(sql`products`, sql`not in_stock`)} as "soldOut",
      ${kept(sql`products`, sql`category_id = ''`)} as "withoutCategory",
      ${counted(sql`${isOnSale} and ${isWithoutPicture}`)} as "withoutPicture",
      ${counted(isNotNull(products.archivedAt))} as "archived"`);
  const [figures] = rows;
  if (!figures) throw new Error('The products could not be counted.');
  return figures;
}

const maxBrands = 500;

/** From one brand to the next by the index, so that a million products cost no more than a hundred. */
export async function listBrands(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<{ brand: string }>(sql`
    with recursive brands as (
      (select brand, 1 as number from ${products} order by brand limit 1)
      union all
      select (select brand from ${products} where brand > brands.brand order by brand limit 1), number + 1
      from brands where brands.brand is not null and number < ${maxBrands}
    )
    select brand from brands where brand is not null`);
  return rows.map(({ brand }) => brand).sort((a, b) => a.localeCompare(b, 'en'));
}

export async function findAdminProduct(db: Queryable, reference: string): Promise<AdminProduct> {
  const [more] = await db
    .select({ id: products.id, soldCount: products.soldCount, archivedAt: products.archivedAt })
    .from(products)
    .where(isProduct(reference))
    .limit(1);
  if (!more) throw productNotFound();
  const { id, soldCount, archivedAt } = more;
  return { ...(await findProduct(db, id)), soldCount, archivedAt: archivedAt?.toISOString() ?? null };
}
