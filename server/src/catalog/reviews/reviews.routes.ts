import type { reviewEndpoints } from '@reprise/contract/catalog/reviews/reviews';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../deps.ts';
import type { CallContext, Handlers } from '../../platform/http/endpoint.ts';
import { findKnownProduct, findKnownProductId } from '../products/product.queries.ts';
import { deleteReview } from './delete-review.ts';
import { editReview } from './edit-review.ts';
import {
  listAllReviews,
  listLatestReviews,
  listReviewedProducts,
  listReviews,
  readOwnReview,
} from './review.queries.ts';
import { setReviewVisibility } from './set-review-visibility.ts';
import { writeReview } from './write-review.ts';

export function reviewHandlers(deps: Pick<Deps, 'db' | 'now'>): Handlers<typeof reviewEndpoints> {
  return {
    listReviews: async ({ params, query }) =>
      listReviews(deps.db, await findKnownProduct(deps.db, params.id), query ?? {}),
    listLatestReviews: () => listLatestReviews(deps.db),
    listReviewedProducts: async ({ query }, context) => ({
      products: await listReviewedProducts(deps.db, query?.product ?? [], writer(context)),
    }),
    getOwnReview: async ({ params }, context) =>
      readOwnReview(deps.db, await findKnownProductId(deps.db, params.id), writer(context)),
    writeReview: async ({ params, body }, context) => ({
      review: await writeReview(deps, params.id, writer(context), body),
    }),
    editReview: async ({ params, body }, context) => ({
      review: await editReview(deps, params.id, writer(context), body),
    }),
    deleteReview: async ({ params }, context) => {
      await deleteReview(deps, params.id, writer(context));
      return {};
    },
    listAllReviews: ({ query }) => listAllReviews(deps.db, query ?? {}),
    setReviewVisibility: async ({ params, body }, context) => ({
      review: await setReviewVisibility(deps, params.id, body.hidden, writer(context)),
    }),
  };
}

function writer({ caller }: CallContext): string {
  if (!caller) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
  return caller.userId;
}
