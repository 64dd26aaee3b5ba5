import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { lockFamily } from '../products/change-rating.ts';
import { reviews } from './reviews.tables.ts';

type StoredReview = typeof reviews.$inferSelect;

/**
 * Locks and returns a review. Lock order: products of its family, then review, as in product deletion and new reviews,
 * so that transactions cannot deadlock.
 */
export async function lockReview(tx: Tx, id: string): Promise<StoredReview> {
  const [target] = await tx.select({ familyId: reviews.familyId }).from(reviews).where(eq(reviews.id, id));
  if (!target) throw reviewNotFound();
  await lockFamily(tx, target.familyId);
  const [review] = await tx.select().from(reviews).where(eq(reviews.id, id)).for('update');
  if (!review) throw reviewNotFound();
  return review;
}

/** Same as `lockReview`, but throws NOT_FOUND for reviews of other users, so that their existence is not disclosed. */
export async function lockOwnReview(tx: Tx, id: string, userId: string): Promise<StoredReview> {
  const review = await lockReview(tx, id);
  if (review.userId !== userId) throw reviewNotFound();
  return review;
}

export function reviewNotFound(): Problem {
  return new Problem('NOT_FOUND', 'Review not found.');
}
