import { z } from 'zod';
import { endpoints, idParams, nothing } from '../../endpoint.ts';
import { formatNumber } from '../../formats.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import {
  isoDateTime,
  queryChoice,
  queryInt,
  queryString,
  queryStrings,
  requiredText,
  text,
} from '../../wire.ts';
import { conditions } from '../products/conditions.ts';
import { reviewSorts } from './review-sort.ts';

const stars = z.number().int().min(1).max(5);

export const review = z
  .object({
    id: z.string(),
    rating: stars,
    title: z.string(),
    text: z.string(),
    author: z.string(),
    /** Condition of the reviewed product when it was bought. */
    condition: z.enum(conditions),
    /** Configuration of the reviewed product, such as "128 GB · Midnight"; '' if its family has no other. */
    configuration: z.string(),
    /** True if the author received the product in an order of the shop. */
    verifiedPurchase: z.boolean(),
    createdAt: isoDateTime,
    /** Last edit by the author; equals `createdAt` without one. */
    updatedAt: isoDateTime,
  })
  .meta({ id: 'Review' });
export type Review = z.output<typeof review>;

/** Review as its author sees it. */
export const ownReview = review
  .extend({
    /** True if hidden by the shop and excluded from the rating. */
    hidden: z.boolean(),
  })
  .meta({ id: 'OwnReview' });
export type OwnReview = z.output<typeof ownReview>;

export const adminReview = ownReview
  .extend({
    product: z.object({
      /** Null after the product was deleted. */
      id: z.string().nullable(),
      slug: z.string().nullable(),
      name: z.string(),
      image: z.string(),
    }),
  })
  .meta({ id: 'AdminReview' });
export type AdminReview = z.output<typeof adminReview>;

/** Review of a buyer with its product, for the home page. */
export const latestReview = review
  .extend({ product: z.object({ slug: z.string(), name: z.string(), image: z.string() }) })
  .meta({ id: 'LatestReview' });
export type LatestReview = z.output<typeof latestReview>;

export const maxLatestReviews = 2;

export const reviewVisibilities = ['visible', 'hidden'] as const;

const chooseStars = 'Choose one to five stars';
export const reviewInput = z
  .object({
    rating: z.number(chooseStars).int(chooseStars).min(1, chooseStars).max(5, chooseStars),
    title: text(120, 'At most 120 characters').optional(),
    text: requiredText(5000, () => `Write a few words, at most ${formatNumber(5000)} characters`),
  })
  .meta({ id: 'ReviewInput' });
export type ReviewInput = z.output<typeof reviewInput>;

const ownReviewResponse = z.object({ review: ownReview });

export const reviewEndpoints = endpoints({
  listReviews: {
    method: 'GET',
    path: '/products/:id/reviews',
    summary: 'Reviews of all products of the family, newest first by default',
    access: 'public',
    rate: 'read',
    params: idParams,
    query: z.object({ ...pagingQuery, sort: queryChoice(reviewSorts), rating: queryInt(1, 5) }),
    response: z.object({
      reviews: z.array(review),
      pagination,
      /** Number of reviews of the family per rating from 5 to 1, regardless of the filter. */
      histogram: z.array(z.object({ rating: stars, count: z.number().int() })),
    }),
  },
  listLatestReviews: {
    method: 'GET',
    path: '/reviews/latest',
    summary: `The newest ${maxLatestReviews} reviews of buyers, whatever their stars, each of another product`,
    access: 'public',
    rate: 'read',
    response: z.object({ reviews: z.array(latestReview) }),
  },
  listReviewedProducts: {
    method: 'GET',
    path: '/reviews/mine',
    summary: 'Ids of those of the products that the caller has reviewed',
    access: 'customer',
    rate: 'read',
    query: z.object({ product: queryStrings(200) }),
    response: z.object({ products: z.array(z.string()) }),
  },
  getOwnReview: {
    method: 'GET',
    path: '/products/:id/reviews/mine',
    summary: 'Review of the caller for a product, and whether the caller can write one',
    access: 'customer',
    rate: 'read',
    params: idParams,
    response: z.object({
      review: ownReview.nullable(),
      /** True if the caller received the product and has not reviewed it. */
      mayReview: z.boolean(),
    }),
  },
  writeReview: {
    method: 'POST',
    path: '/products/:id/reviews',
    summary: 'Review a received product, once per customer and product',
    access: 'customer',
    rate: 'write',
    params: idParams,
    body: reviewInput,
    response: ownReviewResponse,
    status: 201,
    message: 'Review published',
  },
  editReview: {
    method: 'PUT',
    path: '/reviews/:id',
    summary: 'Edit a review of the caller',
    access: 'customer',
    rate: 'write',
    params: idParams,
    body: reviewInput,
    response: ownReviewResponse,
    message: 'Review changed',
  },
  deleteReview: {
    method: 'DELETE',
    path: '/reviews/:id',
    summary: 'Delete a review of the caller',
    access: 'customer',
    rate: 'write',
    params: idParams,
    response: nothing,
    message: 'Review deleted',
  },
  listAllReviews: {
    method: 'GET',
    path: '/reviews',
    summary: 'All reviews, newest first; searches author, title, text and product',
    access: 'admin',
    needs: 'reviews.moderate',
    rate: 'read',
    query: z.object({
      ...pagingQuery,
      search: queryString(200),
      visibility: queryChoice(reviewVisibilities),
      rating: queryInt(1, 5),
      /** Id or slug of a product. */
      product: queryString(200),
    }),
    response: z.object({ reviews: z.array(adminReview), pagination }),
  },
  setReviewVisibility: {
    method: 'PUT',
    path: '/reviews/:id/visibility',
    summary: 'Hide or show a review; the rating of the product changes with it',
    access: 'admin',
    needs: 'reviews.moderate',
    rate: 'write',
    params: idParams,
    body: z.object({ hidden: z.boolean('Hidden must be true or false') }),
    response: z.object({ review: adminReview }),
  },
});
