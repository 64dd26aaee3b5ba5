import type { AdminReview } from '@reprise/contract/catalog/reviews/reviews';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { countRating } from './count-rating.ts';
import { lockReview } from './lock-review.ts';
import { findAdminReview } from './review.queries.ts';
import { reviews } from './reviews.tables.ts';

/** Hides or shows a review; only visible reviews count in the rating. */
export async function setReviewVisibility(
  deps: Pick<Deps, 'db'>,
  id: string,
  hidden: boolean,
  actorId: string | null,
): Promise<AdminReview> {
  return inTransaction(deps.db, async (tx) => {
    const before = await lockReview(tx, id);
    if (before.hidden !== hidden) {
      // `updatedAt` shows edits by the author only.
      await tx
        .update(reviews)
        .set({ hidden, updatedAt: sql`${reviews.updatedAt}` })
        .where(eq(reviews.id, id));
      const { familyId, rating } = before;
      await countRating(tx, familyId, hidden ? { sum: -rating, count: -1 } : { sum: rating, count: 1 });
      await recordAudit(tx, {
        actorId,
        action: hidden ? 'hide review' : 'show review',
        subject: `review ${id}`,
      });
    }
    return findAdminReview(tx, id);
  });
}
