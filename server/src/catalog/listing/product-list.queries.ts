import {
  type CardProduct,
  type CardProductList,
  maxOffset,
  type Product,
  type ProductList,
  type ProductQuery,
} from '@reprise/contract/catalog/products/product';
import type { ProductSort } from '@reprise/contract/catalog/products/product-sort';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import { and, asc, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { byName } from '../../platform/database/by-name.ts';
import type { Db, Queryable } from '../../platform/database/database.ts';
import type { ListedFamily } from '../products/families/card-family.ts';
import { findDealIds, findPopularIds } from '../products/listing/chosen-offers.queries.ts';
import { maxCounted, withRareValues } from '../products/listing/facet-rows.ts';
import { savingShare } from '../products/listing/option-filters.ts';
import { selectCards, selectProducts, toCard, toProduct } from '../products/product.queries.ts';
import { products } from '../products/products.tables.ts';
import { noMatches, type ProductSearch } from '../products/search/product-search.ts';
import { readPrice } from '../products/search/read-price.ts';
import { postgresSearch, type SearchEngine } from '../products/search/search-engine.ts';
import { type CardMode, cardModeOf, productMode } from './card-mode.ts';
import { type CountedMatches, countMatches, type Matching, type Page } from './count-matches.ts';
import { hasMixedOrigins } from './facet-counts.ts';
import { collectedOffers, readFamiliesOfPage, walkedOffers, withFamilies } from './family-list.queries.ts';
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
import { matchesSearchEach, selectMatches } from './search-matches.ts';
import { firstInOrder, type OrderKey, orderOf, productsToWalk, walkedOrCollected } from './walk-matches.ts';

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
  page: { isFamilies: boolean; families: ListedFamily[] | null },
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
  requested: ProductQuery,
  engine: SearchEngine,
  readRows: ReadRows<Row>,
): Promise<ListOf<Row>> {
  const query = await amongChosen(db, requested);
  const priced = query.search ? readPrice(query.search) : null;
  if (!priced) return listInPrice(db, query, engine, readRows);
  const { text, words, isGuess, ...range } = priced;
  if (isGuess) {
    const asTyped = await listInPrice(db, query, engine, readRows);
    if (asTyped.match === 'exact' && asTyped.hasMatches) return asTyped;
  }
  const inPrice = await listInPrice(db, { ...range, ...query, search: text }, engine, readRows);
  const meaning = inPrice.search ?? { correctedQuery: null, missingWords: [], matchedWords: [] };
  if (inPrice.pagination.total > 0 || !text) return { ...inPrice, search: { ...meaning, price: range } };
  const others = await listInPrice(db, { ...query, search: text }, engine, readRows);
  if (others.pagination.total === 0) return { ...inPrice, search: { ...meaning, price: range } };
  const missingWords = [...(others.search?.missingWords ?? []), words];
  return { ...others, match: 'partial', search: { ...meaning, ...others.search, missingWords } };
}

/** Returns the query among the deals or the popular products if it asks for them. */
async function amongChosen(db: Db, query: ProductQuery): Promise<ProductQuery> {
  if (!query.deals && !query.popular) return query;
  const chosen = query.deals ? await findDealIds(db) : await findPopularIds(db);
  return { ...query, id: query.id ? chosen.filter((id) => query.id?.includes(id)) : chosen };
}

/** Lists the products of a query whose text names no price. */
async function listInPrice<Row>(
  db: Db,
  query: ProductQuery,
  engine: SearchEngine,
  readRows: ReadRows<Row>,
): Promise<ListResult<Row>> {
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
    facets: query.show ? { ...facets, hasMixedOrigins: await hasMixedOrigins(db) } : facets,
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
const up = (by: SQLWrapper): OrderKey => ({ by, direction: asc });
const down = (by: SQLWrapper): OrderKey => ({ by, direction: desc });
const newestFirst = [down(products.createdAt), down(products.id)];

/** Order of a list; deals and popular products have orders of their own, which no index serves. */
type ListOrder = ProductSort | 'deals' | 'popular';

const sortOf = ({ sort, deals, popular }: ProductQuery): ListOrder =>
  sort ?? (deals ? 'deals' : popular ? 'popular' : 'newest');

const orders: Record<ListOrder, OrderKey[]> = {
  newest: newestFirst,
  'price-low': [up(products.priceCents), up(products.id)],
  'price-high': [down(products.priceCents), down(products.id)],
  rating: [down(rating), down(products.reviewCount), down(products.id)],
  saving: [down(savingShare), ...newestFirst],
  deals: [down(sql`(${products.saleEndsAt} is not null)`), down(savingShare), ...newestFirst],
  popular: [down(products.soldCount), ...newestFirst],
  // Without a search all products are equally relevant.
  relevance: newestFirst,
  name: [up(byName(products.name)), up(products.id)],
};

/** Columns that the orders need, beside the id. Those of a price are in an index by id. */
const orderColumns: Record<ListOrder, PgColumn[]> = {
  newest: [products.createdAt],
  'price-low': [products.priceCents],
  'price-high': [products.priceCents],
  rating: [products.ratingSum, products.reviewCount],
  saving: [products.priceCents, products.originalPriceCents, products.createdAt],
  deals: [products.saleEndsAt, products.priceCents, products.originalPriceCents, products.createdAt],
  popular: [products.soldCount, products.createdAt],
  relevance: [products.createdAt],
  name: [products.name],
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
  const keys = orders[sortOf(query)];
  const byRelevance = isByRelevance(query);
  return { byRelevance, limit, offset, order: orderOf(keys), isNewestFirst: keys === newestFirst };
}

/** Pagination ends at the counted total or at `maxOffset`. */
const isPastEnd = (query: ProductQuery, { total }: CountedMatches): boolean =>
  pageOf(query).offset >= Math.min(total, maxOffset);

/** SQL: array of the offers of the cards of families. */
const offersOf = (families: ListedFamily[]) =>
  sql`${sql.param(families.map(({ offer_ids: [first] }) => first))}::text[]`;

/** SQL: array of the ids of the page in order; null for an empty page. */
function pageIds(
  query: ProductQuery,
  matching: Matching,
  counted: CountedMatches,
  mode: CardMode,
): SQL | null {
  if (isPastEnd(query, counted)) return null;
  if (mode.isFamilies) return familyPage(query, matching, counted);
  if (counted.page) return sql`${sql.param(counted.page)}::text[]`;
  return offerPage(query, matching, counted);
}

/** SQL: array of the offers of a page in order. */
function offerPage(query: ProductQuery, matching: Matching, counted: CountedMatches): SQL {
  const { limit, offset } = pageOf(query);
  const sort = sortOf(query);
  const page = (order: SQL) => sql`order by ${order} limit ${limit} offset ${offset}`;
  const isAfterCursor = query.after ? isOlderThan(query.after) : undefined;
  const { base, plainFilters, search } = matching;
  const isSmall = counted.total < maxCounted && !counted.atLeast;
  if (!isSmall && !search) {
    // Common matches are read along the sort index until the page is full.
    const condition = and(base, allFilters(plainFilters), isAfterCursor);
    return sql`array(select ${products.id} from ${products} where ${condition} ${page(orderOf(orders[sort]))})`;
  }
  const columns = new Set([products.id, ...orderColumns[sort], ...(query.after ? [products.createdAt] : [])]);
  const matches = collectMatches(matching, counted, sql.join([...columns], sql`, `));
  const collected = sql`array(with products as materialized (${matches})
    select id from products where ${isAfterCursor ?? sql`true`} ${page(orderOf(orders[sort]))})`;
  const toWalk = productsToWalk(counted.share ?? 0, { limit, offset, isFamilies: false });
  if (isSmall || !search || !toWalk) return collected;
  const { from, order } = firstInOrder(matching, { keys: orders[sort], count: toWalk, isAfterCursor });
  const walked = sql`array(select ${products.id} from ${from} where ${matchesSearchEach(search)} ${page(order)})`;
  return walkedOrCollected(walked, collected, limit);
}

/** SQL: array of the offers of a page of families in order. */
function familyPage(query: ProductQuery, matching: Matching, { share = 0 }: CountedMatches): SQL {
  const page = pageInOrder(query);
  const { search } = matching;
  if (!search) return walkedOffers(matching, page);
  const collected = collectedOffers({ ...matching, search }, page);
  const toWalk = productsToWalk(share, { ...page, isFamilies: true });
  if (!toWalk) return collected;
  const { from, order } = firstInOrder(matching, { keys: orders[sortOf(query)], count: toWalk });
  return walkedOrCollected(walkedOffers(matching, { ...page, order }, from), collected, page.limit);
}

/** SQL: columns of all matches, which the counts may know by id. */
function collectMatches({ search, ...list }: Matching, { ids }: CountedMatches, columns: SQL): SQL {
  if (!ids && search) return selectMatches({ ...list, search }, { columns });
  const isMatch = ids
    ? sql`${products.id} = any(${sql.param(ids)}::text[])`
    : (and(list.base, allFilters(list.filters)) ?? sql`true`);
  return sql`select ${columns} from ${products} where ${isMatch} limit ${maxCounted}`;
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
