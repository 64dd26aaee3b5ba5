import {
  type CardProduct,
  type CardProductList,
  maxOffset,
  type Product,
  type ProductList,
  type ProductQuery,
} from '@reprise/contract/catalog/product';
import type { ProductSort } from '@reprise/contract/catalog/product-sort';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../../platform/database/database.ts';
import { products } from '../catalog.tables.ts';
import { selectCards, selectProducts, toCard, toProduct } from '../product.queries.ts';
import { newestTier } from '../search/newest-hits.ts';
import { exactSearch, fuzzySearches, prepareSearch, type Search } from '../search/product-search.ts';
import { countingTierSize } from '../search/recency-tiers.ts';
import { maxCounted } from './facet-rows.ts';
import {
  type CountedMatches,
  countMatches,
  isCoveredByFacetCounts,
  type Matching,
  type Page,
  readFacetCounts,
} from './product-facets.ts';
import {
  allFilters,
  baseCondition,
  type ChosenCategory,
  filtersOf,
  findChosenCategories,
} from './product-filters.ts';

// A list takes at most three statements, whatever the size of the catalog: its categories, its counts, its page. A
// search first looks up its words, and counts fuzzy matches as well if known words have no exact match.

/** Returns a page of products with facet counts. */
export function listProducts(db: Db, query: ProductQuery): Promise<ProductList> {
  return list(db, query, readProducts);
}

/** Returns the same page with what a card shows of each product. */
export function listProductCards(db: Db, query: ProductQuery): Promise<CardProductList> {
  return list(db, query, readCards);
}

/** Reads the products of a page, in the order of the ids. */
type ReadRows<Row> = (db: Queryable, ids: SQL) => Promise<Row[]>;

const readProducts: ReadRows<Product> = async (db, ids) =>
  (
    await selectProducts(db)
      .innerJoin(...pageOfIds(ids))
      .orderBy(placeOnPage)
  ).map(toProduct);

const readCards: ReadRows<CardProduct> = async (db, ids) =>
  (
    await selectCards(db)
      .innerJoin(...pageOfIds(ids))
      .orderBy(placeOnPage)
  ).map(toCard);

const pageOfIds = (ids: SQL): [SQL, SQL] => [
  sql`unnest(${ids}) with ordinality as page (id, place)`,
  sql`page.id = ${products.id}`,
];
const placeOnPage = sql`page.place`;

async function list<Row>(db: Db, query: ProductQuery, readRows: ReadRows<Row>): Promise<ListOf<Row>> {
  const chosen = query.category ? await findChosenCategories(db, query.category) : [];
  const listMatching = (search: Search | null) => listMatches(db, query, chosen, search, readRows);
  if (!query.search) return listMatching(null);
  const parsed = await prepareSearch(db, query.search, { withTypos: true });
  const exact = exactSearch(parsed);
  let first: ListResult<Row> | undefined;
  for (const search of [exact, ...fuzzySearches(parsed)]) {
    if (search.hasNoMatches) continue;
    const next = await listMatching(search);
    if (next.hasMatches) return next;
    first ??= next;
  }
  return first?.match === 'exact' ? first : listMatching(exact);
}

type ListOf<Row> = Omit<ProductList, 'products'> & { products: Row[] };
type ListResult<Row> = ListOf<Row> & { hasMatches: boolean };

async function listMatches<Row>(
  db: Queryable,
  query: ProductQuery,
  chosen: ChosenCategory[],
  search: Search | null,
  readRows: ReadRows<Row>,
): Promise<ListResult<Row>> {
  const { page, limit } = pageOf(query);
  const matching = matchingOf(query, chosen, search);
  const counted = isCoveredByFacetCounts(query)
    ? await readFacetCounts(db, query, chosen)
    : await countMatches(db, query, chosen, matching, pageForCounts(query, search));
  const { total, atLeast, facets, hasMatches } = counted;
  const ids = pageIds(query, matching, counted);
  const rows = ids ? await readRows(db, ids) : [];
  if (query.after && rows.length === 0) await assertProductExists(db, query.after);
  return {
    products: rows,
    pagination: {
      ...paginationOf(page, limit, total),
      pages: paginationOf(page, limit, Math.min(total, maxOffset)).pages,
      ...(atLeast && { atLeast }),
    },
    facets,
    match: search?.match ?? 'exact',
    hasMatches,
  };
}

function matchingOf(query: ProductQuery, chosen: ChosenCategory[], search: Search | null): Matching {
  return {
    source: search?.source ?? sql`${products}`,
    base: and(search?.condition, baseCondition(query)),
    filters: filtersOf(query, chosen, { byTerms: Boolean(search?.isIndexed && !search.isLongTermList) }),
    inOrder: and(
      search?.matchesText,
      baseCondition(query),
      allFilters(filtersOf(query, chosen, { byTerms: false })),
    ),
    search,
  };
}

const rating = sql`(${products.ratingSum}::float8 / greatest(${products.reviewCount}, 1))`;
/** Discount as a share of the original price; 0 without one. */
const saving = sql`coalesce(1 - ${products.priceCents}::float8 / nullif(${products.originalPriceCents}, 0), 0)`;
const newestFirst = [desc(products.createdAt), desc(products.id)];

const orders: Record<ProductSort, SQL[]> = {
  newest: newestFirst,
  'price-low': [asc(products.priceCents), asc(products.id)],
  'price-high': [desc(products.priceCents), desc(products.id)],
  rating: [desc(rating), desc(products.reviewCount), desc(products.id)],
  saving: [desc(saving), ...newestFirst],
  // Without a search all products are equally relevant.
  relevance: newestFirst,
  name: [sql`lower(${products.name}) collate "C"`, asc(products.id)],
};

/** Fuzzy matches are sorted by relevance unless the query names another order. */
function isByRelevance(sort: ProductSort | undefined, search: Search | null): search is Search {
  return search !== null && (sort === 'relevance' || (sort === undefined && search.match === 'fuzzy'));
}

/** Returns the page whose ids the counts can determine, or null if its order differs from theirs. */
function pageForCounts(query: ProductQuery, search: Search | null): Page | null {
  const byRelevance = isByRelevance(query.sort, search);
  const { limit, offset } = pageOf(query);
  if (query.after) return null;
  return byRelevance || orders[query.sort ?? 'newest'] === newestFirst
    ? { byRelevance, limit, offset }
    : null;
}

/** SQL: array of the ids of the page in order; null for an empty page. */
function pageIds(query: ProductQuery, matching: Matching, counted: CountedMatches): SQL | null {
  const { total, atLeast } = counted;
  const { offset } = pageOf(query);
  // Pagination ends at the counted total or at `maxOffset`.
  if (offset >= Math.min(total, maxOffset)) return null;
  if (counted.page) return sql`${sql.param(counted.page)}::text[]`;
  const isSmall = total < maxCounted && !atLeast;
  const isNewestFirst = orders[query.sort ?? 'newest'] === newestFirst;
  if (!isSmall && isNewestFirst && matching.search?.isIndexed) {
    return newestIds(query, { ...matching, search: matching.search }, counted);
  }
  const { search } = matching;
  // Common matches: scan the sort index until the page is full. Rare matches: collect all, then sort.
  const isCommon = (counted.recent?.all ?? maxCounted) >= maxCounted;
  const ids =
    !isSmall && search?.isIndexed && !isCommon
      ? collectedIds(query, matching)
      : sortedIds(query, matching, { isSmall, knownIds: counted.ids });
  return sql`array(${ids})`;
}

/**
 * SQL: ids of a page in order. A few matches are collected and sorted; many are read along the sort index until the page
 * is full. The planner alone would scan the index for a few matches at its end.
 */
function sortedIds(
  query: ProductQuery,
  matching: Matching,
  { isSmall, knownIds }: { isSmall: boolean; knownIds: string[] | undefined },
): SQL {
  const { source, base, filters, inOrder, search } = matching;
  const { limit, offset } = pageOf(query);
  const order = orders[query.sort ?? 'newest'];
  const isAfterCursor = query.after ? isOlderThan(query.after) : sql`true`;
  if (isSmall) {
    const matches = knownIds
      ? sql`select * from ${products} where ${products.id} = any(${sql.param(knownIds)}::text[])`
      : sql`select * from ${source} where ${and(base, allFilters(filters)) ?? sql`true`}`;
    return sql`select ${products.id} from (${matches} limit ${maxCounted}) products where ${isAfterCursor}
      order by ${commaList(order)} limit ${limit} offset ${offset}`;
  }
  const byRelevance = isByRelevance(query.sort, search) ? [desc(search.matchesName)] : [];
  return sql`select ${products.id} from ${source} where ${and(inOrder, isAfterCursor)}
    order by ${commaList([...byRelevance, ...order])} limit ${limit} offset ${offset}`;
}

/** SQL: older than this product; false if the product does not exist. */
function isOlderThan(id: string): SQL {
  return sql`(${products.createdAt}, ${products.id}) < (select created_at, id from ${products} where id = ${id})`;
}

/** Throws VALIDATION_ERROR for a deleted cursor, so that a client does not take the empty page for the last one. */
async function assertProductExists(db: Queryable, id: string): Promise<void> {
  if ((await db.$count(products, eq(products.id, id))) > 0) return;
  const message = 'This product no longer exists';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'after', message }] });
}

/** SQL: ids of a page from all matches. No limit on the CTE, so that the planner uses the index of terms. */
function collectedIds(query: ProductQuery, { base, filters }: Matching): SQL {
  const { limit, offset } = pageOf(query);
  return sql`with products as materialized (
      select id, name, price_cents, original_price_cents, rating_sum, review_count, created_at from ${products}
      where ${and(base, allFilters(filters))}
    )
    select id from products order by ${commaList(orders[query.sort ?? 'newest'])} limit ${limit} offset ${offset}`;
}

/** SQL: array of the ids of a page of the newest of many matches, name matches first when sorted by relevance. */
function newestIds(
  query: ProductQuery,
  { base, filters, search }: Matching & { search: Search },
  { recent }: CountedMatches,
): SQL {
  const { limit, offset } = pageOf(query);
  const needed = limit + offset;
  const { tiers } = search;
  // Lower bound: in a small shop the same number of matches is a larger share of the products.
  const share = (count = maxCounted) => count / countingTierSize;
  const byRelevance: boolean = isByRelevance(query.sort, search);
  const all = { condition: and(base, allFilters(filters)), needed, share: share(recent?.all), tiers };
  const pageOfMatches = (parts: SQL[], order: SQL[], matches: SQL) => sql`array(with ${commaList(parts)}
    select id from (${matches}) matches order by ${commaList(order)} limit ${limit} offset ${offset})`;
  const newestMatches = [sql`created_at desc`, sql`id desc`];
  if (!byRelevance) return pageOfMatches(newestTier('newest', all), newestMatches, sql`table newest`);
  const named = {
    ...all,
    condition: and(search.nameCondition, baseCondition(query), allFilters(filters)),
    share: share(recent?.named),
    // Adjacent words in names are checked product by product, so the search is limited to the counted tier.
    isBounded: !search.isNameIndexExact && recent !== undefined,
  };
  const others = {
    ...all,
    condition: and(all.condition, sql`${products.id} not in (select id from named)`),
    share: Math.max(0, all.share - named.share),
    onlyIf: sql`(select count(*) from named) < ${needed}`,
  };
  const parts = [...newestTier('named', named), ...newestTier('others', others)];
  const matches = sql`select *, true as is_named from named union all select *, false from others`;
  return pageOfMatches(parts, [sql`is_named desc`, ...newestMatches], matches);
}

const commaList = (parts: SQL[]) => sql.join(parts, sql`, `);
