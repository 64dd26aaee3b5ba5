import { demoModels } from './models/all.ts';
import { demoOrders } from './orders.ts';
import { type DemoReview, demoReviews } from './reviews.ts';

type PlacedReview = DemoReview & { slug: string };

/** The reviews with the product that each is about, the oldest first. */
export const placedReviews: readonly PlacedReview[] = [...demoReviews]
  .sort((a, b) => b.daysAgo - a.daysAgo)
  .map((review, place) => ({ ...review, slug: reviewedProduct(review, place) }));

/** Product of the model that the author ordered, else one condition after the other. */
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
