import { eq } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import { reviews } from './catalog.tables.ts';

/** What a deleted user wrote stays, because it speaks of the product; who wrote it goes. */
export async function eraseUserFromReviews(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(reviews)
    .set({ userId: null, author: 'A former customer' })
    .where(eq(reviews.userId, userId));
}
