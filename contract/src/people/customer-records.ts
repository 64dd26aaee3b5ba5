import { z } from 'zod';
import { endpoints, fileResponse, idParams, nothing } from '../endpoint.ts';
import { pagination, pagingQuery } from '../paging.ts';
import { shippingAddress } from '../sales/orders/order.ts';
import { isoDateTime, money, queryChoice, queryString } from '../wire.ts';
import { savedAddress } from './addresses.ts';
import { ownData } from './identity/profile.ts';
import { userRecord } from './identity/user.ts';
import { userOrder } from './identity/user-admin.ts';

/** `account`: signs in; `guest`: ordered without an account. */
export const customerKinds = ['account', 'guest'] as const;
export type CustomerKind = (typeof customerKinds)[number];

/** `newest` is by the last order. */
export const customerSorts = [
  'newest',
  'oldest',
  'name',
  'name-desc',
  'spent',
  'spent-least',
  'orders',
  'orders-fewest',
] as const;
export type CustomerSort = (typeof customerSorts)[number];

/** Person who ordered, by email: an account with all its orders, or a guest. */
export const customer = z
  .object({
    /** Id of the account; of a guest, that of their first order. */
    id: z.string(),
    userId: z.string().nullable(),
    name: z.string(),
    email: z.string(),
    /** Null for a guest. */
    emailVerified: z.boolean().nullable(),
    phone: z.string(),
    /** Orders that are not cancelled. */
    orders: z.number().int(),
    /** Revenue of the orders, less refunds. */
    spent: money,
    /** Null for an account without an order. */
    lastOrderAt: isoDateTime.nullable(),
    /** Address of the last order; null without one. */
    address: shippingAddress.nullable(),
    /** Tags that staff gave the account, in lowercase. */
    tags: z.array(z.string()),
  })
  .meta({ id: 'Customer' });
export type Customer = z.output<typeof customer>;

/** Addresses that a customer's page shows. */
export const maxUsedAddresses = 20;

/** Address that a customer had orders sent to. */
export const usedAddress = z
  .object({ ...shippingAddress.shape, orders: z.number().int(), lastUsedAt: isoDateTime })
  .meta({ id: 'UsedAddress' });
export type UsedAddress = z.output<typeof usedAddress>;

export const customerDetails = customer
  .extend({
    /** Account of the customer; null for a guest. */
    account: userRecord.nullable(),
    firstOrderAt: isoDateTime.nullable(),
    /** Addresses of the orders, last used first. */
    usedAddresses: z.array(usedAddress),
    savedAddresses: z.array(savedAddress),
  })
  .meta({ id: 'CustomerDetails' });
export type CustomerDetails = z.output<typeof customerDetails>;

/** Personal data of one person, for staff to hand over; the latest 500 guest orders with the email are among `orders`. */
export const customerData = ownData
  .omit({ profile: true, sessions: true })
  .extend({
    email: z.string(),
    /** Null for a guest. */
    profile: userRecord.nullable(),
  })
  .meta({ id: 'CustomerData' });
export type CustomerData = z.output<typeof customerData>;

const filters = {
  /** Words of a name, email, phone, city or order number. */
  search: queryString(200),
  kind: queryChoice(customerKinds),
  tag: queryString(30),
};

export const customerRecordEndpoints = endpoints({
  listCustomers: {
    method: 'GET',
    path: '/customers',
    summary: 'People who ordered, guests included, last order first by default',
    access: 'admin',
    needs: 'customers.read',
    rate: 'read',
    query: z.object({ ...pagingQuery, ...filters, sort: queryChoice(customerSorts) }),
    response: z.object({
      customers: z.array(customer),
      pagination,
      /** True if the search has more matches than it reads: only the people of the newest are listed. */
      isPartial: z.boolean(),
    }),
  },
  exportCustomers: {
    method: 'GET',
    path: '/customers/export',
    summary: 'Export the customers of the list as CSV, last order first',
    access: 'admin',
    needs: 'customers.export',
    rate: 'read',
    stepUp: true,
    query: z.object(filters),
    file: 'text/csv',
    response: fileResponse,
  },
  getCustomer: {
    method: 'GET',
    path: '/customers/:id',
    summary: 'A customer by the id of the account or of any of their orders',
    access: 'admin',
    needs: 'customers.read',
    rate: 'read',
    params: idParams,
    response: z.object({ customer: customerDetails }),
  },
  listCustomerOrders: {
    method: 'GET',
    path: '/customers/:id/orders',
    summary: 'Orders of a customer, newest first',
    access: 'admin',
    needs: 'customers.read',
    rate: 'read',
    params: idParams,
    query: z.object(pagingQuery),
    response: z.object({ orders: z.array(userOrder), pagination }),
  },
  exportCustomerData: {
    method: 'GET',
    path: '/customers/:id/data',
    summary: 'Export the personal data of a customer, to hand over on request',
    access: 'admin',
    needs: 'customers.export',
    rate: 'lookup',
    stepUp: true,
    params: idParams,
    response: z.object({ data: customerData }),
  },
  eraseGuest: {
    method: 'POST',
    path: '/customers/:id/erase',
    summary: 'Erase the personal data of a guest; a customer with an account is deleted as a user',
    access: 'admin',
    needs: 'users.manage',
    rate: 'write',
    stepUp: true,
    params: idParams,
    body: nothing,
    response: z.object({
      /** Open orders are anonymized once delivered or cancelled. */
      erased: z.object({ orders: z.number(), alerts: z.number(), mails: z.number() }),
    }),
  },
});
