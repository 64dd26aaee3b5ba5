import { z } from 'zod';
import { endpoints, fileResponse, idParams } from '../endpoint.ts';
import { checkedFile, importSteps, maxCheckedImportBytes } from '../foundations/checked-import.ts';
import { pagination, pagingQuery } from '../paging.ts';
import { isoDateTime, money, queryChoice } from '../wire.ts';

/** Rows of an order file; an order has one for each of its items. */
export const maxChannelOrderRows = 10_000;

/** `waiting`: the order has not been shipped, or the channel has not been told yet. */
export const shipmentStates = ['waiting', 'sent', 'failed', 'by-hand'] as const;

/** Figures of the channel that an order came from, and its knowledge of the shipment. */
export const channelOrder = z
  .object({
    /** Name of the channel. */
    channel: z.string(),
    /** Number of the order there. */
    number: z.string(),
    /** Total that the buyer paid there, with tax that the channel collects and pays itself. */
    buyerPaid: money,
    taxCollected: money,
    /** Fee of the channel; null if it does not say. */
    fee: money.nullable(),
    /** Why staff must confirm that the channel was paid; '' if they need not. */
    check: z.string(),
    shipment: z.object({
      state: z.enum(shipmentStates),
      /** Why the channel does not take it; '' without a failure. */
      failure: z.string(),
      sentAt: isoDateTime.nullable(),
    }),
  })
  .meta({ id: 'ChannelOrder' });
export type ChannelOrder = z.output<typeof channelOrder>;

/** A line of an open order of a channel that sold more than there was. */
export const shortSale = z
  .object({
    orderId: z.string(),
    orderNumber: z.string(),
    channel: z.string(),
    product: z.object({ id: z.string(), name: z.string(), sku: z.string() }),
    /** Units that are not there. */
    short: z.number().int(),
    placedAt: isoDateTime,
  })
  .meta({ id: 'ShortSale' });
export type ShortSale = z.output<typeof shortSale>;

export const channelOrderEndpoints = endpoints({
  getChannelOrder: {
    method: 'GET',
    path: '/orders/:id/channel',
    summary: 'Figures of the channel that an order came from; 404 for an order of the shop itself',
    access: 'admin',
    needs: 'orders.read',
    rate: 'read',
    params: idParams,
    response: z.object({ channelOrder }),
  },
  resendShipment: {
    method: 'POST',
    path: '/orders/:id/channel/shipment',
    summary: 'Tell the channel again that an order has been shipped',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'write',
    params: idParams,
    response: z.object({ channelOrder }),
  },
  confirmChannelSale: {
    method: 'POST',
    path: '/orders/:id/channel/confirm',
    summary: 'Confirm that an order sold far below its listing was paid at its channel',
    access: 'admin',
    needs: 'payments.record',
    rate: 'write',
    stepUp: true,
    params: idParams,
    response: z.object({ channelOrder }),
    message: 'Sale confirmed',
  },
  listShortSales: {
    method: 'GET',
    path: '/short-sales',
    summary: 'Lines of open orders of channels that sold more than there was, oldest first',
    access: 'admin',
    needs: 'channels.manage',
    rate: 'read',
    query: z.object(pagingQuery),
    response: z.object({ shortSales: z.array(shortSale), pagination }),
  },
  getOffersFile: {
    method: 'GET',
    path: '/channels/:id/offers-file',
    summary: 'Listings of a Back Market channel as the CSV file that its back office imports',
    access: 'admin',
    needs: 'channels.manage',
    rate: 'read',
    params: idParams,
    file: 'text/csv',
    response: fileResponse,
  },
  importChannelOrders: {
    method: 'POST',
    path: '/channels/:id/order-imports',
    summary:
      'Read an order export of Back Market: says which orders it would place or cancel, or with `step=apply` does it. The same file again changes nothing',
    access: 'admin',
    needs: 'channels.manage',
    rate: 'upload',
    stepUp: true,
    params: idParams,
    query: z.object({ step: queryChoice(importSteps) }),
    upload: { field: 'file', maxFiles: 1, maxBytes: maxCheckedImportBytes },
    response: z.object({ import: checkedFile }),
  },
  getShipmentsFile: {
    method: 'GET',
    path: '/channels/:id/shipments-file',
    summary: 'Shipped orders of a Back Market channel with tracking number and IMEI or serial number, as CSV',
    access: 'admin',
    needs: 'channels.manage',
    rate: 'read',
    params: idParams,
    file: 'text/csv',
    response: fileResponse,
  },
});
