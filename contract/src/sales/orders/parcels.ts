import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { reference, requiredText, text, unknownFields } from '../../wire.ts';
import { unitNumber } from '../cart.ts';
import { order, statusChange } from './order.ts';

const maxParcelLines = 100;

const newParcelLine = z.strictObject(
  {
    product: requiredText(200, 'Choose what is in the parcel'),
    /** Units of a counted item; devices are named. */
    quantity: z.int('Enter how many are in the parcel').min(1, 'Enter how many are in the parcel').max(1000),
    /** Numbers of its devices, each packed for the order. */
    units: z.array(unitNumber).max(100).default([]),
  },
  unknownFields,
);

export const newParcel = z
  .strictObject(
    {
      lines: z
        .array(newParcelLine, 'Choose what is in the parcel')
        .min(1, 'Choose what is in the parcel')
        .max(maxParcelLines, `At most ${maxParcelLines} lines`),
      carrier: text(100).default(''),
      trackingNumber: statusChange.shape.trackingNumber,
    },
    unknownFields,
  )
  .meta({ id: 'NewParcel' });
export type NewParcel = z.output<typeof newParcel>;

const parcelParams = z.object({ id: reference, parcel: reference });
const response = z.object({ order });

export const orderParcelEndpoints = endpoints({
  shipParcel: {
    method: 'POST',
    path: '/orders/:id/parcels',
    summary: 'Send a part of an order; the parcel with the rest of it makes the order shipped',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'write',
    params: z.object({ id: reference }),
    body: newParcel,
    idempotent: true,
    response,
    status: 201,
  },
  markParcelDelivered: {
    method: 'POST',
    path: '/orders/:id/parcels/:parcel/delivered',
    summary: 'Say that a parcel has arrived; the last one makes a shipped order delivered',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'write',
    params: parcelParams,
    response,
  },
  takeBackParcel: {
    method: 'DELETE',
    path: '/orders/:id/parcels/:parcel',
    summary: 'Take back a parcel that has not left after all: its items are to be packed again',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'write',
    params: parcelParams,
    response,
  },
});
