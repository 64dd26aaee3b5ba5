import { conditions, origins } from '@reprise/contract/catalog/products/conditions';
import { optionNames } from '@reprise/contract/catalog/products/option-names';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import { batteryPromise } from '../battery-promise.ts';
import { deviceModels, productFamilies } from '../families/families.tables.ts';
import { isOnSale } from '../product.queries.ts';
import { categories, products } from '../products.tables.ts';
import type { FacetRow } from './facet-rows.ts';
import { pageOfList } from './list-page.queries.ts';
import type { Listed } from './listed-products.ts';
import { optionOf, savingPercent } from './option-filters.ts';
import {
  type ListPlan,
  type OptionFacet,
  optionFacets,
  type PlainFacet,
  plainFacets,
  stepsOfFacets,
} from './plan-list.ts';
import { allFilters, type Filters } from './product-filters.ts';
import { searchedProducts } from './search-matches.ts';

/**
 * Counts the cards of a list and of each facet, and reads the ids of its page. The matches are first grouped by all that
 * is counted; `is_brand` says that a group meets the filter of brands, so a facet is counted where all filters but its own
 * are met. Options are counted from groups of their own, so `matches` meet all filters of options.
 */
export async function queryList(
  db: Queryable,
  plan: ListPlan,
  listed: Listed,
): Promise<{ counts: FacetRow[]; ids: string[] }> {
  const { facets } = plan;
  const sets = [
    ...(listed.search ? [sql`search_matches as materialized (${searchedProducts(listed.search)})`] : []),
    groupMatches(plan, listed),
    ...(facets.includes('family') ? [groupOptions(plan, listed)] : []),
  ];
  const counts = [
    sql`select 'any' as facet, null as value, count(*)::int as count, null::bigint as lowest, null::bigint as highest
      from (select from ${listed.source} where ${listed.base} limit 1) listed`,
    countCards('all', plan, { value: none, from: matches, where: meets(listed, plainFacets) }),
    ...facets.map((facet) => countFacet(facet, plan, listed)),
    sql`select 'page', id, place::int, null, null from unnest(array(${pageOfList(plan, listed, sql`${matches} where ${meets(listed, plainFacets)}`)})) with ordinality page (id, place)`,
  ];
  const { rows } = await db.execute<FacetRow>(sql`
    with ${sql.join(sets, sql`, `)}
    select counted.*, coalesce(${categories.name}, ${productFamilies.name}) as name, ${categories.slug} as slug
    from (${sql.join(counts, sql` union all `)}) counted
    left join ${categories} on facet = 'category' and ${categories.id} = value
    left join ${productFamilies} on facet = 'family' and ${productFamilies.id} = value`);
  const page = rows.filter(({ facet }) => facet === 'page').sort((a, b) => a.count - b.count);
  return { counts: rows, ids: page.map(({ value }) => value ?? '') };
}

const matches = sql`matches`;
const options = sql`options`;
const none = sql`null::text`;
type Facet = PlainFacet | OptionFacet;

type Counted = { value: SQL; from: SQL; where: SQL; products?: SQL };

/** SQL: a row for each value with its number of cards, `products` of a group or families. */
function countCards(facet: string, { cards }: ListPlan, { value, from, where, products }: Counted): SQL {
  if (cards === 'products')
    return sql`select ${facet}::text, ${value}, sum(${products ?? sql`products`})::int, null::bigint, null::bigint
      from ${from} where ${where} group by 2`;
  return sql`select ${facet}::text, value, count(*)::int, null::bigint, null::bigint
    from (select distinct ${value} as value, family_id from ${from} where ${where}) cards group by value`;
}

/** SQL: a group meets the filters of these facets, except `omitted`. */
function meets({ filters }: Listed, facets: readonly Facet[], omitted?: Facet): SQL {
  const names = facets.filter((name) => name in filters && name !== omitted);
  return and(...names.map((name) => sql`${flagOf(name)}`)) ?? sql`true`;
}

const flagOf = (name: Facet) => sql.identifier(`is_${name}`);

/** SQL: for each of these facets with a filter, true if a product meets it. */
const flagsOf = ({ filters }: Listed, facets: readonly Facet[]) =>
  facets.flatMap((name) =>
    filters[name] ? [{ name: `is_${name}`, value: sql`(${filters[name]}) is true` }] : [],
  );

type Column = { name: string; value: SQL };

const named = (columns: Column[]) =>
  columns.map(({ name, value }) => sql`${value} as ${sql.identifier(name)}`);
const commaSeparated = (parts: SQL[]) => sql.join(parts, sql`, `);

/** SQL: `columns` of products, with the number of products that have the same, their lowest and highest price and `maxima`. */
function grouped(columns: Column[], from: SQL, where: SQL | undefined, maxima: Column[] = []): SQL {
  const places = columns.map((_, index) => sql`${index + 1}`.inlineParams());
  const isInStock = sql`${products.stockCapped} > 0`;
  const selected = [
    ...named(columns),
    sql`count(*)::int as products, count(*) filter (where ${isInStock})::int as in_stock`,
    sql`min(${products.priceCents}) filter (where ${isInStock}) as lowest_in_stock`,
    sql`min(${products.priceCents}) as lowest, max(${products.priceCents}) as highest`,
    ...named(maxima.map(({ name, value }) => ({ name, value: sql`max(${value})` }))),
  ];
  return sql`select ${commaSeparated(selected)}
    from ${from} where ${where ?? sql`true`} group by ${commaSeparated(places)}`;
}

const familyColumn = { name: 'family_id', value: sql`${products.familyId}` };

/** Facets whose columns the groups of matches have. */
const ofGroups: readonly PlainFacet[] = ['category', 'brand', 'condition', 'origin'];
const ofProducts = plainFacets.filter((facet) => !ofGroups.some((name) => name === facet));

const pick = (filters: Filters, facets: readonly Facet[]): Filters =>
  Object.fromEntries(facets.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])));

/** SQL: a product counts in some facet of these filters; undefined if all do. */
function meetsAllButOne(filters: Filters): SQL | undefined {
  const met = Object.values(filters).map((filter) => sql`((${filter}) is true)::int`);
  return met.length > 1 ? sql`${sql.join(met, sql` + `)} >= ${met.length - 1}` : undefined;
}

/** Groups all products that the list or a plain facet may have, named `products` as their filters name it. */
function groupMatches({ cards }: ListPlan, listed: Listed): SQL {
  const { source, base, filters } = listed;
  const columns = [
    ...(cards === 'families' ? [familyColumn] : []),
    { name: 'category_id', value: sql`${products.categoryId}` },
    { name: 'brand', value: sql`${products.brand}` },
    { name: 'condition', value: sql`${products.condition}` },
    { name: 'origin', value: sql`${products.origin}` },
    ...flagsOf(listed, ofProducts),
  ];
  const counted = and(
    base,
    allFilters(pick(filters, optionFacets)),
    meetsAllButOne(pick(filters, plainFacets)),
  );
  return sql`matches as materialized (
    select ${commaSeparated([sql`products.*`, ...named(flagsOf(listed, ofGroups))])} from (${grouped(columns, source, counted)}) products)`;
}

const ofConfigurations: readonly OptionFacet[] = [...optionNames, 'family'];

/** Groups the matches of the plain filters by configuration; of families, only the best step counts. */
function groupOptions({ cards }: ListPlan, listed: Listed): SQL {
  const steps = [
    { name: 'battery', value: batteryPromise },
    {
      name: 'saving',
      value: savingPercent({
        price: sql`${products.priceCents}`,
        originalPrice: sql`${products.originalPriceCents}`,
      }),
    },
  ];
  const columns = [
    familyColumn,
    { name: 'model_key', value: sql`${products.modelKey}` },
    ...flagsOf(listed, ['battery', 'saving']),
    ...(cards === 'products' ? steps : []),
  ];
  const groups = grouped(
    columns,
    listed.source,
    and(listed.base, allFilters(pick(listed.filters, plainFacets))),
    cards === 'families' ? steps : [],
  );
  const options = optionNames.map((name) => ({ name, value: optionOf(name) }));
  return sql`options as materialized (
    select ${commaSeparated([sql`products.*`, ...named([...options, ...flagsOf(listed, ofConfigurations)])])}
    from (${groups}) products left join ${deviceModels} on ${deviceModels.key} = products.model_key)`;
}

const columns = { category: sql`category_id`, family: sql`family_id` };
const columnOf = (facet: Facet) =>
  facet === 'category' || facet === 'family' ? columns[facet] : sql`${sql.identifier(facet)}`;

/** SQL: the counts of a facet: a row for each value, or one row. */
function countFacet(facet: Facet, plan: ListPlan, listed: Listed): SQL {
  const value = columnOf(facet);
  const where = meets(listed, plainFacets, facet);
  const ofOptions = meets(listed, optionFacets, facet);
  switch (facet) {
    case 'category':
    case 'brand':
    case 'condition':
    case 'origin':
      return countCards(facet, plan, { value, from: matches, where });
    case 'inStock':
      return countCards(facet, plan, {
        value: none,
        from: matches,
        where: sql`in_stock > 0 and ${where}`,
        products: sql`in_stock`,
      });
    case 'price':
      return sql`select ${facet}::text, null, 0, min(lowest), max(highest) from matches where ${where}`;
    case 'battery':
    case 'saving':
      return countCards(facet, plan, {
        value: sql`step::text`,
        from: sql`options, unnest(${sql.param([...stepsOfFacets[facet]])}::int[]) step`,
        where: sql`${value} >= step and ${ofOptions}`,
      });
    default:
      return countCards(facet, plan, { value, from: options, where: ofOptions });
  }
}

/** SQL: an array of constants, because a prepared statement takes values from placeholders only. */
const arrayOf = (names: readonly string[]) =>
  sql`array[${sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )}]`.inlineParams();

const selectMixedOrigins = prepared<{ isMixed: boolean }>(
  'mixed origins',
  sql`select count(*) > count(distinct condition) as "isMixed"
    from unnest(${arrayOf(conditions)}) as one (condition), unnest(${arrayOf(origins)}) as other (origin), lateral (
      select from ${products}
      where ${products.condition} = one.condition and ${products.origin} = other.origin and ${isOnSale} limit 1
    ) sold`,
);

/** Returns true if products of one condition have several origins. */
export async function hasMixedOrigins(db: Queryable): Promise<boolean> {
  const [row] = await selectMixedOrigins(db, {});
  return row?.isMixed ?? true;
}
