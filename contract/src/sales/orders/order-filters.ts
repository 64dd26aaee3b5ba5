import { queryChoice, queryDayOrTime, queryString } from '../../wire.ts';
import { paymentStatuses, statusFilters } from './order-status.ts';

export const orderSorts = ['newest', 'oldest', 'total-high', 'total-low'] as const;
export type OrderSort = (typeof orderSorts)[number];

/** Statuses of the payment to filter by, and those of orders to ship. */
export const paymentFilters = [...paymentStatuses, 'paid-or-partly-refunded'] as const;

/** Channel of orders that were placed in the shop itself. */
export const ownChannel = 'Online store';

/** Filters of the admin order list and its export. */
export const orderFilters = {
  /** Matches part of order number, customer name, email or tracking number. */
  search: queryString(200),
  status: queryChoice(statusFilters),
  payment: queryChoice(paymentFilters),
  /** Id, slug or SKU of a product in the order. */
  product: queryString(200),
  /** Tag of the customer; needs `customers.read`. */
  tag: queryString(30),
  country: queryString(200),
  /** Name of a sales channel, or `Online store` for orders of the shop itself. */
  channel: queryString(200),
  carrier: queryString(100),
  /** Start of the placement time, inclusive. */
  from: queryDayOrTime,
  /** End of the placement time, exclusive. */
  to: queryDayOrTime,
  sort: queryChoice(orderSorts),
};
