import { type OptionName, optionNames } from '@reprise/contract/catalog/products/option-names';
import type { ProductQuery } from '@reprise/contract/catalog/products/product';
import { type SQL, sql } from 'drizzle-orm';
import { batteryPromise } from '../battery-promise.ts';
import { deviceModels, productFamilies } from '../families/families.tables.ts';
import { products } from '../products.tables.ts';
import type { OptionFacet } from './plan-list.ts';

/** Returns the filters by what the family and the configuration of a product have. */
export function optionFiltersOf(query: ProductQuery): Partial<Record<OptionFacet, SQL>> {
  const { family, battery, saving } = query;
  const filters: Partial<Record<OptionFacet, SQL>> = {};
  for (const name of optionNames) {
    const values = query[name];
    if (values) filters[name] = hasOption(name, values);
  }
  if (family) filters.family = isOfFamily(family);
  if (battery !== undefined)
    filters.battery = sql`${products.batteryHealth} >= ${battery} and ${batteryPromise} is not null`;
  if (saving !== undefined) filters.saving = isSaving(saving);
  return filters;
}

function hasOption(name: OptionName, values: string[]): SQL {
  return sql`${products.modelKey} in (select ${deviceModels.key} from ${deviceModels}
    where ${optionOf(name)} = any(${sql.param(values)}::text[]))`;
}

/** SQL: the option of a configuration. */
export const optionOf = (name: OptionName): SQL =>
  name === 'baseColor' ? sql`${deviceModels.baseColor}` : sql`${deviceModels.options} ->> ${name}::text`;

/** An array, so that the index of families serves it. */
function isOfFamily(references: string[]): SQL {
  const all = sql`any(${sql.param(references)}::text[])`;
  const { id, slug, name } = productFamilies;
  return sql`${products.familyId} = any(array(select ${id} from ${productFamilies}
    where ${id} = ${all} or ${slug} = ${all} or ${name} = ${all}))`;
}

/** SQL: the saving as a share of the price when new, 0 without one; an index is sorted by it. */
export const savingShare = sql`coalesce(1 - ${products.priceCents}::float8 / nullif(${products.originalPriceCents}, 0), 0)`;
/** More than the shares of floating point miss, and less than the least difference of two shares of prices in cents. */
const rounding = 1e-12;

/** SQL: the price is at least so many percent below the price when new. */
export const isSaving = (percent: number) => sql`${savingShare} >= ${percent / 100 - rounding}::float8`;

/** SQL: the whole percent saved of the price when new; null without one. */
export function savingPercent({ price, originalPrice }: { price: SQL; originalPrice: SQL }): SQL {
  return sql`((${originalPrice} - ${price})::bigint * 100 / nullif(${originalPrice}, 0))`;
}
