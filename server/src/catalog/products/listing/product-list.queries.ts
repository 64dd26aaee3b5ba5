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
import { countList, hasMixedOrigins } from './list-counts.queries.ts';
import { pageOfProducts, readFamilies, toFamilyCards } from './list-page.queries.ts';
import { type Listed, listedProducts } from './listed-products.ts';
import { type ListPlan, planList } from './plan-list.ts';
import { type ChosenCategory, filterTermsOf, findChosenCategories } from './product-filters.ts';

// A list is planned from its query, counted and read: its categories, its counts, its page; one of families first its
// families. A search first looks up its words.

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

/** Reads the products of these ids in order; `families` are those whose first offers they are. */
type ReadRows<Row> = (db: Queryable, ids: SQL, families: ListedFamily[]) => Promise<Row[]>;

const readProducts: ReadRows<Product> = async (db, ids) =>
  (
    await selectProducts(db)
      .innerJoin(...pageOfIds(ids))
      .orderBy(placeOnPage)
  ).map(toProduct);

const readCards: ReadRows<CardProduct> = async (db, ids, families) => {
  const rows = await selectCards(db)
    .innerJoin(...pageOfIds(ids))
    .orderBy(placeOnPage);
  return toFamilyCards(rows.map(toCard), families);
};

async function readPage<Row>(db: Queryable, plan: ListPlan, listed: Listed, readRows: ReadRows<Row>) {
  if (plan.cards === 'products') return readRows(db, sql`array(${pageOfProducts(plan, listed)})`, []);
  const families = await readFamilies(db, plan, listed);
  const firstOffers = families.map(({ offer_ids: [first] }) => first);
  return readRows(db, sql`${sql.param(firstOffers)}::text[]`, families);
}

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
  const options = {
    byRelevance: planList(query).order === 'relevance',
    filterTerms: filterTermsOf(query, chosen),
  };
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
  const { page, limit, offset } = pageOf(query);
  const plan = planList(query);
  const listed = listedProducts(query, chosen, search);
  const counts = await countList(db, plan, listed);
  const { total, hasMatches, facets } = facetsOf(counts, query, chosen, {
    hasOptions: plan.facets.includes('family'),
    areLowerBounds: search?.lowerBounds !== undefined,
  });
  const isPastEnd = offset >= Math.min(total, maxOffset);
  const rows = isPastEnd ? [] : await readPage(db, plan, listed, readRows);
  if (query.after && rows.length === 0) await assertProductExists(db, query.after);
  return {
    products: rows,
    pagination: {
      ...paginationOf(page, limit, total),
      pages: paginationOf(page, limit, Math.min(total, maxOffset)).pages,
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
