import {
  type CardProduct,
  type CardProductList,
  maxOffset,
  type Product,
  type ProductList,
  type ProductQuery,
} from '@reprise/contract/catalog/products/product';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../../../platform/database/database.ts';
import type { ListedFamily } from '../families/card-family.ts';
import { selectCards, selectProducts, toCard, toProduct } from '../product.queries.ts';
import { products } from '../products.tables.ts';
import { noMatches, type ProductSearch } from '../search/product-search.ts';
import { readPrice } from '../search/read-price.ts';
import { postgresSearch, type SearchEngine } from '../search/search-engine.ts';
import { findDealIds, findPopularIds } from './chosen-offers.queries.ts';
import { facetsOf } from './facet-rows.ts';
import { hasMixedOrigins, queryList } from './list-counts.queries.ts';
import { readFamilies, toFamilyCards } from './list-page.queries.ts';
import type { Listed } from './listed-products.ts';
import { type ListPlan, planList } from './plan-list.ts';
import {
  baseCondition,
  type ChosenCategory,
  filtersOf,
  filterTermsOf,
  findChosenCategories,
} from './product-filters.ts';

// A list is planned from its query. One statement counts it and reads the ids of its page, another the rows; one of
// families first its families. A search first looks up its words.

/** Returns a page of products with facet counts. */
export function listProducts(db: Db, query: ProductQuery, engine = postgresSearch): Promise<ProductList> {
  return list({ db, engine, readRows: readProducts }, query);
}

/** Returns the same page with what a card shows of each product. */
export function listProductCards(
  db: Db,
  query: ProductQuery,
  engine = postgresSearch,
): Promise<CardProductList> {
  return list({ db, engine, readRows: readCards }, query);
}

type Reader<Row> = {
  db: Db;
  engine: SearchEngine;
  /** Reads the products of these ids in order; `families` are those whose first offers they are. */
  readRows(db: Queryable, ids: string[], families: ListedFamily[]): Promise<Row[]>;
};

async function readProducts(db: Queryable, ids: string[]): Promise<Product[]> {
  const rows = await selectProducts(db)
    .innerJoin(...pageOfIds(ids))
    .orderBy(placeOnPage);
  return rows.map(toProduct);
}

async function readCards(db: Queryable, ids: string[], families: ListedFamily[]): Promise<CardProduct[]> {
  const rows = await selectCards(db)
    .innerJoin(...pageOfIds(ids))
    .orderBy(placeOnPage);
  return toFamilyCards(rows.map(toCard), families);
}

const pageOfIds = (ids: string[]): [SQL, SQL] => [
  sql`unnest(${sql.param(ids)}::text[]) with ordinality as page (id, place)`,
  sql`page.id = ${products.id}`,
];
const placeOnPage = sql`page.place`;

async function list<Row>(reader: Reader<Row>, requested: ProductQuery): Promise<ListOf<Row>> {
  const query = await amongChosen(reader.db, requested);
  const priced = query.search ? readPrice(query.search) : null;
  if (!priced) return listInPrice(reader, query);
  const { text, words, isGuess, ...range } = priced;
  if (isGuess) {
    const asTyped = await listInPrice(reader, query);
    if (asTyped.match === 'exact' && asTyped.hasMatches) return asTyped;
  }
  const inPrice = await listInPrice(reader, { ...range, ...query, search: text });
  const meaning = inPrice.search ?? { correctedQuery: null, missingWords: [], matchedWords: [] };
  if (inPrice.pagination.total > 0 || !text) return { ...inPrice, search: { ...meaning, price: range } };
  const others = await listInPrice(reader, { ...query, search: text });
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

type ListOf<Row> = Omit<ProductList, 'products'> & { products: Row[] };
type ListResult<Row> = ListOf<Row> & { hasMatches: boolean };

/** Lists the products of a query whose text names no price, by the first meaning of its words that has matches. */
async function listInPrice<Row>(reader: Reader<Row>, query: ProductQuery): Promise<ListResult<Row>> {
  const { db, engine } = reader;
  const plan = planList(query);
  const chosen = query.category ? await findChosenCategories(db, query.category) : [];
  if (!query.search) return listMatches(reader, query, plan, chosen, null);
  const options = { byRelevance: plan.order === 'relevance', filterTerms: filterTermsOf(query, chosen) };
  let first: ListResult<Row> | undefined;
  for await (const { search, interpretation } of engine.query(db, query.search, options)) {
    const matches = await listMatches(reader, query, plan, chosen, search);
    const next = { ...matches, search: interpretation };
    if (next.hasMatches) return next;
    first ??= next;
  }
  return first ?? listMatches(reader, query, plan, chosen, noMatches);
}

async function listMatches<Row>(
  { db, readRows }: Reader<Row>,
  query: ProductQuery,
  plan: ListPlan,
  chosen: ChosenCategory[],
  search: ProductSearch | null,
): Promise<ListResult<Row>> {
  const listed: Listed = {
    source: search ? sql`search_matches products` : sql`${products}`,
    base: baseCondition(query),
    filters: filtersOf(query, chosen),
    search,
  };
  const { counts, ids } = await queryList(db, plan, listed);
  const { total, hasMatches, facets } = facetsOf(counts, query, chosen, {
    hasOptions: plan.facets.includes('family'),
    areLowerBounds: search?.lowerBounds !== undefined,
  });
  const hasFamilies = plan.cards === 'families' && ids.length > 0;
  const families = hasFamilies ? await readFamilies(db, ids, listed) : [];
  const offers = hasFamilies ? families.flatMap(({ offer_ids: [first] }) => first ?? []) : ids;
  const rows = offers.length > 0 ? await readRows(db, offers, families) : [];
  if (query.after && rows.length === 0) await assertProductExists(db, query.after);
  return {
    products: rows,
    pagination: {
      ...paginationOf(pageOf(query).page, plan.limit, total),
      pages: paginationOf(1, plan.limit, Math.min(total, maxOffset)).pages,
      ...(search?.lowerBounds === 'all' && { atLeast: true }),
    },
    facets: query.show ? { ...facets, hasMixedOrigins: await hasMixedOrigins(db) } : facets,
    match: search?.match ?? 'exact',
    hasMatches,
  };
}

/** Throws VALIDATION_ERROR for a deleted cursor, so that a client does not take the empty page for the last one. */
async function assertProductExists(db: Queryable, id: string): Promise<void> {
  if ((await db.$count(products, eq(products.id, id))) > 0) return;
  const message = 'This product no longer exists';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'after', message }] });
}
