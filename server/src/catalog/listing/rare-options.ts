import { type OptionName, optionNames } from '@reprise/contract/catalog/option-names';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { products } from '../catalog.tables.ts';
import { deviceModels } from '../families/families.tables.ts';
import type { CountedMatches, Matching } from './count-matches.ts';
import { compareMeasures } from './facet-rows.ts';
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

/** Returns options that a configuration of the categories has, and one of its products in the list, but for `known`. */
async function readOtherOptions(
  db: Queryable,
  chosen: ChosenCategory[],
  { base, plainFilters }: Matching,
  known: Option[],
): Promise<Option[]> {
  const hasProduct = (omitted?: OptionName): SQL => sql`exists (
    select from ${products} where ${and(
      sql`${products.modelKey} = ${deviceModels.key}`,
      base,
      allFilters(plainFilters, omitted),
    )})`;
  const ownFilters = optionNames
    .filter((name) => name in plainFilters)
    .map((name) => sql`when others.name = ${name} then ${hasProduct(name)}`);
  const isListed = sql`case ${sql.join(ownFilters, sql` `)} when true then ${hasProduct()} end`;
  const isOfCategories = sql`${deviceModels.categoryId} = any(${sql.param(chosen.map(({ id }) => id))}::text[])`;
  // The combinations of options come from an index, since configurations are many and their combinations few.
  const { rows } = await db.execute<Option>(sql`
    select name, value from (
      select distinct option.key as name, option.value
      from (select distinct ${deviceModels.options} from ${deviceModels} where ${isOfCategories}) combinations,
        jsonb_each_text(options) option
      where (option.key, option.value) not in (
        select * from unnest(${sql.param(known.map(({ name }) => name))}::text[],
          ${sql.param(known.map(({ value }) => value))}::text[]))
    ) others
    where exists (
      select from ${deviceModels} where ${isOfCategories} and ${deviceModels.options} ->> others.name = others.value
        and ${isListed})
    limit ${maxAdded}`);
  return rows;
}
