import type { OwnReview, ReviewInput } from '@reprise/contract/catalog/reviews/reviews';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { countRating } from './count-rating.ts';
import { lockOwnReview } from './lock-review.ts';
import { findOwnReview } from './review.queries.ts';
import { reviews } from './reviews.tables.ts';

/** Edits a review of the caller; a hidden review remains hidden. */
export async function editReview(
  deps: Pick<Deps, 'db' | 'now'>,
  id: string,
  userId: string,
  { rating, title = '', text }: ReviewInput,
): Promise<OwnReview> {
  return inTransaction(deps.db, async (tx) => {
    const before = await lockOwnReview(tx, id, userId);
    await tx
      .update(reviews)
      .set({ rating, title, body: text, updatedAt: deps.now() })
      .where(eq(reviews.id, id));
    if (!before.hidden) await countRating(tx, before.familyId, { sum: rating - before.rating, count: 0 });
    return findOwnReview(tx, id, userId);
  });
}
