import { and, eq } from 'drizzle-orm';
import { addReview } from '../reviews/add-review.ts';
import { reviews } from '../reviews/reviews.tables.ts';
import { type DemoDeps, daysAgo } from './demo-clock.ts';
import { demoModels } from './models/all.ts';
import { demoOrders } from './orders.ts';
import { demoPeople } from './people.ts';
import { type DemoReview, demoReviews } from './reviews.ts';

/** Stores the reviews that are missing, the oldest first. */
export async function loadReviews(
  deps: DemoDeps,
  people: string[],
  productIds: Map<string, string>,
): Promise<void> {
  const oldestFirst = [...demoReviews].sort((a, b) => b.daysAgo - a.daysAgo);
  for (const [place, review] of oldestFirst.entries()) {
    const productId = productIds.get(reviewedProduct(review, place));
    const userId = people[review.personIndex];
    if (!productId || !userId) throw new Error(`The review "${review.title}" has no product or writer.`);
    if (await deps.db.$count(reviews, and(eq(reviews.productId, productId), eq(reviews.userId, userId))))
      continue;
    const { rating, title, text } = review;
    const author = authorOf(review);
    await addReview(daysAgo(deps, review.daysAgo), { productId, userId, author, rating, title, text });
  }
}

/** What the writer bought of the model; where the orders do not say, one condition after the other. */
function reviewedProduct({ modelKey, personIndex }: DemoReview, place: number): string {
  const slugs = demoModels
    .flatMap((model) => model.products)
    .filter((product) => product.modelKey === modelKey)
    .map((product) => product.slug);
  const bought = demoOrders
    .filter(({ buyer }) => 'person' in buyer && buyer.person === personIndex)
    .flatMap((order) => order.items.map((item) => item.slug));
  return slugs.find((slug) => bought.includes(slug)) ?? slugs[place % slugs.length] ?? '';
}

function authorOf({ personIndex }: DemoReview): string {
  const person = demoPeople[personIndex];
  return person ? `${person.firstName} ${person.lastName.slice(0, 1)}.` : '';
}
