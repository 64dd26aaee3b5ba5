import { z } from 'zod';
import { isoDateTime } from '../../wire.ts';

/** Parcel of an order that left in several. */
export const orderParcel = z
  .object({
    id: z.string(),
    /** From 1, in the order in which they left. */
    number: z.number().int(),
    carrier: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    shippedAt: isoDateTime,
    /** Null until it has arrived. */
    deliveredAt: isoDateTime.nullable(),
    items: z.array(
      z.object({
        product: z.object({ id: z.string(), name: z.string() }),
        quantity: z.number().int(),
        /** Numbers of the devices in it. */
        units: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'OrderParcel' });
export type OrderParcel = z.output<typeof orderParcel>;
