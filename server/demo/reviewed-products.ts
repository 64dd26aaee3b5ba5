import { demoModels } from './models/all.ts';
import { demoOrders } from './orders.ts';
import { type DemoReview, demoReviews } from './reviews.ts';

type PlacedReview = DemoReview & { slug: string };

/** Reviews with their products, oldest first. */
export const placedReviews: readonly PlacedReview[] = [...demoReviews]
  .sort((a, b) => b.daysAgo - a.daysAgo)
  .map((review, place) => ({ ...review, slug: reviewedProduct(review, place) }));

/** Returns the product of the model that the author ordered, otherwise the conditions in rotation. */
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
