import { wishlistLimit } from '@reprise/contract/catalog/wishlist';
import { Problem } from '@reprise/contract/problem';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { users } from '../../people/identity/identity.tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { isOnSale } from '../products/product.queries.ts';
import { products } from '../products/products.tables.ts';
import { listWishIds } from './wishlist.queries.ts';
import { wishes } from './wishlist.tables.ts';

/** Adds new products on sale and returns the whole list; throws WISHLIST_FULL above the limit. */
export async function addWishes(
  deps: Pick<Deps, 'db' | 'now'>,
  userId: string,
  productIds: string[],
): Promise<string[]> {
  return inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, userId);
    const existing = new Set(await listWishIds(tx, userId));
    const added = (await lockProducts(tx, productIds)).filter((id) => !existing.has(id));
    if (existing.size + added.length > wishlistLimit) {
      throw new Problem(
        'WISHLIST_FULL',
        `A wishlist can have up to ${wishlistLimit} products. Remove some to add others.`,
      );
    }
    // In request order: the first product becomes the newest wish.
    const now = deps.now().getTime();
    const ordered = [...new Set(productIds)].filter((id) => added.includes(id));
    if (ordered.length > 0) {
      await tx
        .insert(wishes)
        .values(ordered.map((productId, index) => ({ userId, productId, createdAt: new Date(now - index) })));
    }
    return listWishIds(tx, userId);
  });
}

/** Locks the account, so that concurrent additions from two devices cannot exceed the limit. */
async function lockAccount(tx: Tx, userId: string): Promise<void> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  if (rows.length === 0) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
}

/** Returns the products on sale; the key-share lock prevents their deletion until commit. */
async function lockProducts(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, ids), isOnSale))
    .orderBy(asc(products.id))
    .for('key share');
  return rows.map((row) => row.id);
}
