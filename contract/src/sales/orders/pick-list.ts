import { z } from 'zod';
import { conditions } from '../../catalog/products/conditions.ts';
import { endpoints, idParams } from '../../endpoint.ts';
import { queryStrings, reference } from '../../wire.ts';

/** Orders of one pick list. */
export const maxPickedOrders = 100;

export const pickItem = z
  .object({
    /** Bin of the device; '' for an unknown one and for products that are counted. */
    place: z.string(),
    /** Unit number; null for a counted product, and where no device is left to take. */
    device: z.string().nullable(),
    /** True if the buyer chose this very device. */
    isChosen: z.boolean(),
    /** True if the device was reported as not on its shelf: only a chosen one is listed all the same. */
    isMissing: z.boolean(),
    /** True if devices fill the line. */
    isScanned: z.boolean(),
    product: z.string(),
    name: z.string(),
    sku: z.string(),
    condition: z.enum(conditions),
    image: z.string(),
    quantity: z.number().int(),
    /** Orders that need it, express first. */
    orders: z.array(
      z.object({
        id: z.string(),
        orderNumber: z.string(),
        isExpress: z.boolean(),
        quantity: z.number().int(),
      }),
    ),
  })
  .meta({ id: 'PickItem' });
export type PickItem = z.output<typeof pickItem>;

export const pickListEndpoints = endpoints({
  getPickList: {
    method: 'GET',
    path: '/packing/pick-list',
    summary: `What to take from the shelves for the first ${maxPickedOrders} paid orders, or for those chosen, by bin`,
    access: 'admin',
    needs: 'orders.pack',
    rate: 'read',
    query: z.object({
      /** Ids of orders. */
      order: queryStrings(60),
    }),
    response: z.object({
      items: z.array(pickItem),
      /** Orders on the list. */
      orders: z.number().int(),
    }),
  },
  reportMissingDevice: {
    method: 'POST',
    path: '/packing/missing-devices',
    summary: 'Report that a device is not on its shelf, or that it is there after all',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'write',
    body: z.object({ device: reference, missing: z.boolean().default(true) }).meta({ id: 'MissingDevice' }),
    response: z.object({}),
  },
  reportMissingItems: {
    method: 'POST',
    path: '/packing/:id/missing-items',
    summary: 'Note on an order that a counted product of it is not on its shelf',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'write',
    params: idParams,
    body: z.object({ product: reference }).meta({ id: 'MissingItems' }),
    response: z.object({}),
  },
});
