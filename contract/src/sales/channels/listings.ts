import { z } from 'zod';
import { endpoints, idParams, nothing } from '../../endpoint.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import { isoDateTime, money, queryChoice, queryString, reference } from '../../wire.ts';

/** `waiting`: not yet sent as it is now. `refused`: the channel said no. `ending`: being taken off the channel. */
export const listingStates = ['listed', 'waiting', 'refused', 'ending'] as const;
export type ListingState = (typeof listingStates)[number];

/** Products that one call adds or removes. */
export const maxListedAtOnce = 500;

/** Products on one channel. */
export const maxListings = 20_000;

export const channelListing = z
  .object({
    product: z.object({ id: z.string(), name: z.string(), sku: z.string(), image: z.string() }),
    state: z.enum(listingStates),
    /** Price and units on the channel, by its rules. */
    price: money,
    quantity: z.number().int(),
    /** Price and stock in the shop. */
    shopPrice: money,
    stock: z.number().int(),
    /** Page of the listing; null if there is none. */
    url: z.string().nullable(),
    /** Why it was refused, or why the last attempt failed; '' if it did not. */
    failure: z.string(),
    /** Time at which the channel last took it; null before. */
    sentAt: isoDateTime.nullable(),
  })
  .meta({ id: 'ChannelListing' });
export type ChannelListing = z.output<typeof channelListing>;

const productIds = z
  .array(reference)
  .min(1, 'Choose at least one product')
  .max(maxListedAtOnce, `At most ${maxListedAtOnce} products at once`);

const added = z.object({ added: z.number().int() });

export const listingEndpoints = endpoints({
  listListings: {
    method: 'GET',
    path: '/channels/:id/listings',
    summary: 'Products on a channel, by name',
    access: 'admin',
    needs: 'channels.manage',
    rate: 'read',
    params: idParams,
    /** `search`: part of the name or SKU. */
    query: z.object({ search: queryString(200), state: queryChoice(listingStates), ...pagingQuery }),
    response: z.object({ listings: z.array(channelListing), pagination }),
  },
  addListings: {
    method: 'POST',
    path: '/channels/:id/listings',
    summary: 'Put products on a channel; those that it has are left out',
    access: 'admin',
    needs: 'channels.manage',
    rate: 'write',
    params: idParams,
    body: z.object({ products: productIds }),
    response: added,
  },
  addCategoryListings: {
    method: 'POST',
    path: '/channels/:id/listings/category',
    summary: 'Put all products on sale of a category on a channel',
    access: 'admin',
    needs: 'channels.manage',
    rate: 'write',
    params: idParams,
    body: z.object({ category: reference }),
    response: added,
  },
  endListings: {
    method: 'POST',
    path: '/channels/:id/listings/end',
    summary: 'Take products off a channel',
    access: 'admin',
    needs: 'channels.manage',
    rate: 'write',
    params: idParams,
    body: z.object({ products: productIds }),
    response: nothing,
  },
  retryListings: {
    method: 'POST',
    path: '/channels/:id/listings/retry',
    summary: 'Send the listings that were refused again',
    access: 'admin',
    needs: 'channels.manage',
    rate: 'write',
    params: idParams,
    response: nothing,
    message: 'Sent again',
  },
});
