import type { Product, ProductList, ProductQuery } from '@reprise/contract/catalog';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import type { ProductSort } from '@reprise/contract/product-sort';
import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../platform/database.ts';
import { products } from './catalog.tables.ts';
import { idsInFirstWindow, newestFound } from './newest-found.ts';
import { selectProducts, toProduct } from './product.queries.ts';
import {
  areKept,
  type Counted,
  countFound,
  type Matching,
  mostCounted,
  readKeptCounts,
} from './product-facets.ts';
import {
  allFilters,
  baseCondition,
  type ChosenCategory,
  filtersOf,
  findChosenCategories,
} from './product-filters.ts';
import { fuzzySearch, literalSearch, prepareSearch, type Search } from './product-search.ts';
import { countedAmong } from './search-windows.ts';

// A list costs three statements at most, whatever the size of the catalogue: the categories it names, its counts,
// its page. A search costs one more, which looks its words up; only words that nothing holds cost two more again.

/** A page of products with facet counts. */
export async function listProducts(db: Db, query: ProductQuery): Promise<ProductList> {
  const chosen = query.category ? await findChosenCategories(db, query.category) : [];
  if (!query.search) return listMatching(db, query, chosen, null);
  const searched = await prepareSearch(db, query.search);
  const literally = literalSearch(searched);
  const literal = literally.isVain ? null : await listMatching(db, query, chosen, literally);
  if (literal?.held) return literal;
  const near = await fuzzySearch(db, searched);
  const nearby = near && !near.isVain ? await listMatching(db, query, chosen, near) : null;
  return nearby?.held ? nearby : (literal ?? listMatching(db, query, chosen, literally));
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
    : await countFound(db, query, chosen, matching);
  const { total, atLeast, facets, held } = counted;
  return {
    products: await readPage(db, query, matching, counted),
    pagination: { ...paginationOf(page, limit, total), ...(atLeast && { atLeast }) },
    facets,
    match: search?.match ?? 'exact',
    held,
  };
}

function matchingOf(query: ProductQuery, chosen: ChosenCategory[], search: Search | null): Matching {
  return {
    source: search?.source ?? sql`${products}`,
    base: and(search?.condition, baseCondition(query)),
    filters: filtersOf(query, chosen, { byTerms: search?.isIndexed ?? false }),
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

async function readPage(
  db: Queryable,
  query: ProductQuery,
  matching: Matching,
  counted: Counted,
): Promise<Product[]> {
  const { total, atLeast } = counted;
  const { limit, offset } = pageOf(query);
  if (total === 0 || (!atLeast && offset >= total)) return [];
  const areFew = total < mostCounted && !atLeast;
  const isNewestFirst = orders[query.sort ?? 'newest'] === newestFirst;
  if (!areFew && isNewestFirst && matching.search?.isIndexed) {
    return readNewest(db, query, { ...matching, search: matching.search }, counted);
  }
  const { search } = matching;
  // Of what is common some is met soon along any order; what is not must be gathered to be put in order.
  const isCommon = (counted.recent?.all ?? mostCounted) >= mostCounted;
  const ids =
    !areFew && search?.isIndexed && !isCommon
      ? gatheredIds(query, matching)
      : pageIds(query, matching, { areFew, found: counted.ids });
  return readRows(db, sql`array(${ids})`, limit);
}

async function readRows(db: Queryable, ids: SQL, limit: number, offset = 0): Promise<Product[]> {
  const rows = await selectProducts(db)
    .innerJoin(sql`unnest(${ids}) with ordinality as page (id, place)`, sql`page.id = ${products.id}`)
    .where(sql`page.place > ${offset}`)
    .orderBy(sql`page.place`)
    .limit(limit);
  return rows.map(toProduct);
}

/**
 * The ids of a page in their order. Few are found first, if they were not when they were counted, and sorted then; of many the order's own index is followed
 * until the page is full. Left to itself the planner would take the second way for a few that stand at its end.
 */
function pageIds(
  query: ProductQuery,
  matching: Matching,
  { areFew, found }: { areFew: boolean; found: string[] | undefined },
): SQL {
  const { source, base, filters, inOrder, search } = matching;
  const { limit, offset } = pageOf(query);
  const byRelevance = isByRelevance(query.sort, search);
  if (areFew) {
    const order = byRelevance ? [desc(search.isInName), ...newestFirst] : orders[query.sort ?? 'newest'];
    const few = found
      ? sql`select * from ${products} where ${products.id} = any(${sql.param(found)}::text[])`
      : sql`select * from ${source} where ${and(base, allFilters(filters)) ?? sql`true`} limit ${mostCounted}`;
    return sql`select ${products.id} from (${few}) products order by ${list(order)} limit ${limit} offset ${offset}`;
  }
  if (!byRelevance) {
    return sql`select ${products.id} from ${source} where ${inOrder}
      order by ${list(orders[query.sort ?? 'newest'])} limit ${limit} offset ${offset}`;
  }
  return sql`select ${products.id} from ${source} where ${inOrder}
    order by ${list([desc(search.isInName), ...newestFirst])} limit ${limit} offset ${offset}`;
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
  const share = (finds = mostCounted) => finds / countedAmong;
  const byRelevance: boolean = isByRelevance(query.sort, search);
  const all = { condition: and(base, allFilters(filters)), needed, share: share(recent?.all), windows };
  const named = {
    ...all,
    condition: and(search.named, baseCondition(query), allFilters(filters)),
    share: share(recent?.named),
    // Which names hold several words side by side is asked of each product that has them: not of all of them.
    isBounded: !search.isNamedExactly && recent !== undefined,
  };
  const first = byRelevance ? named : all;
  const page = await readRows(db, sql`array(${idsInFirstWindow(first)})`, limit, offset);
  if (page.length === limit) return page;
  const ids = await newestFound(db, first);
  if (byRelevance && ids.length < needed) {
    const others = {
      ...all,
      condition: and(all.condition, sql`${products.id} <> all(${sql.param(ids)}::text[])`),
      needed: needed - ids.length,
      share: Math.max(0, all.share - named.share),
    };
    ids.push(...(await newestFound(db, others)));
  }
  return readRows(db, sql`${sql.param(ids)}::text[]`, limit, offset);
}

const list = (parts: SQL[]) => sql.join(parts, sql`, `);
