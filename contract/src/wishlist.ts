import { z } from 'zod';
import { product } from './catalog/catalog.ts';
import { endpoints, idParams } from './endpoint.ts';
import { reference } from './wire.ts';

/** Maximum number of wishes per account. */
export const wishlistLimit = 100;

/** Product ids, newest wish first. */
const ids = z.object({ ids: z.array(z.string()) });

export const wishlistEndpoints = endpoints({
  getWishlist: {
    method: 'GET',
    path: '/wishlist',
    summary: "The caller's wishlist, the latest wish first",
    access: 'customer',
    rate: 'read',
    response: ids.extend({ products: z.array(product) }),
  },
  addToWishlist: {
    method: 'POST',
    path: '/wishlist',
    summary: 'Add products by id; those that are there already, or are sold no longer, change nothing',
    access: 'customer',
    rate: 'write',
    body: z.object({
      products: z.array(reference, 'Name the products').min(1, 'Name a product').max(wishlistLimit),
    }),
    response: ids,
  },
  removeFromWishlist: {
    method: 'DELETE',
    path: '/wishlist/:id',
    summary: 'Take a product off; one that is not on it is fine',
    access: 'customer',
    rate: 'write',
    params: idParams,
    response: ids,
  },
});
