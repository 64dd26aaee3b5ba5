import { and, asc, gte, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import { categories, products } from './catalog.tables.ts';
import { isOnSale } from './product.queries.ts';

/** A file of this size is read in one go; far below the 50,000 that search engines allow. */
export const addressesPerPart = 5000;

export type SitemapPart = { firstId: string; changedAt: Date };

/** Where each part of the products begins, and when something in it changed last. */
export async function listProductParts(db: Queryable): Promise<SitemapPart[]> {
  const numbered = db
    .select({
      id: products.id,
      updatedAt: products.updatedAt,
      part: sql<number>`(row_number() over (order by ${products.id}) - 1) / ${addressesPerPart}::int`.as(
        'part',
      ),
    })
    .from(products)
    .where(isOnSale)
    .as('numbered');
  return db
    .select({
      firstId: sql<string>`min(${numbered.id})`,
      changedAt: sql<Date>`max(${numbered.updatedAt})`.mapWith(products.updatedAt),
    })
    .from(numbered)
    .groupBy(numbered.part)
    .orderBy(asc(numbered.part));
}

/** The products from an id on, as many as a part holds. */
export function listProductAddresses(db: Queryable, firstId: string) {
  return db
    .select({ slug: products.slug, changedAt: products.updatedAt })
    .from(products)
    .where(and(gte(products.id, firstId), isOnSale))
    .orderBy(asc(products.id))
    .limit(addressesPerPart);
}

export function listCategoryAddresses(db: Queryable) {
  return db
    .select({ name: categories.name, changedAt: categories.updatedAt })
    .from(categories)
    .orderBy(asc(categories.id))
    .limit(addressesPerPart);
}
