import { listingEndpoints } from '@reprise/contract/channels/listings';
import { type Call, defineCall } from '../define-call.ts';

/** Products on a channel, by name: `GET /channels/:id/listings` */
export const listListings: Call<typeof listingEndpoints.listListings> = /* @__PURE__ */ defineCall(listingEndpoints.listListings);

/** Put products on a channel; those that it has are left out: `POST /channels/:id/listings` */
export const addListings: Call<typeof listingEndpoints.addListings> = /* @__PURE__ */ defineCall(listingEndpoints.addListings);

/** Put all products on sale of a category on a channel: `POST /channels/:id/listings/category` */
export const addCategoryListings: Call<typeof listingEndpoints.addCategoryListings> = /* @__PURE__ */ defineCall(listingEndpoints.addCategoryListings);

/** Take products off a channel: `POST /channels/:id/listings/end` */
export const endListings: Call<typeof listingEndpoints.endListings> = /* @__PURE__ */ defineCall(listingEndpoints.endListings);

/** Send the listings that were refused again: `POST /channels/:id/listings/retry` */
export const retryListings: Call<typeof listingEndpoints.retryListings> = /* @__PURE__ */ defineCall(listingEndpoints.retryListings);
