import { z } from 'zod';
import { isoDateTime, money } from '../../wire.ts';
import { orderStatuses } from '../orders/order-status.ts';

/** Open test orders in one response; the others follow once these are cancelled. */
export const maxTestOrders = 100;

const testOrder = z
  .object({
    id: z.string(),
    orderNumber: z.string(),
    status: z.enum(orderStatuses),
    total: money,
    createdAt: isoDateTime,
    /** Units that return to stock when the order is cancelled. */
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        quantity: z.number().int(),
        /** Unit numbers of its devices. */
        devices: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'TestOrder' });

/** Why test mode cannot be turned on: the shop has taken live keys, another processor, or test payments of everyone. */
export const testModeObstacles = ['live', 'processor', 'everyone'] as const;

export const testMode = z
  .object({
    isOn: z.boolean(),
    /** Null if it can be turned on. */
    obstacle: z.enum(testModeObstacles).nullable(),
    /** Orders paid with test cards that are neither delivered nor cancelled, newest first. */
    openOrders: z.array(testOrder),
    openOrderCount: z.number().int(),
  })
  .meta({ id: 'TestMode' });
export type TestMode = z.output<typeof testMode>;
