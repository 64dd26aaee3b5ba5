import { basename } from 'node:path';
import type { channelEndpoints } from '@reprise/contract/sales/channels/channel';
import type { ebayEndpoints } from '@reprise/contract/sales/channels/ebay';
import type { listingEndpoints } from '@reprise/contract/sales/channels/listings';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { createChannel, deleteChannel, listChannels, readChannel, updateChannel } from './change-channels.ts';
import { addListings, endListings, retryListings } from './change-listings.ts';
import { type ChannelDeps, readEbaySettings, setEbayAccount, setEbaySettings } from './channel-accounts.ts';
import { listListings } from './listings.queries.ts';

export function channelHandlers(
  deps: ChannelDeps,
): Handlers<typeof channelEndpoints & typeof ebayEndpoints & typeof listingEndpoints> {
  const { channelAdapter } = deps.environment;
  return {
    listChannels: async () => ({
      channels: await listChannels(deps),
      adapter: channelAdapter === undefined ? null : basename(channelAdapter),
    }),
    createChannel: async ({ body }, context) => ({
      channel: await createChannel(deps, body, requireCaller(context).userId),
    }),
    updateChannel: async ({ params, body }, context) => ({
      channel: await updateChannel(deps, params.id, body, requireCaller(context).userId),
    }),
    deleteChannel: async ({ params }, context) => {
      await deleteChannel(deps, params.id, requireCaller(context).userId);
      return {};
    },
    setEbayAccount: async ({ params, body }, context) => {
      await setEbayAccount(deps, params.id, body, requireCaller(context).userId);
      return { channel: await readChannel(deps, params.id) };
    },
    getEbaySettings: ({ params }) => readEbaySettings(deps, params.id),
    setEbaySettings: async ({ params, body }, context) => {
      await setEbaySettings(deps, params.id, body, requireCaller(context).userId);
      return { channel: await readChannel(deps, params.id) };
    },
    listListings: ({ params, query = {} }) => listListings(deps.db, params.id, query),
    addListings: async ({ params, body }, context) => ({
      added: await addListings(deps, params.id, { productIds: body.products }, requireCaller(context).userId),
    }),
    addCategoryListings: async ({ params, body }, context) => ({
      added: await addListings(deps, params.id, { categoryId: body.category }, requireCaller(context).userId),
    }),
    endListings: async ({ params, body }, context) => {
      await endListings(deps, params.id, body.products, requireCaller(context).userId);
      return {};
    },
    retryListings: async ({ params }) => {
      await retryListings(deps, params.id);
      return {};
    },
  };
}
