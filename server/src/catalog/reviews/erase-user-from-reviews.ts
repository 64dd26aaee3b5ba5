import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { reviews } from './reviews.tables.ts';
import { invalidateReviews } from './reviews.tags.ts';

/** Anonymizes the reviews of a deleted user; the text remains because it is about the product. */
export async function eraseUserFromReviews(tx: Tx, userId: string): Promise<number> {
  const erased = await tx
    .update(reviews)
    .set({ userId: null, author: 'A former customer', updatedAt: sql`${reviews.updatedAt}` })
    .where(eq(reviews.userId, userId))
    .returning({ familyId: reviews.familyId });
  invalidateReviews(
    tx,
    erased.map(({ familyId }) => familyId),
  );
  return erased.length;
}
