import type { Tx } from '../../platform/database/database.ts';
import { changeRating, type RatingChange } from '../products/change-rating.ts';
import { invalidateReviews } from './reviews.tags.ts';

/** Counts a changed review in the rating of its family and drops the cached reviews. */
export async function countRating(tx: Tx, familyId: string, change: RatingChange): Promise<void> {
  await changeRating(tx, familyId, change);
  invalidateReviews(tx, [familyId]);
}
