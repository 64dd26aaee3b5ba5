import { hasTag } from '../people/customers/customer-tags.ts';
import { isOfChannel, listChannelNames } from '../sales/channel-orders/channel-filter.ts';
import type { FiltersFromAbove } from '../sales/orders/order-filters.ts';
import { orders } from '../sales/orders/orders.tables.ts';

/** Filters of the order list that read tables of other slices. */
export const orderFilters: FiltersFromAbove = {
  hasTag: (tag) => hasTag(orders.userId, tag),
  isOfChannel,
  listChannelNames,
};
