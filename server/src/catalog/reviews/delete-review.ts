import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { countRating } from './count-rating.ts';
import { lockOwnReview } from './lock-review.ts';
import { reviews } from './reviews.tables.ts';

/** Deletes a review of the caller and subtracts it from the rating. */
export async function deleteReview(deps: Pick<Deps, 'db'>, id: string, userId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const review = await lockOwnReview(tx, id, userId);
    await tx.delete(reviews).where(eq(reviews.id, id));
    if (!review.hidden) await countRating(tx, review.familyId, { sum: -review.rating, count: -1 });
  });
}
