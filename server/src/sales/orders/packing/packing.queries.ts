import type { CallOutput } from '@reprise/contract/endpoint';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import {
  maxSuggestions,
  type Packing,
  type PackingLine,
  type packingEndpoints,
} from '@reprise/contract/sales/orders/packing';
import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { formatAddress } from '../../../foundations/address-formats/format-address.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import {
  type OrderDevice,
  readOldestOnSale,
  readOrderDevices,
} from '../../../workshop/units/in-orders/order-devices.queries.ts';
import { readGtinsOfProducts } from '../../../workshop/units/model-codes.ts';
import { readStockLines, withDevices } from '../devices/stock-lines.ts';
import { orderNotFound } from '../order-access.ts';
import { findOrderRow, type OrderRow } from '../orders.queries.ts';
import { orderItems, orders } from '../orders.tables.ts';
import { readParcelsOf, readSent, unitsSent } from '../parcels/parcels.queries.ts';
import { unsettledOf } from '../shortages/short-lines.ts';

/** SQL: paid, nothing more is due, no VAT number to check, and it has not shipped. */
export const isToPack: SQL | undefined = and(
  inArray(orders.status, ['pending', 'processing']),
  inArray(orders.paymentStatus, ['paid', 'partly-refunded']),
  eq(orders.dueCents, sql`0`),
  or(isNull(orders.exemption), eq(orders.exemption, 'checked')),
);

/** SQL: units of an item that are in its parcel. */
export const unitsToShip = sql`(${orderItems.quantity} - ${orderItems.returnedQuantity} - ${orderItems.replacedQuantity} - ${orderItems.shortQuantity} - ${unitsSent})`;

/** SQL: units of an item that are not there and not refunded. */
const short = sql`greatest(0, ${orderItems.shortQuantity} - ${orderItems.refundedQuantity} + ${orderItems.returnedQuantity})`;

/** SQL: short orders first, then express, then the oldest. */
export const packingOrder = [
  desc(
    sql`${orders.id} in (select ${orderItems.orderId} from ${orderItems} where ${orderItems.shortQuantity} > 0 and ${short} > 0)`,
  ),
  desc(eq(orders.shippingMethod, 'express')),
  asc(orders.createdAt),
  asc(orders.id),
] as const;

const maxCounted = 10_000;

/** Returns a page of the paid orders to pack: short ones first, then express, then the oldest. */
export async function listPacking(
  db: Queryable,
  query: { page?: number | undefined; limit?: number | undefined },
): Promise<CallOutput<typeof packingEndpoints.listPacking>> {
  const { page, limit, offset } = pageOf(query);
  const { rows: counted } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select from ${orders} where ${isToPack} limit ${maxCounted}) counted`,
  );
  const rows = await db
    .select()
    .from(orders)
    .where(isToPack)
    .orderBy(...packingOrder)
    .limit(limit)
    .offset(offset);
  const ids = rows.map(({ id }) => id);
  const items = ids.length === 0 ? [] : await readCounts(db, ids);
  const countsOf = new Map(items.map(({ orderId, ...counts }) => [orderId, counts]));
  return {
    orders: rows.map((row) => ({
      id: row.id,
      orderNumber: row.orderNumber,
      shippingMethod: row.shippingMethod,
      name: `${row.firstName} ${row.lastName}`.trim(),
      city: row.city,
      placedAt: row.createdAt.toISOString(),
      ...(countsOf.get(row.id) ?? { units: 0, toScan: 0, scanned: 0, short: 0, sent: 0 }),
    })),
    pagination: paginationOf(page, limit, counted[0]?.count ?? 0),
  };
}

function readCounts(db: Queryable, orderIds: string[]) {
  // The units slice owns the table; one subquery of a list needs no function of its own.
  const bound = sql`(select count(*) from order_item_units b where b.order_item_id = ${orderItems.id} and b.ended_at is null
    and b.packed_at is not null and not exists (select from parcel_lines l where l.binding_id = b.id))`;
  return db
    .select({
      orderId: orderItems.orderId,
      units: sql<number>`sum(${unitsToShip})::int`,
      toScan: sql<number>`(coalesce(sum(${unitsToShip}) filter (where ${orderItems.tracking} = 'serial'), 0))::int`,
      scanned: sql<number>`(coalesce(sum(${bound}) filter (where ${orderItems.tracking} = 'serial'), 0))::int`,
      short: sql<number>`sum(${short})::int`,
      sent: sql<number>`sum(${unitsSent})::int`,
    })
    .from(orderItems)
    .where(inArray(orderItems.orderId, orderIds))
    .groupBy(orderItems.orderId);
}

/** Returns what an order needs, the devices packed for it, and those on sale longest that could be packed. */
export async function readPacking(db: Queryable, reference: string): Promise<Packing> {
  const order = await findOrderRow(db, reference);
  if (!order) throw orderNotFound();
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    status: order.status,
    paymentStatus: order.paymentStatus,
    shippingMethod: order.shippingMethod,
    name: `${order.firstName} ${order.lastName}`.trim(),
    address: formatAddress(order),
    carrier: order.carrier,
    trackingNumber: order.trackingNumber,
    placedAt: order.createdAt.toISOString(),
    parcels: (await readParcelsOf(db, [order.id])).get(order.id) ?? [],
    lines: await readLines(db, order),
  };
}

async function readLines(
  db: Queryable,
  { id: orderId, status }: Pick<OrderRow, 'id' | 'status'>,
): Promise<PackingLine[]> {
  const items = await db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
  const stockLines = new Map((await readStockLines(db, orderId)).map((line) => [line.itemId, line]));
  const devices = Map.groupBy(
    await readOrderDevices(
      db,
      items.map(({ id }) => id),
    ),
    ({ itemId }) => itemId,
  );
  const open = withDevices([...stockLines.values()]).filter(
    ({ itemId, quantity }) => quantity > (devices.get(itemId)?.length ?? 0),
  );
  const onSale = Map.groupBy(
    await readOldestOnSale(
      db,
      open.map(({ productId }) => productId),
      maxSuggestions,
    ),
    ({ productId }) => productId,
  );
  const gtins = await readGtinsOfProducts(
    db,
    items.filter(({ tracking }) => tracking !== 'serial').map(({ productId }) => productId),
  );
  // Units that left in a parcel are done while the rest is packed.
  const isOpen = status === 'pending' || status === 'processing';
  const sent = isOpen ? await readSent(db, orderId) : new Map<string, number>();
  const isShown = (device: OrderDevice) => isInParcel(device) && !(isOpen && device.hasLeft);
  const lines = items.map((item) => ({
    short: unsettledOf(shortOf(item)),
    product: item.productId,
    name: item.name,
    sku: item.sku,
    condition: item.condition,
    image: item.image,
    quantity:
      item.quantity -
      item.returnedQuantity -
      item.replacedQuantity -
      item.shortQuantity -
      (sent.get(item.id) ?? 0),
    isScanned: item.tracking === 'serial',
    gtins: gtins.get(item.productId) ?? [],
    devices: (devices.get(item.id) ?? []).filter(isShown).map(toPacked),
    chosen: (devices.get(item.id) ?? [])
      .filter((device) => !isInParcel(device))
      .map(({ number, place }) => ({ number, place })),
    suggestions: (onSale.get(item.productId) ?? []).map(({ number, place }) => ({ number, place })),
  }));
  return sent.size === 0
    ? lines
    : lines.filter(
        ({ quantity, short, product }) => quantity > 0 || short > 0 || !isSentWhole(items, sent, product),
      );
}

/** True if all that an order has of a product left in parcels. */
const isSentWhole = (items: (typeof orderItems.$inferSelect)[], sent: Map<string, number>, product: string) =>
  items.some(({ productId, id }) => productId === product && (sent.get(id) ?? 0) > 0);

const shortOf = (item: typeof orderItems.$inferSelect) => ({
  short: item.shortQuantity,
  refundedOnly: item.refundedQuantity - item.returnedQuantity,
});

const isInParcel = ({ isPacked, hasLeft }: OrderDevice) => isPacked || hasLeft;

const toPacked = ({ number, identifiers, place, isChosen, isPacked, isAssumed }: OrderDevice) => ({
  number,
  identifiers,
  place,
  isChosen,
  isAssumed: isAssumed || !isPacked,
});
