import { demoModels } from './models.ts';
import { type DemoReview, demoReviews } from './reviews.ts';

type PlacedReview = DemoReview & { slug: string };

const slugs = new Map(
  demoModels
    .flatMap((model) => model.products)
    .map(({ modelKey, condition, slug }) => [`${modelKey} ${condition}`, slug]),
);

/** Reviews with their products, oldest first. */
export const placedReviews: readonly PlacedReview[] = [...demoReviews]
  .sort((a, b) => b.daysAgo - a.daysAgo)
  .map((review) => ({ ...review, slug: slugs.get(`${review.modelKey} ${review.condition}`) ?? '' }));
