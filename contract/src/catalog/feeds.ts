import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { isoDateTime } from '../wire.ts';

/** Product lists that marketing services fetch by themselves. */
export const feedKinds = ['google', 'meta', 'bing'] as const;
export type FeedKind = (typeof feedKinds)[number];

export const feedLabels: Record<FeedKind, string> = {
  google: 'Google Merchant Center',
  meta: 'Meta Commerce Manager',
  bing: 'Microsoft Merchant Center',
};

/** Reasons for which a feed leaves a product out: the services refuse it. */
export const feedGaps = ['no-image', 'no-price', 'long-sku'] as const;
export type FeedGap = (typeof feedGaps)[number];

export const feedGapLabels: Record<FeedGap, string> = {
  'no-image': 'without an image',
  'no-price': 'with a price of 0',
  'long-sku': 'with an SKU of more than 50 characters',
};

/** Hours after which a feed is made again. */
export const feedHours = 6;

export const productFeed = z
  .object({
    kind: z.enum(feedKinds),
    enabled: z.boolean(),
    /** Public address of the file, which is compressed with gzip. */
    url: z.string(),
    /** Time of the present file; null before the first. */
    madeAt: isoDateTime.nullable(),
    /** Products in the present file. */
    productCount: z.number().int(),
    /** Size of the present file in bytes. */
    bytes: z.number().int(),
    /** Products on sale that the present file leaves out, by reason. */
    leftOut: z.array(z.object({ gap: z.enum(feedGaps), count: z.number().int() })),
    /** True until the file that staff asked for is made. */
    isPending: z.boolean(),
    /** Reason for which the last attempt failed; '' if it did not. */
    failure: z.string(),
  })
  .meta({ id: 'ProductFeed' });
export type ProductFeed = z.output<typeof productFeed>;

const kindParams = z.object({ kind: z.enum(feedKinds, 'Unknown feed') });

export const feedEndpoints = endpoints({
  listFeeds: {
    method: 'GET',
    path: '/feeds',
    summary: 'The product feeds for marketing services',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'read',
    response: z.object({ feeds: z.array(productFeed) }),
  },
  updateFeed: {
    method: 'PUT',
    path: '/feeds/:kind',
    summary: 'Switch a product feed on or off',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'write',
    params: kindParams,
    body: z.object({ enabled: z.boolean('Say if the feed is on') }),
    response: z.object({ feed: productFeed }),
    message: 'Feed saved',
  },
  refreshFeed: {
    method: 'POST',
    path: '/feeds/:kind/refresh',
    summary: 'Make a product feed anew in the background',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'write',
    params: kindParams,
    response: z.object({ feed: productFeed }),
    message: 'The feed is being made',
  },
});
