import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { products } from './catalog.tables.ts';
import { invalidateProduct } from './catalog.tags.ts';
import { productNotFound } from './product.queries.ts';

/** Change of the sum of stars and of the number of visible reviews. */
export type RatingChange = { sum: number; count: number };

/** Updates the rating of a product in the transaction that changes the review; no other code writes it. */
export async function changeRating(tx: Tx, productId: string, { sum, count }: RatingChange): Promise<void> {
  const changed = await tx
    .update(products)
    .set({
      ratingSum: sql`${products.ratingSum} + ${sum}`,
      reviewCount: sql`${products.reviewCount} + ${count}`,
      // A review does not count as an edit of the product.
      updatedAt: sql`${products.updatedAt}`,
    })
    .where(eq(products.id, productId))
    .returning({ id: products.id, modelKey: products.modelKey });
  const [product] = changed;
  if (!product) throw productNotFound();
  invalidateProduct(tx, product);
}
