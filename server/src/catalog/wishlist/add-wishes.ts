import { wishlistLimit } from '@reprise/contract/catalog/wishlist';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { lockAccount, lockListedProducts } from './lock-for-list.ts';
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
    const added = (await lockListedProducts(tx, productIds)).filter((id) => !existing.has(id));
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
