import { z } from 'zod';
import { endpoints, idParams } from '../../endpoint.ts';
import { isoDateTime, money, price } from '../../wire.ts';

/** Costs that an order causes beside its goods. */
export const orderCostKinds = ['label', 'return-label', 'processor-fee'] as const;

/** Costs of an order as far as they are recorded; what is not known is null, never 0. */
export const orderCosts = z
  .object({
    /** Devices that the order has. */
    devices: z.array(
      z.object({
        /** Unit number. */
        unit: z.string(),
        /** Id of the product of its line. */
        product: z.string(),
        /** Null before it leaves, and for one that left before this was recorded. */
        shippedAt: isoDateTime.nullable(),
        /** Cost when it left. */
        frozen: money.nullable(),
        /** The same with costs of its purchase that were booked later. */
        cost: money.nullable(),
      }),
    ),
    /** Lines of counted products. */
    items: z.array(
      z.object({
        product: z.string(),
        name: z.string(),
        quantity: z.number().int(),
        /** Cost of one when it was ordered. */
        unitCost: money.nullable(),
      }),
    ),
    /** Costs as they were booked; negative for one that was given back. */
    costs: z.array(z.object({ kind: z.enum(orderCostKinds), amount: money, createdAt: isoDateTime })),
    /** Sum of the labels bought here less those refunded; null without one. */
    label: money.nullable(),
    /** Sum of the fees of its payments; null while that of one is not known. */
    processorFee: money.nullable(),
  })
  .meta({ id: 'OrderCosts' });
export type OrderCosts = z.output<typeof orderCosts>;

const productCost = z.object({
  /** Cost of one unit of a counted product; null while it is not known. */
  unitCost: money.nullable(),
});

const access = { access: 'admin', needs: 'costs.see' } as const;

export const orderCostEndpoints = endpoints({
  getOrderCosts: {
    method: 'GET',
    path: '/orders/:id/costs',
    summary: 'What the goods of an order cost when they left, with its labels and processor fees',
    ...access,
    rate: 'read',
    params: idParams,
    response: z.object({ costs: orderCosts }),
  },
  getProductCost: {
    method: 'GET',
    path: '/products/:id/cost',
    summary: 'Cost of one unit of a counted product',
    ...access,
    rate: 'read',
    params: idParams,
    response: productCost,
  },
  setProductCost: {
    method: 'PUT',
    path: '/products/:id/cost',
    summary: 'Set the cost of one unit of a counted product; orders from now on are booked with it',
    ...access,
    rate: 'write',
    params: idParams,
    body: z.object({ unitCost: price('Enter what one unit costs').nullable() }).meta({ id: 'ProductCost' }),
    response: productCost,
  },
});
