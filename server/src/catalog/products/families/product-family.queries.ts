import { maxConfigurations } from '@reprise/contract/catalog/products/family-admin';
import type { ProductFamily } from '@reprise/contract/catalog/products/product-family';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { inlined } from '../../../platform/database/prepared.ts';
import { products } from '../products.tables.ts';
import { offerOrder } from './card-family.ts';
import { deviceModels, productFamilies } from './families.tables.ts';

const maxOffersOfConfiguration = 20;

/** Family with all configurations, also those without a product on sale. */
export type StoredFamily = ProductFamily;

/** SQL: the family with this id as JSON, its configurations in order, each with its products on sale; null without one. */
export const familyJson = (id: SQL) => sql<StoredFamily | null>`(
  select json_build_object('id', family.id, 'slug', family.slug, 'name', family.name, 'configurations', coalesce((
    select json_agg(json_build_object('modelKey', model.model_key, 'name', model.name, 'options', model.options,
      'image', (select images ->> 0 from ${products} where model_key = model.model_key and archived_at is null
        order by price_cents desc, id limit 1),
      'offers', coalesce((
        select json_agg(offers) from (
          select id, slug, condition, origin, price_cents as price, stock_count > 0 as "inStock" from ${products}
          where model_key = model.model_key and archived_at is null
          order by price_cents desc, id limit ${inlined(maxOffersOfConfiguration)}) offers), '[]')))
    from (
      select model_key, name, options from ${deviceModels}
      where family_id = family.id order by position, model_key limit ${inlined(maxConfigurations)}) model), '[]'))
  from ${productFamilies} family where family.id = ${id})`;

/** SQL: array of the keys of the configurations of a family. */
export const modelKeysOf = (id: SQL) => sql`array(
  select model_key from ${deviceModels} where family_id = ${id} limit ${inlined(maxConfigurations)})`;

/** Returns the product that the slug of a family leads to: its cheapest in stock, else its cheapest. */
export async function findLeadOffer(db: Queryable, familySlug: string): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from ${products}
    where family_id = (
      with recursive family as (
        select id, merged_into_id from ${productFamilies} where slug = ${familySlug}
        union select next.id, next.merged_into_id from ${productFamilies} next join family on next.id = family.merged_into_id)
      select id from family where merged_into_id is null limit 1) and archived_at is null
    order by ${offerOrder} limit 1`);
  return rows[0]?.id ?? null;
}
