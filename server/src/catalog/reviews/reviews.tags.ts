import type { reviewEndpoints } from '@reprise/contract/catalog/reviews/reviews';
import type { Tx } from '../../platform/database/database.ts';
import type { ResponseTags } from '../../platform/response-cache/cache-dependencies.ts';
import { invalidateTags } from '../../platform/response-cache/invalidate-tags.ts';
import { familyTag, productTag } from '../products/products.tags.ts';

const reviewsTag = (familyId: string) => `reviews:${familyId}`;

/** Bears on the latest reviews of the shop. */
const allReviewsTag = 'reviews';

type ReviewList = { familyId: string; productIds: string[] };

export const reviewTags = {
  listReviews: ({ familyId, productIds }: ReviewList) => ({
    strict: [reviewsTag(familyId), familyTag(familyId), ...productIds.map(productTag)],
  }),
  listLatestReviews: ({ productIds }: { productIds: string[] }) => ({
    strict: [allReviewsTag, ...productIds.map(productTag)],
  }),
} satisfies Partial<Record<keyof typeof reviewEndpoints, (result: never) => ResponseTags>>;

/** Invalidates the review lists of these families, and the latest reviews. */
export function invalidateReviews(tx: Tx, familyIds: string[]): void {
  invalidateTags(tx, [allReviewsTag, ...familyIds.map(reviewsTag)]);
}
