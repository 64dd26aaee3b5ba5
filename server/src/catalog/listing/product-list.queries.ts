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
import { noMatches, type ProductSearch } from '../search/product-search.ts';
import { postgresSearch, type SearchEngine } from '../search/search-engine.ts';
import { type CardMode, cardModeOf, productMode } from './card-mode.ts';
import { type CountedMatches, countMatches, type Matching, type Page } from './count-matches.ts';
import { maxCounted, withRareValues } from './facet-rows.ts';
import {
  collectedOffers,
  type FamilyRow,
  readFamiliesOfPage,
  walkedOffers,
  withFamilies,
} from './family-list.queries.ts';
import { savingShare } from './option-filters.ts';
import { isCoveredByFacetCounts, readFacetCounts } from './product-facets.ts';
import {
  allFilters,
  baseCondition,
  type ChosenCategory,
  filtersOf,
  filterTermsOf,
  findChosenCategories,
} from './product-filters.ts';
import { withRareOptions } from './rare-options.ts';
import { matchesSearch, selectMatches } from './search-matches.ts';

// A list takes at most three statements, whatever the size of the catalog: its categories, its counts, its page; one of
// families a fourth, what they have; one of a large category another, its rare options. A search first looks up its
// words, and counts fuzzy matches as well if known words have no exact match.

/** Returns a page of products with facet counts. */
export function listProducts(db: Db, query: ProductQuery, engine = postgresSearch): Promise<ProductList> {
  return list(db, query, engine, readProducts);
}

/** Returns the same page with what a card shows of each product. */
export function listProductCards(
  db: Db,
  query: ProductQuery,
  engine = postgresSearch,
): Promise<CardProductList> {
  return list(db, query, engine, readCards);
}

/** Reads the products of a page, in the order of the ids. */
type ReadRows<Row> = (
  db: Queryable,
  ids: SQL,
  matching: Matching,
  page: { isFamilies: boolean; families: FamilyRow[] | null },
) => Promise<Row[]>;

const readProducts: ReadRows<Product> = async (db, ids) =>
  (
    await selectProducts(db)
      .innerJoin(...pageOfIds(ids))
      .orderBy(placeOnPage)
  ).map(toProduct);

const readCards: ReadRows<CardProduct> = async (db, ids, matching, { isFamilies, families }) => {
  const rows = await selectCards(db)
    .innerJoin(...pageOfIds(ids))
    .orderBy(placeOnPage);
  const cards = rows.map(toCard);
  return isFamilies ? withFamilies(db, cards, matching, families) : cards;
};

const pageOfIds = (ids: SQL): [SQL, SQL] => [
  sql`unnest(${ids}) with ordinality as page (id, place)`,
  sql`page.id = ${products.id}`,
];
const placeOnPage = sql`page.place`;

async function list<Row>(
  db: Db,
  query: ProductQuery,
  engine: SearchEngine,
  readRows: ReadRows<Row>,
): Promise<ListOf<Row>> {
  const chosen = query.category ? await findChosenCategories(db, query.category) : [];
  const listMatching = (search: ProductSearch | null) => listMatches(db, query, chosen, search, readRows);
  if (!query.search) return listMatching(null);
  const options = { byRelevance: isByRelevance(query), filterTerms: filterTermsOf(query, chosen) };
  let first: ListResult<Row> | undefined;
  for await (const { search, interpretation } of engine.query(db, query.search, options)) {
    const next = { ...(await listMatching(search)), search: interpretation };
    if (next.hasMatches) return next;
    first ??= next;
  }
  return first ?? listMatching(noMatches);
}

type ListOf<Row> = Omit<ProductList, 'products'> & { products: Row[] };
type ListResult<Row> = ListOf<Row> & { hasMatches: boolean };

async function listMatches<Row>(
  db: Queryable,
  query: ProductQuery,
  chosen: ChosenCategory[],
  search: ProductSearch | null,
  readRows: ReadRows<Row>,
): Promise<ListResult<Row>> {
  const { page, limit } = pageOf(query);
  const matching = matchingOf(query, chosen, search);
  const mode = cardModeOf(query);
  const counted = await count(db, query, chosen, matching, mode);
  const { total, atLeast, facets, hasMatches } = counted;
  const { isFamilies } = mode;
  const familyIds = isFamilies && !isPastEnd(query, counted) ? counted.page : undefined;
  const families = familyIds ? await readFamiliesOfPage(db, familyIds, matching) : null;
  const ids = families ? offersOf(families) : pageIds(query, matching, counted, mode);
  const rows = ids ? await readRows(db, ids, matching, { isFamilies, families }) : [];
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

async function count(
  db: Queryable,
  query: ProductQuery,
  chosen: ChosenCategory[],
  matching: Matching,
  mode: CardMode,
): Promise<CountedMatches> {
  const page = pageForCounts(query, mode);
  const countSets = async () =>
    withRareOptions(db, chosen, matching, await countMatches(db, query, chosen, matching, { page, mode }));
  if (!isCoveredByFacetCounts(query)) return countSets();
  if (mode === productMode) return readFacetCounts(db, query, chosen);
  const counted = await countSets();
  if (mode.isFamilies && !counted.facets.atLeast) return counted;
  // The facet counts know each product: the number of cards, or which values there are at all.
  const products = await readFacetCounts(db, query, chosen);
  const { options } = counted.facets;
  return mode.isFamilies
    ? { ...counted, facets: withRareValues(counted.facets, products.facets) }
    : { ...products, facets: { ...products.facets, ...(options && { options }) } };
}

function matchingOf(query: ProductQuery, chosen: ChosenCategory[], search: ProductSearch | null): Matching {
  const plainFilters = filtersOf(query, chosen, { byTerms: false });
  const filters = search ? filtersOf(query, chosen, { byTerms: true }) : plainFilters;
  const { id, featured, discounted, stock } = query;
  const isUnfiltered = Object.keys(filters).length === 0 && !id && !featured && !discounted && !stock;
  return { base: baseCondition(query), filters, plainFilters, isUnfiltered, search };
}

const rating = sql`(${products.ratingSum}::float8 / greatest(${products.reviewCount}, 1))`;
const newestFirst = [desc(products.createdAt), desc(products.id)];

const orders: Record<ProductSort, SQL[]> = {
  newest: newestFirst,
  'price-low': [asc(products.priceCents), asc(products.id)],
  'price-high': [desc(products.priceCents), desc(products.id)],
  rating: [desc(rating), desc(products.reviewCount), desc(products.id)],
  saving: [desc(savingShare), ...newestFirst],
  // Without a search all products are equally relevant.
  relevance: newestFirst,
  name: [sql`lower(${products.name}) collate "C"`, asc(products.id)],
};

/** Searches are sorted by relevance unless the query names another order or a cursor, which needs a fixed one. */
function isByRelevance({ search, sort, after }: ProductQuery): boolean {
  return Boolean(search) && (sort === 'relevance' || (sort === undefined && after === undefined));
}

/** Returns the page whose ids the counts can determine, or null if its order differs from theirs. */
function pageForCounts(query: ProductQuery, { isFamilies }: CardMode): Page | null {
  if (query.after) return null;
  const page = pageInOrder(query);
  return isFamilies || page.byRelevance || page.isNewestFirst ? page : null;
}

function pageInOrder(query: ProductQuery): Page {
  const { limit, offset } = pageOf(query);
  const columns = orders[query.sort ?? 'newest'];
  const byRelevance = isByRelevance(query);
  return { byRelevance, limit, offset, order: commaList(columns), isNewestFirst: columns === newestFirst };
}

/** Pagination ends at the counted total or at `maxOffset`. */
const isPastEnd = (query: ProductQuery, { total }: CountedMatches): boolean =>
  pageOf(query).offset >= Math.min(total, maxOffset);

/** SQL: array of the offers of the cards of families. */
const offersOf = (families: FamilyRow[]) =>
  sql`${sql.param(families.map(({ offer_ids: [first] }) => first))}::text[]`;

/** SQL: array of the ids of the page in order; null for an empty page. */
function pageIds(
  query: ProductQuery,
  matching: Matching,
  counted: CountedMatches,
  mode: CardMode,
): SQL | null {
  const { total, atLeast } = counted;
  const { limit, offset } = pageOf(query);
  if (isPastEnd(query, counted)) return null;
  if (mode.isFamilies) {
    const { search } = matching;
    const page = pageInOrder(query);
    return search && !counted.isCommon
      ? collectedOffers({ ...matching, search }, page)
      : walkedOffers(matching, page);
  }
  if (counted.page) return sql`${sql.param(counted.page)}::text[]`;
  const order = sql`order by ${commaList(orders[query.sort ?? 'newest'])} limit ${limit} offset ${offset}`;
  const isAfterCursor = query.after ? isOlderThan(query.after) : undefined;
  const isSmall = total < maxCounted && !atLeast;
  if (isSmall || (matching.search && !counted.isCommon)) {
    // Rare matches are collected and sorted; the planner alone would scan the sort index for them.
    return sql`array(with products as materialized (${collectMatches(matching, counted)})
      select id from products where ${isAfterCursor ?? sql`true`} ${order})`;
  }
  // Common matches are read along the sort index until the page is full.
  const { base, plainFilters, search } = matching;
  const isMatch = search ? matchesSearch(search) : undefined;
  const condition = and(isMatch, base, allFilters(plainFilters), isAfterCursor);
  return sql`array(select ${products.id} from ${products} where ${condition} ${order})`;
}

/** SQL: the rows of all matches, which the counts may know by id. */
function collectMatches({ base, filters, plainFilters, search }: Matching, { ids }: CountedMatches): SQL {
  if (ids) return sql`select * from ${products} where ${products.id} = any(${sql.param(ids)}::text[])`;
  if (!search) {
    return sql`select * from ${products} where ${and(base, allFilters(filters)) ?? sql`true`} limit ${maxCounted}`;
  }
  const matches = selectMatches({ base, filters, plainFilters, search });
  return sql`select * from ${products} where ${products.id} = any(array(select id from (${matches}) matches))`;
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

const commaList = (parts: SQL[]) => sql.join(parts, sql`, `);
