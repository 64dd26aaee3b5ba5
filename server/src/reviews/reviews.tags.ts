import type { reviewEndpoints } from '@reprise/contract/reviews/reviews';
import { productTag } from '../catalog/catalog.tags.ts';
import type { Tx } from '../platform/database/database.ts';
import type { ResponseTags } from '../platform/response-cache/cache-dependencies.ts';
import { invalidateTags } from '../platform/response-cache/invalidate-tags.ts';

const reviewsTag = (productId: string) => `reviews:${productId}`;

export const reviewTags = {
  listReviews: ({ productId }: { productId: string }) => ({
    strict: [reviewsTag(productId), productTag(productId)],
  }),
} satisfies Partial<Record<keyof typeof reviewEndpoints, (result: never) => ResponseTags>>;

/** Invalidates the review lists of these products. */
export function invalidateReviews(tx: Tx, productIds: string[]): void {
  invalidateTags(tx, productIds.map(reviewsTag));
}
