import {
  maxOffset,
  type Product,
  type ProductList,
  type ProductQuery,
} from '@reprise/contract/catalog/catalog';
import type { ProductSort } from '@reprise/contract/catalog/product-sort';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../../platform/database/database.ts';
import { products } from '../catalog.tables.ts';
import { selectProducts, toProduct } from '../product.queries.ts';
import { newestTier } from '../search/newest-hits.ts';
import { fuzzySearches, literalSearch, prepareSearch, type Search } from '../search/product-search.ts';
import { countedAmong } from '../search/recency-tiers.ts';
import {
  areKept,
  type Counted,
  countFound,
  type Matching,
  maxCounted,
  type Page,
  readKeptCounts,
} from './product-facets.ts';
import {
  allFilters,
  baseCondition,
  type ChosenCategory,
  filtersOf,
  findChosenCategories,
} from './product-filters.ts';

// A list costs three statements at most, whatever the size of the catalogue: the categories it names, its counts,
// its page. A search looks its words up before that, and where all of them are known and nothing holds them as they
// stand, what is near is counted as well.

/** A page of products with facet counts. */
export async function listProducts(db: Db, query: ProductQuery): Promise<ProductList> {
  const chosen = query.category ? await findChosenCategories(db, query.category) : [];
  if (!query.search) return listMatching(db, query, chosen, null);
  const searched = await prepareSearch(db, query.search, { withSlips: true });
  const literally = literalSearch(searched);
  let found: Found | undefined;
  for (const search of [literally, ...fuzzySearches(searched)]) {
    if (search.hasNoMatches) continue;
    const next = await listMatching(db, query, chosen, search);
    if (next.held) return next;
    found ??= next;
  }
  return found?.match === 'exact' ? found : listMatching(db, query, chosen, literally);
}

type Found = ProductList & { held: boolean };

async function listMatching(
  db: Queryable,
  query: ProductQuery,
  chosen: ChosenCategory[],
  search: Search | null,
): Promise<Found> {
  const { page, limit } = pageOf(query);
  const matching = matchingOf(query, chosen, search);
  const counted = areKept(query)
    ? await readKeptCounts(db, query, chosen)
    : await countFound(db, query, chosen, matching, pageToFind(query, search));
  const { total, atLeast, facets, held } = counted;
  const shown = await readPage(db, query, matching, counted);
  if (query.after && shown.length === 0) await expectProduct(db, query.after);
  return {
    products: shown,
    pagination: {
      ...paginationOf(page, limit, total),
      pages: paginationOf(page, limit, Math.min(total, maxOffset)).pages,
      ...(atLeast && { atLeast }),
    },
    facets,
    match: search?.match ?? 'exact',
    held,
  };
}

function matchingOf(query: ProductQuery, chosen: ChosenCategory[], search: Search | null): Matching {
  return {
    source: search?.source ?? sql`${products}`,
    base: and(search?.condition, baseCondition(query)),
    filters: filtersOf(query, chosen, { byTerms: Boolean(search?.isIndexed && !search.isLongTermList) }),
    inOrder: and(
      search?.isMentioned,
      baseCondition(query),
      allFilters(filtersOf(query, chosen, { byTerms: false })),
    ),
    search,
  };
}

const rating = sql`(${products.ratingSum}::float8 / greatest(${products.reviewCount}, 1))`;
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
function isByRelevance(sort: ProductSort | undefined, search: Search | null): search is Search {
  return search !== null && (sort === 'relevance' || (sort === undefined && search.match === 'fuzzy'));
}

/** What the counts may tell of a page, if they are counted one by one. */
function pageToFind(query: ProductQuery, search: Search | null): Page | null {
  const byRelevance = isByRelevance(query.sort, search);
  const { limit, offset } = pageOf(query);
  if (query.after) return null;
  return byRelevance || orders[query.sort ?? 'newest'] === newestFirst
    ? { byRelevance, limit, offset }
    : null;
}

async function readPage(
  db: Queryable,
  query: ProductQuery,
  matching: Matching,
  counted: Counted,
): Promise<Product[]> {
  const { total, atLeast } = counted;
  const { offset } = pageOf(query);
  // Further nobody has counted, or nobody leafs.
  if (offset >= Math.min(total, maxOffset)) return [];
  if (counted.page) return readRows(db, sql`${sql.param(counted.page)}::text[]`);
  const areFew = total < maxCounted && !atLeast;
  const isNewestFirst = orders[query.sort ?? 'newest'] === newestFirst;
  if (!areFew && isNewestFirst && matching.search?.isIndexed) {
    return readNewest(db, query, { ...matching, search: matching.search }, counted);
  }
  const { search } = matching;
  // Of what is common some is met soon along any order; what is not must be gathered to be put in order.
  const isCommon = (counted.recent?.all ?? maxCounted) >= maxCounted;
  const ids =
    !areFew && search?.isIndexed && !isCommon
      ? gatheredIds(query, matching)
      : pageIds(query, matching, { areFew, found: counted.ids });
  return readRows(db, sql`array(${ids})`);
}

async function readRows(db: Queryable, ids: SQL): Promise<Product[]> {
  const rows = await selectProducts(db)
    .innerJoin(sql`unnest(${ids}) with ordinality as page (id, place)`, sql`page.id = ${products.id}`)
    .orderBy(sql`page.place`);
  return rows.map(toProduct);
}

/**
 * The ids of a page in their order. Few are found first, if they were not when they were counted, and sorted then; of
 * many the order's own index is followed until the page is full. Left to itself the planner would take the second way
 * for a few that stand at its end.
 */
function pageIds(
  query: ProductQuery,
  matching: Matching,
  { areFew, found }: { areFew: boolean; found: string[] | undefined },
): SQL {
  const { source, base, filters, inOrder, search } = matching;
  const { limit, offset } = pageOf(query);
  const order = orders[query.sort ?? 'newest'];
  const comesAfter = query.after ? isBehind(query.after) : sql`true`;
  if (areFew) {
    const few = found
      ? sql`select * from ${products} where ${products.id} = any(${sql.param(found)}::text[])`
      : sql`select * from ${source} where ${and(base, allFilters(filters)) ?? sql`true`}`;
    return sql`select ${products.id} from (${few} limit ${maxCounted}) products where ${comesAfter}
      order by ${list(order)} limit ${limit} offset ${offset}`;
  }
  const byRelevance = isByRelevance(query.sort, search) ? [desc(search.isInName)] : [];
  return sql`select ${products.id} from ${source} where ${and(inOrder, comesAfter)}
    order by ${list([...byRelevance, ...order])} limit ${limit} offset ${offset}`;
}

/** Newest first; nothing is behind a product that is not there. */
function isBehind(id: string): SQL {
  return sql`(${products.createdAt}, ${products.id}) < (select created_at, id from ${products} where id = ${id})`;
}

/** Whoever walks along the catalogue must not take a product that was deleted meanwhile for its end. */
async function expectProduct(db: Queryable, id: string): Promise<void> {
  if ((await db.$count(products, eq(products.id, id))) > 0) return;
  const message = 'There is no such product any more';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'after', message }] });
}

/** Without a limit of its own the gathering goes by the index of terms. */
function gatheredIds(query: ProductQuery, { base, filters }: Matching): SQL {
  const { limit, offset } = pageOf(query);
  return sql`with products as materialized (
      select id, name, price_cents, original_price_cents, rating_sum, review_count, created_at from ${products}
      where ${and(base, allFilters(filters))}
    )
    select id from products order by ${list(orders[query.sort ?? 'newest'])} limit ${limit} offset ${offset}`;
}

/** The newest of many that a search finds, those it finds in the name first where its relevance is asked for. */
async function readNewest(
  db: Queryable,
  query: ProductQuery,
  { base, filters, search }: Matching & { search: Search },
  { recent }: Counted,
): Promise<Product[]> {
  const { limit, offset } = pageOf(query);
  const needed = limit + offset;
  const { windows } = search;
  // In a smaller shop there are more than could be counted among fewer products.
  const share = (finds = maxCounted) => finds / countedAmong;
  const byRelevance: boolean = isByRelevance(query.sort, search);
  const all = { condition: and(base, allFilters(filters)), needed, share: share(recent?.all), windows };
  const pageOfFound = (parts: SQL[], order: SQL[], found: SQL) => sql`array(with ${list(parts)}
    select id from (${found}) found order by ${list(order)} limit ${limit} offset ${offset})`;
  const foundNewest = [sql`created_at desc`, sql`id desc`];
  if (!byRelevance)
    return readRows(db, pageOfFound(newestTier('newest', all), foundNewest, sql`table newest`));
  const named = {
    ...all,
    condition: and(search.named, baseCondition(query), allFilters(filters)),
    share: share(recent?.named),
    // Which names hold several words side by side is asked of each product that has them: not of all of them.
    isBounded: !search.isNamedExactly && recent !== undefined,
  };
  const others = {
    ...all,
    condition: and(all.condition, sql`${products.id} not in (select id from named)`),
    share: Math.max(0, all.share - named.share),
    onlyIf: sql`(select count(*) from named) < ${needed}`,
  };
  const parts = [...newestTier('named', named), ...newestTier('others', others)];
  const found = sql`select *, true as is_named from named union all select *, false from others`;
  return readRows(db, pageOfFound(parts, [sql`is_named desc`, ...foundNewest], found));
}

const list = (parts: SQL[]) => sql.join(parts, sql`, `);
