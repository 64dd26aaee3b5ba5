import { Problem } from '@reprise/contract/problem';
import { wishlistLimit } from '@reprise/contract/wishlist';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { products } from '../catalog/catalog.tables.ts';
import { isOnSale } from '../catalog/product.queries.ts';
import { users } from '../identity/identity.tables.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import { listWishIds } from './wishlist.queries.ts';
import { wishes } from './wishlist.tables.ts';

/** Adds what is not there yet, and answers the whole list. Products that are sold no longer are left out. */
export async function addWishes(
  deps: Pick<Deps, 'db' | 'now'>,
  userId: string,
  productIds: string[],
): Promise<string[]> {
  return inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, userId);
    const before = new Set(await listWishIds(tx, userId));
    const fresh = (await holdProducts(tx, productIds)).filter((id) => !before.has(id));
    if (before.size + fresh.length > wishlistLimit) {
      throw new Problem(
        'WISHLIST_FULL',
        `A wishlist holds up to ${wishlistLimit} products. Take some off to add others.`,
      );
    }
    // In the caller's order: the first named becomes the latest wish.
    const now = deps.now().getTime();
    const ordered = [...new Set(productIds)].filter((id) => fresh.includes(id));
    if (ordered.length > 0) {
      await tx
        .insert(wishes)
        .values(ordered.map((productId, at) => ({ userId, productId, createdAt: new Date(now - at) })));
    }
    return listWishIds(tx, userId);
  });
}

/** Two devices of one customer add one after the other, so that the limit holds. */
async function lockAccount(tx: Tx, userId: string): Promise<void> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  if (rows.length === 0) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
}

/** Those that are sold; none of them is deleted before the transaction ends. */
async function holdProducts(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, ids), isOnSale))
    .orderBy(asc(products.id))
    .for('key share');
  return rows.map((row) => row.id);
}
