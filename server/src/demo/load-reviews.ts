import { and, eq } from 'drizzle-orm';
import { addReview } from '../reviews/add-review.ts';
import { reviews } from '../reviews/reviews.tables.ts';
import { type DemoDeps, daysAgo } from './demo-clock.ts';
import { demoPeople } from './people.ts';
import { placedReviews } from './reviewed-products.ts';
import type { DemoReview } from './reviews.ts';

/** Stores the reviews that are missing, the oldest first. */
export async function loadReviews(
  deps: DemoDeps,
  people: string[],
  productIds: Map<string, string>,
): Promise<void> {
  for (const review of placedReviews) {
    const productId = productIds.get(review.slug);
    const userId = people[review.personIndex];
    if (!productId || !userId) throw new Error(`The review "${review.title}" has no product or writer.`);
    if (await deps.db.$count(reviews, and(eq(reviews.productId, productId), eq(reviews.userId, userId))))
      continue;
    const { rating, title, text } = review;
    const author = authorOf(review);
    await addReview(daysAgo(deps, review.daysAgo), { productId, userId, author, rating, title, text });
  }
}

function authorOf({ personIndex }: DemoReview): string {
  const person = demoPeople[personIndex];
  return person ? `${person.firstName} ${person.lastName.slice(0, 1)}.` : '';
}
