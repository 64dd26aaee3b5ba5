import { batterySteps, optionNames, savingSteps } from '@reprise/contract/catalog/products/option-names';
import type { ProductQuery } from '@reprise/contract/catalog/products/product';
import { type SQL, sql } from 'drizzle-orm';
import { batteryPromiseOf } from '../products/battery-promise.ts';
import { deviceModels, productFamilies } from '../products/families/families.tables.ts';
import { type Dimension, dimensions, maxCounted } from '../products/listing/facet-rows.ts';
import { hasOptionFilters, optionOf, savingPercent } from '../products/listing/option-filters.ts';
import { withCategoryNames } from './product-facets.ts';
import type { SetName } from './product-filters.ts';

/** Subject of the cards of a list, with the SQL that counts its matches. */
export type CardMode = {
  isFamilies: boolean;
  /** SQL: the number of cards among rows of matches. */
  count: SQL;
  /** Sets are read up to this many matches. */
  maxScanned: number;
  dimensions: readonly Dimension[];
  /** Facets of least values, each by its column. */
  steps: readonly StepFacet[];
  /** SQL: the matches with the columns that the counts of a set need. */
  withColumns(matches: SQL, set: SetName): SQL;
  /** SQL: the facet rows with the names of their values. */
  named: SQL;
};

export type StepFacet = { facet: 'battery' | 'saving'; column: SQL; steps: readonly number[] };

/** Cards of products, without counts of options. */
export const productMode: CardMode = {
  isFamilies: false,
  count: sql`count(*)`,
  maxScanned: maxCounted,
  dimensions,
  steps: [],
  withColumns: (matches) => matches,
  named: withCategoryNames,
};

/** Families have several matches; this many each are enough for a thousand cards or nearly so. */
const offersPerCard = 3;
const ofFamilies = {
  count: sql`count(distinct family_id)`,
  maxScanned: offersPerCard * maxCounted,
};

/** Returns the mode of a list. Options are counted where devices are alike, in a category, and where one is chosen. */
export function cardModeOf(query: ProductQuery): CardMode {
  const isFamilies = query.show === 'families';
  const hasOptions = query.show !== undefined && (Boolean(query.category) || hasOptionFilters(query));
  if (!isFamilies && !hasOptions) return productMode;
  return {
    ...(isFamilies ? ofFamilies : productMode),
    isFamilies,
    dimensions: hasOptions ? [...dimensions, ...optionNames, 'family'] : dimensions,
    steps: hasOptions
      ? [
          { facet: 'battery', column: sql`battery_promise`, steps: batterySteps },
          { facet: 'saving', column: sql`saving_percent`, steps: savingSteps },
        ]
      : [],
    withColumns: hasOptions ? withOptions : productMode.withColumns,
    named: hasOptions ? namedWithFamilies : productMode.named,
  };
}

const optionColumns = sql.join(
  optionNames.map((name) => sql`${optionOf(name)} as ${sql.identifier(name)}`),
  sql`, `,
);
const saving = savingPercent({ price: sql`matches.price`, originalPrice: sql`matches.original_price` });
const plainSets: readonly SetName[] = ['category', 'brand', 'condition', 'origin', 'inStock', 'price'];

// Sets that omit a plain filter count its values alone. `offset 0` looks each configuration up by its key: the planner
// would read all of them.
const withOptions = (matches: SQL, set: SetName) =>
  plainSets.includes(set)
    ? matches
    : sql`select matches.*, options_of_match.*, matches.family_id as family, ${saving} as saving_percent,
        ${batteryPromiseOf(sql`matches`)} as battery_promise
      from (${matches}) matches
      left join lateral (
        select ${optionColumns} from ${deviceModels} where ${deviceModels.key} = matches.model_key offset 0
      ) options_of_match on true`;

// `offset 0` looks the families of the facet up by their ids: the planner would read all of them.
const namedWithFamilies = sql`select named.facet, named.value, named.count, named.in_stock, named.lowest, named.highest,
    named.at_least, coalesce(named.name, family.name) as name, named.slug
  from (${withCategoryNames}) named left join lateral (
    select ${productFamilies.name} from ${productFamilies}
    where named.facet = 'family' and ${productFamilies.id} = named.value offset 0
  ) family on true`;
