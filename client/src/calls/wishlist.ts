import { wishlistEndpoints } from '@reprise/contract/wishlist';
import { type Call, defineCall } from '../define-call.ts';

/** Wishlist of the caller, newest first: `GET /wishlist` */
export const getWishlist: Call<typeof wishlistEndpoints.getWishlist> = /* @__PURE__ */ defineCall(wishlistEndpoints.getWishlist);

/** Add products by id; products already on it or off sale are ignored: `POST /wishlist` */
export const addToWishlist: Call<typeof wishlistEndpoints.addToWishlist> = /* @__PURE__ */ defineCall(wishlistEndpoints.addToWishlist);

/** Remove a product; succeeds if it is not on the wishlist: `DELETE /wishlist/:id` */
export const removeFromWishlist: Call<typeof wishlistEndpoints.removeFromWishlist> = /* @__PURE__ */ defineCall(wishlistEndpoints.removeFromWishlist);
