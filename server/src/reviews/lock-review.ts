import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { products } from '../catalog/catalog.tables.ts';
import type { Tx } from '../platform/database/database.ts';
import { reviews } from './reviews.tables.ts';

type StoredReview = typeof reviews.$inferSelect;

/**
 * The review, unchanged until the transaction ends. Its product is locked first, as whoever deletes the product or
 * writes another review does: nobody waits crosswise.
 */
export async function lockReview(tx: Tx, id: string): Promise<StoredReview> {
  const [found] = await tx.select({ productId: reviews.productId }).from(reviews).where(eq(reviews.id, id));
  if (!found) throw reviewNotFound();
  await tx
    .select({ id: products.id })
    .from(products)
    .where(eq(products.id, found.productId))
    .for('no key update');
  const [review] = await tx.select().from(reviews).where(eq(reviews.id, id)).for('update');
  if (!review) throw reviewNotFound();
  return review;
}

/** As `lockReview`; somebody else's is not found, because nobody need know that it exists. */
export async function lockOwnReview(tx: Tx, id: string, userId: string): Promise<StoredReview> {
  const review = await lockReview(tx, id);
  if (review.userId !== userId) throw reviewNotFound();
  return review;
}

export function reviewNotFound(): Problem {
  return new Problem('NOT_FOUND', 'There is no such review.');
}
