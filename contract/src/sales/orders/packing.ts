import { z } from 'zod';
import { conditions } from '../../catalog/products/conditions.ts';
import { endpoints, idParams } from '../../endpoint.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import { isoDateTime, reference, requiredText } from '../../wire.ts';
import { maxCodeLength } from '../../workshop/codes/read-code.ts';
import { identifierKinds } from '../../workshop/units/identifiers.ts';
import { captureMethods } from '../../workshop/units/unit.ts';
import { orderParcel } from './order-parcel.ts';
import { orderStatuses, paymentStatuses } from './order-status.ts';
import { shippingMethods } from './pricing.ts';

/** Devices that the packing screen suggests per line, those on sale for longest first. */
export const maxSuggestions = 5;

export const packedDevice = z.object({
  /** Unit number. */
  number: z.string(),
  identifiers: z.array(z.object({ kind: z.enum(identifierKinds), value: z.string() })),
  place: z.string(),
  /** True for the very device that the buyer chose. */
  isChosen: z.boolean(),
  /** True if no code was scanned: the shop chose it when the order was marked as shipped. */
  isAssumed: z.boolean(),
});

export const packingLine = z
  .object({
    /** Id of the product when it was ordered. */
    product: z.string(),
    name: z.string(),
    sku: z.string(),
    condition: z.enum(conditions),
    image: z.string(),
    /** Units to ship; those that are not there are left out. */
    quantity: z.number().int(),
    /** Units that are not there and not refunded: the order waits for them. */
    short: z.number().int(),
    /** True if its devices are scanned, false if the line is counted. */
    isScanned: z.boolean(),
    /** Barcodes of its boxes, with 14 digits, for a line that is counted. */
    gtins: z.array(z.string()),
    devices: z.array(packedDevice),
    /** Devices that the buyer chose and that are not packed yet: no other device takes their place. */
    chosen: z.array(z.object({ number: z.string(), place: z.string() })),
    /** Devices on sale that could be packed, with their places. */
    suggestions: z.array(z.object({ number: z.string(), place: z.string() })),
  })
  .meta({ id: 'PackingLine' });
export type PackingLine = z.output<typeof packingLine>;

export const packing = z
  .object({
    id: z.string(),
    orderNumber: z.string(),
    status: z.enum(orderStatuses),
    paymentStatus: z.enum(paymentStatuses),
    shippingMethod: z.enum(shippingMethods),
    name: z.string(),
    /** Lines of the address, for the label. */
    address: z.array(z.string()),
    carrier: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    placedAt: isoDateTime,
    /** Parcels that have left while the rest is packed. */
    parcels: z.array(orderParcel),
    /** Lines to send; units in parcels are left out until the order is shipped. */
    lines: z.array(packingLine),
  })
  .meta({ id: 'Packing' });
export type Packing = z.output<typeof packing>;

export const packingSummary = z
  .object({
    id: z.string(),
    orderNumber: z.string(),
    shippingMethod: z.enum(shippingMethods),
    name: z.string(),
    city: z.string(),
    placedAt: isoDateTime,
    /** Units to send, devices to scan among them, and those already scanned. */
    units: z.number().int(),
    toScan: z.number().int(),
    scanned: z.number().int(),
    /** Units that are not there and not refunded. */
    short: z.number().int(),
    /** Units that have left in parcels. */
    sent: z.number().int(),
  })
  .meta({ id: 'PackingSummary' });
export type PackingSummary = z.output<typeof packingSummary>;

/** Code of a device that is packed. */
export const packedCode = z.object({
  code: requiredText(maxCodeLength, 'Scan or type a number of the device'),
  captured: z.enum(captureMethods).default('typed'),
  /** Records a number that the shop does not know for a device on sale that has none. */
  isNew: z.boolean().default(false),
});
export const packingAnswer = z.object({
  packing,
  /** Number of the unit. */
  device: z.string(),
});

export const packingEndpoints = endpoints({
  listPacking: {
    method: 'GET',
    path: '/packing',
    summary: 'Paid orders to pack: short ones first, then express, then the oldest',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'read',
    query: z.object(pagingQuery),
    response: z.object({ orders: z.array(packingSummary), pagination }),
  },
  getPacking: {
    method: 'GET',
    path: '/packing/:id',
    summary: 'What an order needs and the devices packed for it',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'read',
    params: idParams,
    response: z.object({ packing }),
  },
  packDevice: {
    method: 'POST',
    path: '/packing/:id/devices',
    summary:
      'Pack the device with this code. A number that the shop does not know is recorded on request only, for a device on sale that has none',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'write',
    params: idParams,
    body: packedCode,
    response: packingAnswer,
  },
  unpackDevice: {
    method: 'DELETE',
    path: '/packing/:id/devices/:unit',
    summary: 'Take a device out of an order that has not shipped; it is on sale again',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'write',
    params: z.object({ id: reference, unit: reference }),
    response: z.object({ packing }),
  },
});
