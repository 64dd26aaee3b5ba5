import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import type { orderEndpoints } from '@reprise/contract/sales/orders/orders';
import type { SQL } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { readDistinct } from '../../platform/database/distinct-values.ts';
import { assertPermission, type Caller, hasPermission } from '../../platform/http/endpoint.ts';
import type { OrderFilters } from './admin-order-list.queries.ts';
import { orders } from './orders.tables.ts';

type Query = NonNullable<CallInput<typeof orderEndpoints.listAllOrders>['query']>;

/** Filters whose rows belong to slices above this one. */
export type FiltersFromAbove = {
  /** SQL: the order is of a customer with this tag. */
  hasTag(tag: string): SQL;
  /** SQL: the order came from this channel. */
  isOfChannel(name: string): SQL;
  listChannelNames(db: Queryable): Promise<string[]>;
};

/**
 * Returns the query with the conditions of its tag and channel. Staff without `customers.read` can neither filter by tags
 * nor search by email addresses, since a match would reveal them.
 */
export function filtersFor<Filters extends Query>(
  caller: Caller | null,
  query: Filters,
  { hasTag, isOfChannel }: FiltersFromAbove,
): Filters & OrderFilters {
  if (query.tag !== undefined && caller) assertPermission(caller, 'customers.read');
  return {
    ...query,
    ignoresEmail: !hasPermission(caller, 'customers.read'),
    conditions: [
      ...(query.tag === undefined ? [] : [hasTag(query.tag.toLowerCase())]),
      ...(query.channel === undefined ? [] : [isOfChannel(query.channel)]),
    ],
  };
}

/** Bounds the choices of a filter. */
const maxChoices = 100;

export async function listOrderFilterChoices(
  db: Queryable,
  { listChannelNames }: FiltersFromAbove,
): Promise<CallOutput<typeof orderEndpoints.listOrderFilterChoices>> {
  return {
    // An erased order has no country.
    countries: (await readDistinct(db, orders, orders.country, maxChoices)).filter((name) => name !== ''),
    carriers: (await readDistinct(db, orders, orders.carrier, maxChoices)).filter((name) => name !== ''),
    channels: await listChannelNames(db),
  };
}
