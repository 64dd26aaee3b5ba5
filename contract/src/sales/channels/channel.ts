import { z } from 'zod';
import { priceEndings } from '../../catalog/products/sales/sale-change.ts';
import { endpoints, idParams, nothing } from '../../endpoint.ts';
import { formatNumber } from '../../formats.ts';
import { isoDateTime, requiredText } from '../../wire.ts';

/** Places beside the shop that sell its products. `adapter` is CHANNEL_ADAPTER. */
export const channelKinds = ['ebay', 'back-market', 'adapter'] as const;
export type ChannelKind = (typeof channelKinds)[number];

export const channelKindLabels: Record<ChannelKind, string> = {
  ebay: 'eBay',
  'back-market': 'Back Market',
  adapter: 'Adapter of your own',
};

/** Channels of one shop. */
export const maxChannels = 10;

/** How a channel derives stock and prices from those of the shop. */
export const channelRules = z.object({
  name: requiredText(60, 'Enter a name'),
  /** A channel that is off changes nothing and takes no orders; its listings stay as they are. */
  enabled: z.boolean(),
  /** Units of each product that the channel never sells, so that two sales at the same moment find a unit each. */
  buffer: z
    .number('Enter a number of units')
    .int('Enter whole units')
    .min(0, 'Not below 0')
    .max(1000, { error: () => `At most ${formatNumber(1000)}` }),
  /** Added to the price of the shop; negative to sell for less. */
  pricePercent: z
    .number({ error: () => `Enter a percentage such as 12 or ${formatNumber(-2.5)}` })
    .min(-90, 'At most 90% down')
    .max(300, 'At most 300% up')
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'At most two decimals')
    .meta({ multipleOf: 0.01 }),
  priceEnding: z.enum(priceEndings),
});
export type ChannelRules = z.output<typeof channelRules>;

/** Account of a channel; never contains its keys. */
const channelAccount = z.object({
  /** `missing` until it is connected; `unreadable` if APP_SECRET has changed since. */
  state: z.enum(['connected', 'missing', 'unreadable']),
  /** Public part of the key; '' without one. */
  hint: z.string(),
  /** True for the channel's own place for tests, where nothing is sold. */
  isTest: z.boolean(),
});

export const channel = z
  .object({
    id: z.string(),
    kind: z.enum(channelKinds),
    ...channelRules.shape,
    account: channelAccount,
    /** True if the channel can be switched on: its account and its settings are complete. */
    isReady: z.boolean(),
    /** Products on it, those that wait to be sent, and those that it refused. */
    listed: z.number().int(),
    waiting: z.number().int(),
    refused: z.number().int(),
    /** Time up to which its orders are known; null for a channel whose orders come as a file. */
    ordersReadAt: isoDateTime.nullable(),
    /** Why its orders could not be read; '' while they can. */
    failure: z.string(),
  })
  .meta({ id: 'Channel' });
export type Channel = z.output<typeof channel>;

const answer = z.object({ channel });

export const channelEndpoints = endpoints({
  listChannels: {
    method: 'GET',
    path: '/channels',
    summary: `All sales channels, oldest first, at most ${maxChannels}`,
    access: 'admin',
    needs: 'channels.manage',
    rate: 'read',
    response: z.object({
      channels: z.array(channel),
      /** File name of CHANNEL_ADAPTER; null if it is not set. */
      adapter: z.string().nullable(),
    }),
  },
  createChannel: {
    method: 'POST',
    path: '/channels',
    summary: 'Add a sales channel, which is off',
    access: 'admin',
    needs: 'channels.manage',
    rate: 'write',
    stepUp: true,
    body: channelRules
      .omit({ enabled: true })
      .extend({ kind: z.enum(channelKinds, 'Choose a channel') })
      .meta({ id: 'NewChannel' }),
    response: answer,
    status: 201,
    message: 'Channel added',
  },
  updateChannel: {
    method: 'PUT',
    path: '/channels/:id',
    summary: 'Change the rules of a channel, or switch it on or off; its listings follow',
    access: 'admin',
    needs: 'channels.manage',
    rate: 'write',
    stepUp: true,
    params: idParams,
    body: channelRules.meta({ id: 'ChannelRules' }),
    response: answer,
    message: 'Channel saved',
  },
  deleteChannel: {
    method: 'DELETE',
    path: '/channels/:id',
    summary: 'Remove a channel without listings; its orders stay',
    access: 'admin',
    needs: 'channels.manage',
    rate: 'write',
    params: idParams,
    response: nothing,
    message: 'Channel removed',
  },
});
