import { reviewEndpoints } from '@reprise/contract/reviews/reviews';
import { type Call, defineCall } from '../define-call.ts';

/** Reviews of all products of the family, newest first by default: `GET /products/:id/reviews` */
export const listReviews: Call<typeof reviewEndpoints.listReviews> = /* @__PURE__ */ defineCall(reviewEndpoints.listReviews);

/** Review of the caller for a product, and whether the caller can write one: `GET /products/:id/reviews/mine` */
export const getOwnReview: Call<typeof reviewEndpoints.getOwnReview> = /* @__PURE__ */ defineCall(reviewEndpoints.getOwnReview);

/** Review a received product, once per customer and product: `POST /products/:id/reviews` */
export const writeReview: Call<typeof reviewEndpoints.writeReview> = /* @__PURE__ */ defineCall(reviewEndpoints.writeReview);

/** Edit a review of the caller: `PUT /reviews/:id` */
export const editReview: Call<typeof reviewEndpoints.editReview> = /* @__PURE__ */ defineCall(reviewEndpoints.editReview);

/** Delete a review of the caller: `DELETE /reviews/:id` */
export const deleteReview: Call<typeof reviewEndpoints.deleteReview> = /* @__PURE__ */ defineCall(reviewEndpoints.deleteReview);

/** All reviews, newest first; searches author, title, text and product: `GET /reviews` */
export const listAllReviews: Call<typeof reviewEndpoints.listAllReviews> = /* @__PURE__ */ defineCall(reviewEndpoints.listAllReviews);

/** Hide or show a review; the rating of the product changes with it: `PUT /reviews/:id/visibility` */
export const setReviewVisibility: Call<typeof reviewEndpoints.setReviewVisibility> = /* @__PURE__ */ defineCall(reviewEndpoints.setReviewVisibility);
