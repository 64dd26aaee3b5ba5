import type { Product, ProductList, ProductQuery } from '@reprise/contract/catalog';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import type { ProductSort } from '@reprise/contract/product-sort';
import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../platform/database.ts';
import { products } from './catalog.tables.ts';
import { selectProducts, toProduct } from './product.queries.ts';
import { areKept, type Counted, countFound, mostCounted, readKeptCounts } from './product-facets.ts';
import {
  allFilters,
  baseCondition,
  type ChosenCategory,
  type Filters,
  filtersOf,
  findChosenCategories,
} from './product-filters.ts';
import { fuzzySearch, literalSearch, type Search } from './product-search.ts';

// A list costs three statements at most, whatever the size of the catalogue: the categories it names, its counts,
// its page. Only words that nothing holds cost two more.

/** A page of products with facet counts. */
export async function listProducts(db: Db, query: ProductQuery): Promise<ProductList> {
  const chosen = query.category ? await findChosenCategories(db, query.category) : [];
  if (!query.search) return listMatching(db, query, chosen, null);
  const literal = await listMatching(db, query, chosen, literalSearch(query.search));
  if (literal.held) return literal;
  const near = await fuzzySearch(db, query.search);
  return near === null ? literal : listMatching(db, query, chosen, near);
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

/** What the list of a query holds, for those who read all of it. Words are looked for as they are written. */
export async function productsMatching(db: Queryable, query: ProductQuery): Promise<SQL | undefined> {
  const chosen = query.category ? await findChosenCategories(db, query.category) : [];
  const search = query.search ? literalSearch(query.search) : null;
  const { base, filters } = matchingOf(query, chosen, search);
  return and(base, allFilters(filters));
}

type Matching = { source: SQL; base: SQL | undefined; filters: Filters; search: Search | null };

function matchingOf(query: ProductQuery, chosen: ChosenCategory[], search: Search | null): Matching {
  return {
    source: search?.source ?? sql`${products}`,
    base: and(search?.condition, baseCondition(query)),
    filters: filtersOf(query, chosen),
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
  { total, atLeast }: Counted,
): Promise<Product[]> {
  const { limit, offset } = pageOf(query);
  if (total === 0 || (!atLeast && offset >= total)) return [];
  const ids = pageIds(query, matching, total < mostCounted && !atLeast);
  const rows = await selectProducts(db)
    .innerJoin(sql`unnest(array(${ids})) with ordinality as page (id, place)`, sql`page.id = ${products.id}`)
    .orderBy(sql`page.place`)
    .limit(limit);
  return rows.map(toProduct);
}

/**
 * The ids of a page in their order. Few are found first and sorted then; of many the order's own index is followed
 * until the page is full. Left to itself the planner would take the second way for a few that stand at its end.
 */
function pageIds(query: ProductQuery, { source, base, filters, search }: Matching, areFew: boolean): SQL {
  const { limit, offset } = pageOf(query);
  const condition = and(base, allFilters(filters)) ?? sql`true`;
  const byRelevance = isByRelevance(query.sort, search);
  if (areFew) {
    const order = byRelevance ? [desc(search.isInName), ...newestFirst] : orders[query.sort ?? 'newest'];
    return sql`select ${products.id} from (
        select * from ${source} where ${condition} limit ${mostCounted}
      ) products order by ${list(order)} limit ${limit} offset ${offset}`;
  }
  if (!byRelevance) {
    return sql`select ${products.id} from ${products} where ${condition}
      order by ${list(orders[query.sort ?? 'newest'])} limit ${limit} offset ${offset}`;
  }
  // What is named so, then, where that does not fill the page, what mentions it. What holds the words in its name
  // holds them anyway: asked for both, the planner would take the finds for far fewer than they are.
  const part = (named: boolean, where: SQL | undefined) => sql`
    select ${products.id}, ${products.createdAt}, ${named} as named from ${products}
    where ${where} order by ${list(newestFirst)} limit ${limit + offset}`;
  const isNamed = and(search.isInName, baseCondition(query), allFilters(filters));
  const isNotFull = sql`(select count(*) from named) < ${limit + offset}`;
  return sql`
    with named as materialized (${part(true, isNamed)}),
    others as (${part(false, and(condition, sql`not ${search.isInName}`, isNotFull))})
    select id from (table named union all table others) parts
    order by named desc, created_at desc, id desc limit ${limit} offset ${offset}`;
}

const list = (parts: SQL[]) => sql.join(parts, sql`, `);
