import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import {
  checkedImport,
  importSteps,
  maxCheckedImportBytes,
  otherShops,
} from '../foundations/checked-import.ts';
import { pagination, pagingQuery } from '../paging.ts';
import { isoDateTime, money, queryChoice, queryString } from '../wire.ts';

// Orders of another shop, for history only: they are no orders of this shop and move nothing in it.

/** Rows of a file; an order has one for each of its items. */
export const maxPastOrderRows = 50_000;

const pastOrderItem = z.object({
  name: z.string(),
  sku: z.string(),
  quantity: z.number().int(),
  /** Price of one. */
  price: money,
});

/** Order of another shop, with the figures and the words of that shop. */
export const pastOrder = z
  .object({
    id: z.string(),
    shop: z.enum(otherShops),
    /** Number in the other shop. */
    number: z.string(),
    placedAt: isoDateTime,
    /** Status in the other shop when it was exported. */
    status: z.string(),
    items: z.array(pastOrderItem),
    discount: money,
    shipping: money,
    tax: money,
    total: money,
    refunded: money,
  })
  .meta({ id: 'PastOrder' });
export type PastOrder = z.output<typeof pastOrder>;

/** With the customer, whose details are blank once they were erased. */
export const customersPastOrder = pastOrder
  .extend({ email: z.string(), name: z.string() })
  .meta({ id: 'CustomersPastOrder' });
export type CustomersPastOrder = z.output<typeof customersPastOrder>;

const count = z.number().int();

export const pastOrderEndpoints = endpoints({
  importPastOrders: {
    method: 'POST',
    path: '/past-order-imports',
    summary:
      'Read an order export of Shopify, or of WooCommerce by the plugin Advanced Order Export: says what it would add, or with `step=apply` adds it. The same file again changes nothing',
    access: 'admin',
    needs: 'customers.export',
    rate: 'upload',
    query: z.object({ step: queryChoice(importSteps) }),
    upload: { field: 'file', maxFiles: 1, maxBytes: maxCheckedImportBytes },
    response: z.object({ import: checkedImport }),
  },
  listPastOrders: {
    method: 'GET',
    path: '/past-orders',
    summary: 'Orders of another shop, newest first, with their sums by shop',
    access: 'admin',
    needs: 'customers.read',
    rate: 'read',
    /** `search`: part of the number, email or name. */
    query: z.object({ search: queryString(200), ...pagingQuery }),
    response: z.object({
      orders: z.array(customersPastOrder),
      /** Sums of all orders that were paid for and not cancelled; refunds are deducted. */
      shops: z.array(z.object({ shop: z.enum(otherShops), orders: count, revenue: money })),
      pagination,
    }),
  },
  listOwnPastOrders: {
    method: 'GET',
    path: '/users/profile/past-orders',
    summary: 'Orders that the caller placed in another shop with their confirmed email, newest first',
    access: 'customer',
    rate: 'read',
    query: z.object(pagingQuery),
    response: z.object({ orders: z.array(pastOrder), pagination }),
  },
});
