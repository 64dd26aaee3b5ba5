import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { listWishIds } from './wishlist.queries.ts';
import { wishes } from './wishlist.tables.ts';

/** Removes a product from the list and returns the rest. */
export async function removeWish(
  deps: Pick<Deps, 'db'>,
  userId: string,
  productId: string,
): Promise<string[]> {
  return inTransaction(deps.db, async (tx) => {
    await tx.delete(wishes).where(and(eq(wishes.userId, userId), eq(wishes.productId, productId)));
    return listWishIds(tx, userId);
  });
}

/** Removes all products from the list of a user. */
export async function clearWishes(tx: Tx, userId: string): Promise<void> {
  await tx.delete(wishes).where(eq(wishes.userId, userId));
}
