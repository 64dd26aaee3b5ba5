import { asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { products } from './products.tables.ts';
import { invalidateProduct } from './products.tags.ts';

/** Change of the sum of stars and of the number of visible reviews. */
export type RatingChange = { sum: number; count: number };

/** Locks the products of a family in id order, as orders do, so that transactions cannot deadlock. Returns their ids. */
export async function lockFamily(tx: Tx, familyId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(eq(products.familyId, familyId))
    .orderBy(asc(products.id))
    .for('no key update');
  return rows.map(({ id }) => id);
}

/**
 * Updates the pooled rating of a family in the transaction that changes the review; no other code writes it. Changes
 * nothing if all its products were deleted.
 */
export async function changeRating(tx: Tx, familyId: string, { sum, count }: RatingChange): Promise<void> {
  await lockFamily(tx, familyId);
  const changed = await tx
    .update(products)
    .set({
      ratingSum: sql`${products.ratingSum} + ${sum}`,
      reviewCount: sql`${products.reviewCount} + ${count}`,
      // A review does not count as an edit of the product.
      updatedAt: sql`${products.updatedAt}`,
    })
    .where(eq(products.familyId, familyId))
    .returning({ id: products.id, modelKey: products.modelKey });
  for (const product of changed) invalidateProduct(tx, product);
}
