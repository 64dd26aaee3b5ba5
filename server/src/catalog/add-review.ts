import { eq, sql } from 'drizzle-orm';
import { inTransaction } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import { newId } from '../platform/new-id.ts';
import { products, reviews } from './catalog.tables.ts';
import { productNotFound } from './product.queries.ts';

export type NewReview = {
  productId: string;
  userId: string | null;
  author: string;
  rating: number;
  title: string;
  text: string;
};

/** Stores a review and counts it into the product's rating. Returns its id. */
export async function addReview(deps: Pick<Deps, 'db' | 'now'>, review: NewReview): Promise<string> {
  const id = newId('rev');
  const now = deps.now();
  await inTransaction(deps.db, async (tx) => {
    const counted = await tx
      .update(products)
      .set({
        ratingSum: sql`${products.ratingSum} + ${review.rating}`,
        reviewCount: sql`${products.reviewCount} + 1`,
        // A review is no edit of the product.
        updatedAt: sql`${products.updatedAt}`,
      })
      .where(eq(products.id, review.productId))
      .returning({ id: products.id });
    if (counted.length === 0) throw productNotFound();
    const { text, ...rest } = review;
    await tx.insert(reviews).values({ ...rest, id, body: text, createdAt: now, updatedAt: now });
  });
  return id;
}
