import { z } from 'zod';
import { conditions } from '../../catalog/products/conditions.ts';
import { money } from '../../wire.ts';
import { identifierKinds } from '../../workshop/units/identifiers.ts';

const orderedDevice = z.object({
  /** Unit number, as on its label. */
  number: z.string(),
  /** Token of its public passport; missing until it has left. */
  passport: z.string().optional(),
  /** Empty until it has left. */
  identifiers: z.array(z.object({ kind: z.enum(identifierKinds), value: z.string() })),
  /** Present for the very device that the buyer chose. */
  isChosen: z.literal(true).optional(),
  /** Present for a device that came back and whose units are neither refunded nor cancelled yet. */
  isBack: z.literal(true).optional(),
});

export const orderLine = z
  .object({
    /** Copy at the time of ordering; later product changes do not affect it. */
    product: z.object({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      brand: z.string(),
      /** Condition bought, for picking. */
      condition: z.enum(conditions),
      sku: z.string(),
      images: z.array(z.string()),
      price: money,
    }),
    quantity: z.number().int(),
    lineTotal: money,
    /** Units refunded; missing without any. */
    refundedQuantity: z.number().int().optional(),
    /** Part of the order's discount; missing without one. */
    discount: money.optional(),
    /** Tax of the line, after its discount, and its rate; missing if the order is older than the fields. */
    tax: money.optional(),
    taxBasisPoints: z.number().optional(),
    /** Devices of the line that were scanned and have left, and from the order on those that the buyer chose. */
    devices: z.array(orderedDevice).optional(),
    /** Devices of the line that were returned, with the numbers as they were sent; missing without any. */
    returnedDevices: z.array(orderedDevice.pick({ number: true, identifiers: true })).optional(),
  })
  .meta({ id: 'OrderLine' });
export type OrderLine = z.output<typeof orderLine>;
