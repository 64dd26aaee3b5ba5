import { z } from 'zod';
import { endpoints, idParams } from '../endpoint.ts';
import { reference } from '../wire.ts';
import { product } from './products/product.ts';

/** Maximum number of wishes per account. */
export const wishlistLimit = 100;

/** Product ids, newest wish first. */
const ids = z.object({ ids: z.array(z.string()) });

export const wishlistEndpoints = endpoints({
  getWishlist: {
    method: 'GET',
    path: '/wishlist',
    summary: 'Wishlist of the caller, newest first',
    access: 'customer',
    rate: 'read',
    response: ids.extend({ products: z.array(product) }),
  },
  addToWishlist: {
    method: 'POST',
    path: '/wishlist',
    summary: 'Add products by id; products already on it or off sale are ignored',
    access: 'customer',
    rate: 'write',
    body: z.object({
      products: z.array(reference, 'Choose the products').min(1, 'Choose a product').max(wishlistLimit),
    }),
    response: ids,
  },
  removeFromWishlist: {
    method: 'DELETE',
    path: '/wishlist/:id',
    summary: 'Remove a product; succeeds if it is not on the wishlist',
    access: 'customer',
    rate: 'write',
    params: idParams,
    response: ids,
  },
});
