import type { Facets, ProductQuery } from '@reprise/contract/catalog/catalog';
import { type Condition, conditions, type Origin, origins } from '@reprise/contract/catalog/conditions';
import { type Cents, cents } from '@reprise/contract/money';
import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { categories, products } from '../catalog.tables.ts';
import { createdSince, type Search } from '../search/product-search.ts';
import { countedAmong, type Window } from '../search/recency-tiers.ts';
import { facetBuckets } from './facet-counts.ts';
import { allFilters, type ChosenCategory, type Filters } from './product-filters.ts';

/** What is not kept in counts is counted up to here, and no further. */
export const maxCounted = 1000;

export type Counted = {
  total: number;
  /** There are more than `total`. */
  atLeast: boolean;
  /** Whether anything at all meets the base condition, before the filters that have a facet. */
  held: boolean;
  /** All that match, where they were counted one by one and are not too many. */
  ids?: string[] | undefined;
  /** The ids of the page, where what was counted tells them. */
  page?: string[] | undefined;
  facets: Facets;
  /** How many match among the newest `countedAmong` products, and how many of these by their names. */
  recent?: { all: number; named: number };
};

const kinds = ['category', 'brand', 'condition', 'origin'] as const;
type Kind = (typeof kinds)[number];
const columnOf: Record<Kind, SQL> = {
  category: sql`category_id`,
  brand: sql`brand`,
  condition: sql`condition`,
  origin: sql`origin`,
};

/** A kind's row tells one of its values; the others tell of a whole set of products. */
type Facet = Kind | 'inStock' | 'price' | 'all';

type FacetRow = {
  facet: Facet;
  value: string | null;
  name: string | null;
  slug: string | null;
  count: number;
  in_stock: number;
  lowest: Cents | null;
  highest: Cents | null;
  at_least: boolean;
};

/** Rows of one set of products in one pass: by the kinds whose facets it answers, and of all of it. */
function facetRows(facet: Facet, by: readonly Kind[], from: SQL, figures: SQL): SQL {
  const isBy = (kind: Kind) => sql`grouping(${columnOf[kind]}) = 0`;
  const oneOf = (then: (kind: Kind) => SQL, otherwise: SQL) =>
    by.length === 0
      ? otherwise
      : sql`case ${sql.join(
          by.map((kind) => sql`when ${isBy(kind)} then ${then(kind)}`),
          sql` `,
        )} else ${otherwise} end`;
  const isOfKind = by.some((kind) => kind === facet);
  const sets = [...by.map((kind) => sql`(${columnOf[kind]})`), ...(isOfKind ? [] : [sql`()`])];
  return sql`select ${oneOf((kind) => sql`${kind}`, sql`${facet}::text`)} as facet,
      ${oneOf((kind) => columnOf[kind], sql`null::text`)} as value, ${figures}
    from ${from} group by grouping sets (${sql.join(sets, sql`, `)})`;
}

/** Whether the kept counts know the answer: they know no words, no ids and no prices. */
export function areKept(query: ProductQuery): boolean {
  const special = [query.featured, query.discounted, query.stock].filter(Boolean);
  const priced = query.minPrice !== undefined || query.maxPrice !== undefined;
  return !query.search && !query.id && !priced && special.length <= 1;
}

/** All counts of a list from the kept ones: as many rows as there are kinds of products, however many products. */
export async function readKeptCounts(
  db: Queryable,
  query: ProductQuery,
  chosen: ChosenCategory[],
): Promise<Counted> {
  const { cells, over } = keptCounts(query, chosen);
  const given = keptFilters(query, chosen);
  const facets = [
    over(
      'all',
      kinds.filter((kind) => !(kind in given)),
    ),
    ...kinds.flatMap((kind) => (kind in given ? [over(kind, [kind])] : [])),
    ...(given.inStock ? [over('inStock', [])] : []),
  ];
  const { rows } = await db.execute<FacetRow>(
    sql`with ${cells}, facets as (${sql.join(facets, sql` union all `)}) ${withCategoryNames}`,
  );
  return { ...facetsOf(rows, query, chosen), held: true };
}

/** The kept counts as a part of a `with`, and rows of them by the filters of a list, a facet's own left out. */
function keptCounts(query: ProductQuery, chosen: ChosenCategory[]) {
  const cells = sql`cells as materialized (select *, ${countedIn(query)} as counted from ${facetBuckets} cells)`;
  const figures = sql`coalesce(sum(counted), 0)::int as count, coalesce(sum(counted) filter (where in_stock), 0)::int as in_stock,
    min(lowest) as lowest, max(highest) as highest, false as at_least`;
  const given = Object.entries(keptFilters(query, chosen));
  const over = (facet: Facet, by: readonly Kind[]) => {
    const others = given.flatMap(([name, filter]) => (name === facet ? [] : [filter]));
    return facetRows(facet, by, sql`cells where ${and(sql`counted > 0`, ...others)}`, figures);
  };
  return { cells, over };
}

const withCategoryNames = sql`select facets.*, ${categories.name} as name, ${categories.slug} as slug
  from facets left join ${categories} on facets.facet = 'category' and ${categories.id} = facets.value`;

/** How many of a kind the list is about. */
function countedIn({ featured, discounted, stock }: ProductQuery): SQL {
  if (featured) return sql`featured`;
  if (discounted) return sql`discounted`;
  if (stock === 'low') return sql`low`;
  if (stock === 'out') return sql`case when in_stock then 0 else products end`;
  if (stock === 'in-stock') return sql`case when in_stock then products - low else 0 end`;
  return sql`products`;
}

/** The filters as the kinds know them. */
function keptFilters(query: ProductQuery, chosen: ChosenCategory[]): Partial<Record<Facet, SQL>> {
  const ids = chosen.map((category) => category.id);
  const given = {
    category: query.category && (ids.length > 0 ? inArray(sql`category_id`, ids) : sql`false`),
    brand: query.brand && inArray(sql`brand`, query.brand),
    condition: query.condition && inArray(sql`condition`, query.condition),
    origin: query.origin && inArray(sql`origin`, query.origin),
    inStock: query.inStock ? sql`in_stock` : undefined,
  };
  return Object.fromEntries(Object.entries(given).filter(([, filter]) => filter !== undefined));
}

/**
 * The same for lists whose counts are not kept. Every set of products that a count is about is looked at up to
 * `maxCounted`: one for the list itself and one for each filter that a facet leaves out. Where these tell what is on
 * the page, newest or most relevant first, its ids come along.
 */
export async function countFound(
  db: Queryable,
  query: ProductQuery,
  chosen: ChosenCategory[],
  { source, base, filters, search }: Matching,
  page: Page | null,
): Promise<Counted> {
  const window = search?.windows.find(({ size }) => size === countedAmong);
  const leftOut = Object.keys(filters) as (keyof Filters)[];
  const setOf = (name: string, condition: SQL | undefined) =>
    search?.isIndexed
      ? setByIndex(name, condition, search, window)
      : setInOrder(name, condition, source, search);
  // Between which prices there is something at all is kept, by kind.
  const { minPrice: _min, maxPrice: _max, ...atAnyPrice } = query;
  const isOfKinds = !query.featured && !query.discounted && !query.stock && areKept(atAnyPrice);
  const kept = isOfKinds ? keptCounts(query, chosen) : null;
  const counted = leftOut.filter((name) => !kept || name !== 'price');
  const sets = sql.join(
    [
      ...setOf('all', and(base, allFilters(filters))),
      ...counted.flatMap((name) => setOf(name, and(base, allFilters(filters, name)))),
      ...(kept ? [kept.cells] : []),
      sql`anything as materialized (select from ${source} where ${base ?? sql`true`})`,
    ],
    sql`, `,
  );
  const over = (facet: Facet, by: readonly Kind[]) => {
    const from = sql.identifier(`found_${facet}`);
    return facetRows(
      facet,
      by,
      sql`${from}`,
      sql`count(*)::int as count, (count(*) filter (where in_stock))::int as in_stock, min(price) as lowest,
        max(price) as highest, (select count(*) from ${from}) > ${maxCounted} as at_least`,
    );
  };
  const facets = [
    over(
      'all',
      kinds.filter((kind) => !leftOut.includes(kind)),
    ),
    ...counted.map((name) =>
      over(
        name,
        kinds.filter((kind) => kind === name),
      ),
    ),
    ...(kept ? [kept.over('price', [])] : []),
  ];
  const held = sql`case when exists (select from found_all) then true else exists (select from anything) end`;
  const { rows } = await db.execute<
    FacetRow & {
      held: boolean;
      ids: string[] | null;
      page: string[] | null;
      recent: number | null;
      recent_named: number | null;
    }
  >(
    sql`with ${sets}, facets as (${sql.join(facets, sql` union all `)}), named as (${withCategoryNames})
      select *, (${held}) as held, ${idsFound(page, Boolean(window))} from named`,
  );
  const [row] = rows;
  const all = rows.find(({ facet }) => facet === 'all');
  return {
    ...facetsOf(rows, query, chosen),
    held: row?.held ?? false,
    ids: all?.ids ?? undefined,
    page: all?.page ?? undefined,
    ...(window && { recent: { all: row?.recent ?? 0, named: row?.recent_named ?? 0 } }),
  };
}

/** A page of a list that begins with the newest, or by relevance with those named so. */
export type Page = { byRelevance: boolean; limit: number; offset: number };

/** Which ids were found with the counts: the page's, or all for a page in another order. Nothing is found twice. */
function idsFound(page: Page | null, hasRecent: boolean): SQL {
  const recent = (where = sql`true`) => sql`(select count(*) from some_recent_all where ${where})::int`;
  const counts = hasRecent
    ? sql`${recent()} as recent, ${recent(sql`named`)} as recent_named`
    : sql`null::int as recent, null::int as recent_named`;
  if (!page) {
    const all = sql`case when facet = 'all' and not at_least then (select array_agg(id) from found_all) end`;
    return sql`${all} as ids, null::text[] as page, ${counts}`;
  }
  const { byRelevance, limit, offset } = page;
  const order = sql`${byRelevance ? sql`named desc, ` : sql``}created_at desc, id desc`;
  const pageOf = (set: SQL) =>
    sql`array(select id from ${set} order by ${order} limit ${limit} offset ${offset})`;
  // All that are recent are known, and they are enough: what came before cannot be on the page.
  const tellsPage = sql`${recent(byRelevance ? sql`named` : undefined)} >= ${limit + offset} and ${recent()} <= ${maxCounted}`;
  const ofRecent = hasRecent ? sql`when ${tellsPage} then ${pageOf(sql`some_recent_all`)}` : sql``;
  return sql`null::text[] as ids, ${counts},
    case when facet <> 'all' then null when not at_least then ${pageOf(sql`found_all`)} ${ofRecent} end as page`;
}

export type Matching = {
  source: SQL;
  base: SQL | undefined;
  filters: Filters;
  /** All of it, for reading along the order of the list: nothing that only the index of terms knows at once. */
  inOrder: SQL | undefined;
  search: Search | null;
};

const countedColumns = sql`${products.id} as id, ${products.categoryId} as category_id, ${products.brand} as brand,
  ${products.condition} as condition, ${products.origin} as origin, ${products.scarcity} > 0 as in_stock,
  ${products.priceCents} as price, ${products.createdAt} as created_at`;

/** What an order's own index leads to soon. */
function setInOrder(name: string, condition: SQL | undefined, source: SQL, search: Search | null): SQL[] {
  return [
    sql`${sql.identifier(`found_${name}`)} as materialized (
      select ${countedColumns}, ${search?.isInName ?? sql`false`} as named from ${source} where ${condition ?? sql`true`} limit ${maxCounted + 1})`,
  ];
}

/**
 * What the index of terms finds: among the newest products first, then, where these hold too few, among more of them
 * if that promises enough, and among all at last, of which there are few then. The finds have no limit of their own: with one the planner would read the table instead.
 */
function setByIndex(
  name: string,
  condition: SQL | undefined,
  { isInName, windows }: Search,
  window: Window | undefined,
): SQL[] {
  const part = (of: string) => sql.identifier(`${of}_${name}`);
  const finds = (where: SQL | undefined) =>
    sql`materialized (select ${countedColumns}, ${isInName} as named from ${products} where ${where})`;
  const some = (of: string) => sql`materialized (select * from ${part(of)} limit ${maxCounted + 1})`;
  if (!window)
    return [sql`${part('whole')} as ${finds(condition)}`, sql`${part('found')} as ${some('whole')}`];
  const isMoreThan = (of: string, most: number) => sql`(select count(*) from ${part(of)}) > ${most}`;
  const areEnough = isMoreThan('some_recent', maxCounted);
  const wide = windows.find(({ size }) => size > window.size);
  const promisesEnough = isMoreThan(
    'some_recent',
    Math.floor((maxCounted * window.size) / (wide ?? window).size),
  );
  const inWide = wide
    ? and(condition, createdSince(wide), sql`not (${areEnough})`, promisesEnough)
    : sql`false`;
  const areEnoughInWide = isMoreThan('some_wide', maxCounted);
  return [
    sql`${part('recent')} as ${finds(and(condition, createdSince(window)))}`,
    sql`${part('some_recent')} as ${some('recent')}`,
    sql`${part('wide')} as ${finds(inWide)}`,
    sql`${part('some_wide')} as ${some('wide')}`,
    sql`${part('whole')} as ${finds(and(condition, sql`not (${areEnough})`, sql`not (${areEnoughInWide})`))}`,
    sql`${part('some_whole')} as ${some('whole')}`,
    sql`${part('found')} as materialized (
      select * from ${part('some_recent')} where ${areEnough}
      union all select * from ${part('some_wide')} where ${areEnoughInWide}
      union all table ${part('some_whole')})`,
  ];
}

function facetsOf(rows: FacetRow[], query: ProductQuery, chosen: ChosenCategory[]) {
  const of = (facet: Facet) => rows.filter((row) => row.facet === facet);
  const [all] = of('all');
  const [inStock, price] = [of('inStock')[0] ?? all, of('price')[0] ?? all];
  const countOf = (facet: Facet, value: string) => of(facet).find((row) => row.value === value)?.count ?? 0;
  const facets: Facets = {
    categories: byName(withChosen(categoryCounts(of('category')), chosen, 'id')),
    brands: byName(
      withChosen(
        of('brand').map(({ value, count }) => ({ name: value ?? '', count })),
        (query.brand ?? []).map((name) => ({ name })),
        'name',
      ),
    ),
    conditions: conditions.map((value: Condition) => ({ value, count: countOf('condition', value) })),
    origins: origins.map((value: Origin) => ({ value, count: countOf('origin', value) })),
    inStock: inStock?.in_stock ?? 0,
    price: { min: cents(price?.lowest ?? 0), max: cents(price?.highest ?? 0) },
    atLeast: rows.some((row) => row.at_least),
  };
  return {
    total: Math.min(all?.count ?? 0, all?.at_least ? maxCounted : Infinity),
    atLeast: all?.at_least ?? false,
    facets,
  };
}

/** A product may have no category. */
function categoryCounts(rows: FacetRow[]) {
  return rows.flatMap(({ value, name, slug, count }) =>
    value && name !== null ? [{ id: value, name, slug: slug ?? '', count }] : [],
  );
}

/** A choice that no longer matches anything stays in sight, or it could not be undone. */
function withChosen<T extends { count: number }, Key extends keyof T>(
  counted: T[],
  chosen: Omit<T, 'count'>[],
  key: Key & keyof Omit<T, 'count'>,
): T[] {
  const missing = chosen.filter((choice) => !counted.some((entry) => entry[key] === choice[key]));
  return [...counted, ...missing.map((choice) => ({ ...choice, count: 0 }) as unknown as T)];
}

function byName<T extends { name: string }>(entries: T[]): T[] {
  return entries.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
