import { inArray } from 'drizzle-orm';
import { storeReviews } from '../src/catalog/reviews/add-review.ts';
import { reviews } from '../src/catalog/reviews/reviews.tables.ts';
import { inTransaction } from '../src/platform/database/database.ts';
import { type DemoDeps, daysAgo } from './demo-clock.ts';
import { demoPeople } from './people.ts';
import { placedReviews } from './reviewed-products.ts';
import type { DemoReview } from './reviews.ts';

/** Stores missing reviews, oldest first. */
export async function loadReviews(
  deps: DemoDeps,
  people: string[],
  productIds: Map<string, string>,
): Promise<void> {
  const written = placedReviews.map((review) => {
    const productId = productIds.get(review.slug);
    const userId = people[review.personIndex];
    if (!productId || !userId) throw new Error(`The review "${review.title}" has no product or writer.`);
    const { rating, title, text } = review;
    const createdAt = daysAgo(deps, review.daysAgo).now();
    // Each was bought before: see `reviewed-sales.ts`.
    const isVerified = true;
    return { productId, userId, author: authorOf(review), rating, title, text, isVerified, createdAt };
  });
  const known = await deps.db
    .select({ productId: reviews.productId, userId: reviews.userId })
    .from(reviews)
    .where(inArray(reviews.userId, people));
  const nameOf = (review: { productId: string | null; userId: string | null }) =>
    `${review.productId} ${review.userId}`;
  const stored = new Set(known.map(nameOf));
  const missing = written.filter((review) => !stored.has(nameOf(review)));
  if (missing.length > 0) await inTransaction(deps.db, (tx) => storeReviews(tx, missing));
}

function authorOf({ personIndex }: DemoReview): string {
  const person = demoPeople[personIndex];
  return person ? `${person.firstName} ${person.lastName.slice(0, 1)}.` : '';
}
