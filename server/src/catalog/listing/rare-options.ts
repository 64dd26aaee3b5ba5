import { type OptionName, optionNames } from '@reprise/contract/catalog/products/option-names';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { deviceModels } from '../products/families/families.tables.ts';
import { compareMeasures } from '../products/listing/facet-rows.ts';
import { products } from '../products/products.tables.ts';
import type { CountedMatches, Matching } from './count-matches.ts';
import { allFilters, type ChosenCategory } from './product-filters.ts';

/** Most values that are added; a shopper reads no longer list. */
const maxAdded = 200;

/**
 * Adds the options that products of a large category have but no counted match, as at least one: not all matches are
 * counted, and a storage that few devices have must not be missing among the filters.
 */
export async function withRareOptions(
  db: Queryable,
  chosen: ChosenCategory[],
  matching: Matching,
  counted: CountedMatches,
): Promise<CountedMatches> {
  const { atLeast, options } = counted.facets;
  if (!atLeast || !options || chosen.length === 0 || matching.search) return counted;
  const known = optionNames.flatMap((name) => options[name].map(({ value }) => ({ name, value })));
  const rows = await readOtherOptions(db, chosen, matching, known);
  const valuesOf = (name: OptionName) => [
    ...options[name],
    ...rows.flatMap((row) => (row.name === name ? [{ value: row.value, count: 1 }] : [])),
  ];
  const completed = optionNames.map((name) => [
    name,
    valuesOf(name).sort((a, b) => compareMeasures(a.value, b.value)),
  ]);
  return {
    ...counted,
    facets: { ...counted.facets, options: { ...options, ...Object.fromEntries(completed) } },
  };
}

type Option = { name: OptionName; value: string };

/** SQL: keys and values of the options with their base color, which is computed: the index has no more than the options. */
const optionsIn = (options: SQL) =>
  sql`jsonb_each_text(${options} || jsonb_strip_nulls(jsonb_build_object('baseColor', base_color(${options}))))`;

/** Returns options that a configuration of the categories has, and one of its products in the list, but for `known`. */
async function readOtherOptions(
  db: Queryable,
  chosen: ChosenCategory[],
  { base, plainFilters }: Matching,
  known: Option[],
): Promise<Option[]> {
  // `offset 0` looks up the products of each configuration: the planner would read all of a category into a hash.
  const hasProduct = (omitted?: OptionName): SQL => sql`exists (
    select from ${products} where ${and(
      sql`${products.modelKey} = ${deviceModels.key}`,
      base,
      allFilters(plainFilters, omitted),
    )} offset 0)`;
  const ownFilters = optionNames
    .filter((name) => name in plainFilters)
    .map((name) => sql`when name = ${name} then ${hasProduct(name)}`);
  const isListed = sql`case ${sql.join(ownFilters, sql` `)} when true then ${hasProduct()} end`;
  const isOfCategories = sql`${deviceModels.categoryId} = any(${sql.param(chosen.map(({ id }) => id))}::text[])`;
  // An index has the combinations of options; if all their values are known, no configuration is read. The second
  // `offset 0` leaves out known options first: the planner would look up the products of every configuration.
  const { rows } = await db.execute<Option>(sql`
    with others as materialized (
      select distinct option.key as name, option.value
      from (select distinct ${deviceModels.options} from ${deviceModels} where ${isOfCategories}) combinations,
        ${optionsIn(sql`options`)} option
      where option.key = any(${sql.param(optionNames)}::text[]) and (option.key, option.value) not in (
        select * from unnest(${sql.param(known.map(({ name }) => name))}::text[],
          ${sql.param(known.map(({ value }) => value))}::text[]))
    )
    select distinct name, value from (
      select ${deviceModels.key}, option.key as name, option.value
      from ${deviceModels}, ${optionsIn(sql`${deviceModels.options}`)} option
      where exists (select from others) and ${isOfCategories}
        and (option.key, option.value) in (select name, value from others)
      offset 0
    ) device_models where ${isListed} limit ${maxAdded}`);
  return rows;
}
