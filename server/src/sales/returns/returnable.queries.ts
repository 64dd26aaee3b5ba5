import { policyOf } from '@reprise/contract/catalog/return-policies';
import { addCents, cents } from '@reprise/contract/money';
import { amountOfItems } from '@reprise/contract/sales/orders/refund-items';
import type { Returnable, ReturnableItem } from '@reprise/contract/sales/returns/return';
import {
  type Delivery,
  deliveryOf,
  type ReturnTerms,
  windowEnd,
  windowOf,
} from '@reprise/contract/sales/returns/return-rules';
import { withdrawalCountries, withdrawalDays } from '@reprise/contract/sales/returns/withdrawal-right';
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { readReturnPolicies } from '../../catalog/return-policies/return-policies.queries.ts';
import type { Deps } from '../../deps.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import { readTimeZone } from '../../foundations/settings/store-days.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { orderItemUnits, units } from '../../workshop/units/units.tables.ts';
import { type OrderRow, readOrder } from '../orders/orders.queries.ts';
import { orderEvents, orderItems, orders } from '../orders/orders.tables.ts';
import { readDepartures } from '../orders/parcels/parcels.queries.ts';
import { listReturnsOf } from './return.queries.ts';
import { readReturnSettings } from './return-settings.ts';
import { returnLines, returns } from './returns.tables.ts';

export type Terms = ReturnTerms & { timeZone: string };
type ItemRow = typeof orderItems.$inferSelect;

/** Device of an order line. */
type ReturnableDevice = {
  /** Line that was paid. */
  itemId: string;
  /** Product of a replacement; null for a device that was sold. */
  replacement: Pick<ItemRow, 'name' | 'slug' | 'image'> | null;
  bindingId: string;
  unitId: string;
  number: string;
  state: (typeof units.$inferSelect)['state'];
  isBoughtBack: boolean;
};

export type ReturnableOrder = {
  /** Delivery of the order; null while it has not left. */
  delivery: Delivery | null;
  /** Delivery of a device, or of counted units, by the parcel that had them; null for those that have not left. */
  deliveryOf: (itemId: string, bindingId: string | null) => Delivery | null;
  /** Units of counted lines in parcels of an order whose rest has not left. */
  sentOf: (itemId: string) => number;
  items: ItemRow[];
  devices: ReturnableDevice[];
  /** Units of lines in open cases, and the case of each device. */
  /** Units of a line whose replacement has not left: they are not with the customer. */
  awaitedOf: (itemId: string) => number;
  open: { itemId: string; bindingId: string | null; quantity: number; number: string }[];
  termsOf: (item: ItemRow) => Terms;
};

/** Returns the delivery of an order by its status and its timeline. */
async function readDelivery(db: Queryable, order: OrderRow): Promise<Delivery | null> {
  // The days of a return begin when the customer has the items, not when they are ready.
  if (order.shippingMethod === 'pickup' && order.status !== 'delivered') return null;
  const rows = await db
    .select({
      status: orderEvents.status,
      at: sql<Date>`max(${orderEvents.createdAt})`.mapWith(orderEvents.createdAt),
    })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, order.id), inArray(orderEvents.status, ['Shipped', 'Delivered'])))
    .groupBy(orderEvents.status);
  const timeOf = (status: string) => rows.find((row) => row.status === status)?.at ?? null;
  const { status, latestDelivery, estimatedDelivery } = order;
  return deliveryOf({
    status,
    deliveredAt: timeOf('Delivered'),
    shippedAt: timeOf('Shipped') ?? order.updatedAt,
    // Orders from before the latest day was stored promised one day.
    latestDelivery: latestDelivery ?? estimatedDelivery,
  });
}

/** Returns when each line arrived: with its parcel, or with the order that left at once. */
async function readDeliveries(
  db: Queryable,
  order: OrderRow,
): Promise<Pick<ReturnableOrder, 'delivery' | 'deliveryOf' | 'sentOf'>> {
  const delivery = await readDelivery(db, order);
  const departures = await readDepartures(db, order.id);
  const ofItem = (id: string) => departures.filter(({ itemId }) => itemId === id);
  return {
    delivery,
    deliveryOf: (itemId, bindingId) => {
      const parcel = ofItem(itemId).findLast((line) => line.bindingId === bindingId)?.parcel;
      if (!parcel) return delivery;
      const { deliveredAt, latestDelivery, shippedAt } = parcel;
      return deliveredAt
        ? { at: deliveredAt, isAssumed: false }
        : { at: latestDelivery ?? shippedAt, isAssumed: true };
    },
    sentOf: (itemId) =>
      delivery ? Number.POSITIVE_INFINITY : ofItem(itemId).reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

/** Returns the lines of orders that replace these lines, but not those of cancelled ones. */
async function readReplacements(db: Queryable, itemIds: string[]) {
  const rows = await db
    .select({
      id: orderItems.id,
      replaces: orderItems.replacesItemId,
      quantity: orderItems.quantity,
      name: orderItems.name,
      slug: orderItems.slug,
      image: orderItems.image,
      status: orders.status,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(inArray(orderItems.replacesItemId, itemIds), ne(orders.status, 'cancelled')));
  return rows.map(({ status, ...row }) => ({
    ...row,
    isAwaited: status === 'pending' || status === 'processing',
  }));
}

/** Reads everything that decides on what of an order can be returned. */
export async function readReturnableOrder(db: Queryable, order: OrderRow): Promise<ReturnableOrder> {
  const items = await db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.position));
  const itemIds = items.map(({ id }) => id);
  const replacements = await readReplacements(db, itemIds);
  const replacedBy = new Map(replacements.map((row) => [row.id, row]));
  const bound = await db
    .select({
      boundTo: orderItemUnits.orderItemId,
      bindingId: orderItemUnits.id,
      unitId: units.id,
      number: units.number,
      state: units.state,
      isBoughtBack: sql<boolean>`${orderItemUnits.sentAs} is not null`,
    })
    .from(orderItemUnits)
    .innerJoin(units, eq(units.id, orderItemUnits.unitId))
    .where(
      and(
        inArray(orderItemUnits.orderItemId, [...itemIds, ...replacedBy.keys()]),
        isNull(orderItemUnits.endedAt),
      ),
    )
    .orderBy(asc(orderItemUnits.assignedAt), asc(orderItemUnits.id));
  const devices = bound.map(({ boundTo, ...device }) => {
    const replacement = replacedBy.get(boundTo) ?? null;
    return { ...device, itemId: replacement?.replaces ?? boundTo, replacement };
  });
  const open = await db
    .select({
      itemId: returnLines.orderItemId,
      bindingId: returnLines.bindingId,
      quantity: returnLines.quantity,
      number: returns.number,
    })
    .from(returnLines)
    .innerJoin(returns, eq(returns.id, returnLines.returnId))
    .where(and(inArray(returnLines.orderItemId, itemIds), isNull(returnLines.settledAt)));
  const { warrantyDays, timeZone } = await readSettings(db);
  const { policies } = await readReturnPolicies(db);
  return {
    ...(await readDeliveries(db, order)),
    items,
    devices,
    open,
    awaitedOf: (itemId) =>
      replacements
        .filter(({ replaces, isAwaited }) => replaces === itemId && isAwaited)
        .reduce((sum, { quantity }) => sum + quantity, 0),
    termsOf: (item) => {
      const { changeOfMind, days, labelBy, ...policy } = policyOf(policies, item.categoryName);
      // Lines from before the copy follow the policy of today.
      return {
        days: item.returnDays ?? (changeOfMind ? days : 0),
        restockingPercent: item.restockingPercent ?? policy.restockingPercent,
        warrantyDays,
        labelBy,
        timeZone,
      };
    },
  };
}

/** Returns the units of an order line that are neither refunded, nor in an open case, nor waiting for their replacement. */
export function leftOfItem(
  { open, sentOf, awaitedOf }: Pick<ReturnableOrder, 'open' | 'sentOf' | 'awaitedOf'>,
  item: ItemRow,
): number {
  const inCases = open.filter(({ itemId }) => itemId === item.id);
  const left = Math.min(item.quantity, sentOf(item.id)) - item.refundedQuantity - awaitedOf(item.id);
  return left - inCases.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Returns what of an order can be returned, with its cases. */
export async function readReturnable(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  order: OrderRow,
): Promise<Returnable> {
  const found = await readReturnableOrder(db, order);
  const paid = await readOrder(db, order.id);
  const items = found.items.flatMap((item) => {
    const amount = amountOfItems(paid, [{ product: item.productId, quantity: 1 }]);
    return returnableItemsOf(found, item, now()).map((row) => ({ ...row, amount }));
  });
  const newest = newestDelivery(found);
  return {
    orderNumber: order.orderNumber,
    deliveredAt: newest ? newest.at.toISOString() : null,
    isDeliveryAssumed: newest?.isAssumed ?? false,
    items,
    shipping: addCents([order.shippingCents]),
    withdrawUntil: (await findWithdrawalEnd(db, order, newest, now()))?.toISOString() ?? null,
    instructions: (await readReturnSettings(db)).instructions,
    returns: await listReturnsOf({ db, now }, order.id),
  };
}

/** Returns the delivery of the order, or of the newest of its parcels while the rest has not left; null without one. */
export function newestDelivery({ delivery, deliveryOf, items, devices }: ReturnableOrder): Delivery | null {
  if (delivery) return delivery;
  const bindings = [
    ...devices.map(({ itemId, bindingId }) => ({ itemId, bindingId })),
    ...items.map(({ id }) => ({ itemId: id, bindingId: null })),
  ];
  const found = bindings.flatMap(({ itemId, bindingId }) => deliveryOf(itemId, bindingId) ?? []);
  return found.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0] ?? null;
}

/**
 * Returns the end of the right to withdraw; null without one or after it. It stays open while the delivery is only
 * assumed.
 */
export async function findWithdrawalEnd(
  db: Queryable,
  { country }: Pick<OrderRow, 'country'>,
  delivery: Delivery | null,
  now: Date,
): Promise<Date | null> {
  if (!delivery || !withdrawalCountries.some((one) => one === country)) return null;
  if (!(await readReturnSettings(db)).withdrawal) return null;
  const until = windowEnd(delivery.at, withdrawalDays, await readTimeZone(db));
  return delivery.isAssumed || now <= until ? until : null;
}

/** Returns what of an order line can come back; the amounts are not filled in. */
export function returnableItemsOf(found: ReturnableOrder, item: ItemRow, now: Date): ReturnableItem[] {
  const { timeZone, labelBy, restockingPercent, ...terms } = found.termsOf(item);
  const product = { id: item.productId, name: item.name, slug: item.slug, image: item.image || null };
  const rowOf = (delivery: Delivery, row: Pick<ReturnableItem, 'unit' | 'quantity' | 'openReturn'>) => {
    const changeOfMind = windowOf('not-needed', terms, delivery.at, timeZone);
    const defect = windowOf('does-not-work', terms, delivery.at, timeZone);
    return {
      product,
      amount: cents(0),
      labelBy,
      restockingPercent,
      changeOfMindUntil: changeOfMind?.toISOString() ?? null,
      defectUntil: defect?.toISOString() ?? null,
      canChangeMind: changeOfMind !== null && now <= changeOfMind,
      ...row,
    };
  };
  const devices = found.devices.filter(({ itemId }) => itemId === item.id);
  const left = leftOfItem(found, item);
  if (devices.length === 0) {
    const delivery = found.deliveryOf(item.id, null);
    return delivery && left > 0 ? [rowOf(delivery, { unit: null, quantity: left, openReturn: null })] : [];
  }
  return devices.flatMap(({ bindingId, number, state, isBoughtBack, replacement }) => {
    const delivery = found.deliveryOf(item.id, bindingId);
    const openReturn = found.open.find((line) => line.bindingId === bindingId)?.number ?? null;
    const isAway = (state === 'sold' || state === 'shipped') && !isBoughtBack && left > 0;
    const isListed = delivery !== null && (openReturn !== null || isAway);
    if (!isListed) return [];
    const row = rowOf(delivery, { unit: number, quantity: 1, openReturn });
    return [replacement === null ? row : { ...row, product: { ...product, ...shownAs(replacement) } }];
  });
}

/** Shows a replacement by its own product; it is returned under the one that was paid. */
const shownAs = ({ name, slug, image }: Pick<ItemRow, 'name' | 'slug' | 'image'>) => ({
  name,
  slug,
  image: image || null,
});
