import { and, asc, gte, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { isOnSale } from '../product.queries.ts';
import { categories, products } from '../products.tables.ts';

/** Small enough for one statement; search engines allow 50,000 per file. */
export const addressesPerPart = 5000;

export type SitemapPart = { firstId: string; changedAt: Date };

/** Returns the first id and the last change of each part, by an index-only scan. */
export async function listProductParts(db: Queryable, size = addressesPerPart): Promise<SitemapPart[]> {
  const from = (id: SQL) => sql`(
    select array_agg(id order by id) as ids, max(updated_at) as changed_at from (
      select id, updated_at from ${products} where id > ${id} and archived_at is null order by id limit ${size}
    ) part)`;
  const { rows } = await db.execute<{ first_id: string; changed_at: Date }>(sql`
    with recursive parts as (
      select ids[1] as first_id, ids[array_length(ids, 1)] as last_id, changed_at from ${from(sql`''`)} first
      union all
      select next.ids[1], next.ids[array_length(next.ids, 1)], next.changed_at
      from parts, lateral ${from(sql`parts.last_id`)} next
      where parts.first_id is not null
    )
    select first_id, changed_at from parts where first_id is not null order by first_id`);
  return rows.map((row) => ({ firstId: row.first_id, changedAt: row.changed_at }));
}

/** Returns the products of a part, starting at its first id. */
export function listProductAddresses(db: Queryable, firstId: string, size = addressesPerPart) {
  return db
    .select({ slug: products.slug, changedAt: products.updatedAt })
    .from(products)
    .where(and(gte(products.id, firstId), isOnSale))
    .orderBy(asc(products.id))
    .limit(size);
}

export function listCategoryAddresses(db: Queryable) {
  return db
    .select({ name: categories.name, changedAt: categories.updatedAt })
    .from(categories)
    .orderBy(asc(categories.id))
    .limit(addressesPerPart);
}
