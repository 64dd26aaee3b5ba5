import { z } from 'zod';
import { endpoints, fileResponse, idParams } from '../../../endpoint.ts';
import { isoDateTime, money, requiredText } from '../../../wire.ts';
import { parcel } from './parcel.ts';

/**
 * `buying`: requested and not confirmed; `bought`; `refunding`: the carrier decides about the refund; `refunded`: the
 * carrier pays back what it cost; `refused`: it does not.
 */
export const labelStates = ['buying', 'bought', 'refunding', 'refunded', 'refused'] as const;
export type LabelState = (typeof labelStates)[number];

/** Where the carrier says that a parcel is, by the words of EasyPost. */
export const parcelStatuses = [
  'unknown',
  'pre_transit',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'available_for_pickup',
  'return_to_sender',
  'failure',
  'cancelled',
  'error',
] as const;
export type ParcelStatus = (typeof parcelStatuses)[number];

/** Price of a service of a carrier for one parcel. */
export const carrierRate = z
  .object({
    id: z.string(),
    carrier: z.string(),
    service: z.string(),
    price: money,
    /** Days on the way as the carrier estimates them; null if it does not. */
    days: z.number().int().nullable(),
  })
  .meta({ id: 'CarrierRate' });
export type CarrierRate = z.output<typeof carrierRate>;

export const shippingLabel = z
  .object({
    id: z.string(),
    state: z.enum(labelStates),
    carrier: z.string(),
    service: z.string(),
    price: money,
    /** Null until it is bought. */
    trackingNumber: z.string().nullable(),
    /** True if it was bought with a test key: no carrier takes the parcel. */
    isTest: z.boolean(),
    parcelStatus: z.enum(parcelStatuses),
    /** Why the label of a return that has ended could not be voided; staff try again or let it be. */
    voidProblem: z.string().nullable(),
    createdAt: isoDateTime,
  })
  .meta({ id: 'ShippingLabel' });
export type ShippingLabel = z.output<typeof shippingLabel>;

export const labelsAndParcel = z.object({
  /** True if labels can be bought: there is a usable account. */
  canBuy: z.boolean(),
  /** Weight and size of the parcel by its items; null if labels cannot be bought. */
  parcel: parcel.nullable(),
  /** Newest first, at most twenty. */
  labels: z.array(shippingLabel),
});

export const maxLabelsShown = 20;

export const labelResponse = z.object({ label: shippingLabel });

export const carrierRates = z.object({
  /** Id of the shipment at the carriers' service, which the rates belong to. */
  shipment: z.string(),
  rates: z.array(carrierRate),
  /** Why carriers have no rate, in their words. */
  messages: z.array(z.string()),
});

export const labelPurchase = z.object({
  shipment: requiredText(100, 'Missing shipment'),
  rate: requiredText(100, 'Choose a rate'),
  parcel,
});

export const checkedLabel = z.object({
  /** Null if it was not bought: the purchase is taken back. */
  label: shippingLabel.nullable(),
});

export const labelEndpoints = endpoints({
  listLabels: {
    method: 'GET',
    path: '/packing/:id/labels',
    summary: 'Shipping labels of an order, and its parcel',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'read',
    params: idParams,
    response: labelsAndParcel,
  },
  listCarrierRates: {
    method: 'POST',
    path: '/packing/:id/rates',
    summary: 'Ask the carriers what a parcel of this order costs, cheapest first',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'write',
    params: idParams,
    body: parcel,
    response: carrierRates,
  },
  buyLabel: {
    method: 'POST',
    path: '/packing/:id/labels',
    summary:
      'Buy the label of a rate; the order gets its carrier and tracking number. Repeating the call buys nothing again',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'write',
    params: idParams,
    body: labelPurchase,
    response: labelResponse,
    status: 201,
  },
  checkLabel: {
    method: 'POST',
    path: '/shipping-labels/:id/check',
    summary:
      'Find out whether a label was bought whose purchase was interrupted, and what became of a refund',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'write',
    params: idParams,
    response: checkedLabel,
  },
  getLabelFile: {
    method: 'GET',
    path: '/shipping-labels/:id/file',
    summary: 'The label as PDF, 4 by 6 inches',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'read',
    params: idParams,
    file: 'application/pdf',
    response: fileResponse,
  },
  refundLabel: {
    method: 'POST',
    path: '/shipping-labels/:id/refund',
    summary: 'Ask for the money of an unused label; the order loses its tracking number until it ships',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'write',
    params: idParams,
    response: labelResponse,
  },
  receiveParcelEvent: {
    method: 'POST',
    path: '/shipping/events',
    summary: 'Webhook of EasyPost about parcels; the signature of the body is the access check',
    access: 'public',
    rate: 'webhook',
    rawBody: { signatureHeader: 'x-hmac-signature' },
    response: z.object({ received: z.literal(true) }),
  },
});
