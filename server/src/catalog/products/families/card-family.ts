import { type Condition, conditions } from '@reprise/contract/catalog/products/conditions';
import type { CardFamily } from '@reprise/contract/catalog/products/product-family';
import type { Cents } from '@reprise/contract/money';
import { type SQL, sql } from 'drizzle-orm';
import { compareMeasures } from '../listing/facet-rows.ts';
import { products } from '../products.tables.ts';
import { deviceModels, productFamilies } from './families.tables.ts';

/** A family with its offers in a list, that of its card in front. */
export type ListedFamily = {
  id: string;
  name: string | null;
  offer_ids: string[];
  conditions: Condition[];
  storages: string[];
  colors: string[];
};

/** SQL: order of the offers of a family, that of its card first: the cheapest in stock or else the cheapest. */
export const offerOrder = sql`${products.stockCapped} > 0 desc, ${products.priceCents}, ${products.id}`;

/**
 * SQL: the products of families, read by the index of families and filtered afterwards: without `offset 0`, the planner
 * would start with all matches of a rare search, for each family again. `isOfFamilies` is what the ids of the families
 * are equal to, an array in `any`.
 */
const productsOfFamilies = (isOfFamilies: SQL) => sql`(
  select * from ${products} where ${products.familyId} = ${isOfFamilies} offset 0) products`;

const storage = sql`${deviceModels.options} ->> 'storage'`;
const color = sql`${deviceModels.options} ->> 'colorHex'`;

/** SQL: the families with their offers that meet the condition, as `ListedFamily`; of those in stock only preferred ones, if any. */
export const selectFamilies = (isOfFamilies: SQL, isOffer: SQL, isPreferred: SQL = sql`false`) => sql`
  select ${products.familyId} as id, min(${productFamilies.name}) as name,
    array_agg(${products.id} order by ${offerOrder}) as offer_ids,
    array_agg(distinct ${products.condition}) as conditions,
    coalesce(array_agg(distinct ${storage}) filter (where ${storage} is not null), '{}') as storages,
    coalesce(array_agg(distinct ${color}) filter (where ${color} is not null), '{}') as colors
  from (
    select ${products}.*, rank() over (
      partition by ${products.familyId} order by ${products.stockCapped} > 0 and (${isPreferred}) desc) as preference
    from ${productsOfFamilies(isOfFamilies)} where ${isOffer}
  ) products left join ${productFamilies} on ${productFamilies.id} = ${products.familyId}
  left join ${deviceModels} on ${deviceModels.key} = ${products.modelKey}
  where preference = 1 group by ${products.familyId}`;

/** Returns what the card of a family shows of it beside its first offer. */
export function cardFamilyOf(row: ListedFamily, offer: { name: string; price: Cents }): CardFamily {
  return {
    id: row.id,
    name: row.name ?? offer.name,
    from: offer.price,
    conditions: conditions.filter((condition) => row.conditions.includes(condition)),
    storages: row.storages.toSorted(compareMeasures),
    colors: row.colors,
    offers: row.offer_ids.length,
  };
}
