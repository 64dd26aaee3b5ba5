import type { Product } from '@reprise/contract/catalog/products/product';
import { and, desc, eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { findProductsByIds, isKnown, knownName } from '../products/product.queries.ts';
import { products } from '../products/products.tables.ts';
import { wishes } from './wishlist.tables.ts';

/** Returns the product ids, newest wish first. */
export async function listWishIds(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .select({ productId: wishes.productId })
    .from(wishes)
    .innerJoin(products, eq(products.id, wishes.productId))
    .where(and(eq(wishes.userId, userId), isKnown))
    .orderBy(desc(wishes.createdAt), desc(wishes.productId));
  return rows.map((row) => row.productId);
}

export async function readWishlist(
  db: Queryable,
  userId: string,
): Promise<{ ids: string[]; products: Product[] }> {
  const ids = await listWishIds(db, userId);
  const byId = new Map((await findProductsByIds(db, ids)).map((product) => [product.id, product]));
  return { ids, products: ids.flatMap((id) => byId.get(id) ?? []) };
}

/** Returns the wishes with product names, for the data export. */
export async function readWishesOf(
  db: Queryable,
  userId: string,
): Promise<{ product: string; addedAt: string }[]> {
  const rows = await db
    .select({ product: knownName, addedAt: wishes.createdAt })
    .from(wishes)
    .innerJoin(products, eq(products.id, wishes.productId))
    .where(eq(wishes.userId, userId))
    .orderBy(desc(wishes.createdAt), desc(wishes.productId));
  return rows.map(({ product, addedAt }) => ({ product, addedAt: addedAt.toISOString() }));
}
