import { timesCents } from '@reprise/contract/money';
import type { Order, OrderEvent } from '@reprise/contract/sales/orders/order';
import type { OrderLine } from '@reprise/contract/sales/orders/order-line';
import { normalizeOrderNumber } from '@reprise/contract/sales/orders/order-number';
import { isUnsent, type OrderStatus, orderStatuses } from '@reprise/contract/sales/orders/order-status';
import { and, asc, desc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { OrderDevice } from '../../workshop/units/in-orders/order-devices.queries.ts';
import { amountDueOf } from './amount-due.ts';
import { toShippingAddress } from './customers/shipping-address.ts';
import { toBilling } from './customers/stored-billing.ts';
import {
  type DevicesOf,
  type ReturnedOf,
  readDevices,
  readReturnedOf,
  toOrderedDevices,
} from './devices/ordered-devices.ts';
import { isDone } from './lifecycle/order-timeline.ts';
import { isOpenOrder } from './lifecycle/reservation.ts';
import { orderSums } from './order-stats.ts';
import { orderEvents, orderItems, orders } from './orders.tables.ts';
import { readParcelsOf } from './parcels/parcels.queries.ts';
import { readReplaces } from './replacements/replaces.queries.ts';
import { isLeftOut } from './sales.ts';
import { exemptionOfRow } from './tax/exempt-orders.ts';

// Leaves out two large columns that lists do not need: the stored response and the search text.
const { placementResponse: _answer, searchText: _search, ...columns } = getTableColumns(orders);
export const orderColumns = columns;

/** Columns of an order in a short list; `total` in cents. */
export const summaryColumns = {
  shippingMethod: orders.shippingMethod,
  id: orders.id,
  orderNumber: orders.orderNumber,
  status: orders.status,
  paymentStatus: orders.paymentStatus,
  total: orders.totalCents,
};

export type OrderRow = Omit<typeof orders.$inferSelect, 'placementResponse' | 'searchText'>;
export type ItemRow = typeof orderItems.$inferSelect;
export type EventRow = typeof orderEvents.$inferSelect;

/** SQL: the order has this id or number, case-insensitive. */
function hasReference(reference: string): SQL | undefined {
  return or(eq(orders.id, reference), eq(orders.orderNumber, normalizeOrderNumber(reference)));
}

export async function findOrderRow(db: Queryable, reference: string): Promise<OrderRow | undefined> {
  const [order] = await db.select(orderColumns).from(orders).where(hasReference(reference));
  return order;
}

/** Locks the order row until the transaction ends. Lock order: orders before products. */
export async function lockOrderRow(tx: Tx, reference: string): Promise<OrderRow | undefined> {
  const [order] = await tx.select(orderColumns).from(orders).where(hasReference(reference)).for('update');
  return order;
}

/** Locks the rows of orders, which it returns by id. Lock order: by id. */
export async function lockOrderRows(tx: Tx, ids: string[]): Promise<Map<string, OrderRow>> {
  const rows = await tx
    .select(orderColumns)
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(orders.id)
    .for('update');
  return new Map(rows.map((order) => [order.id, order]));
}

export async function readOrder(db: Queryable, orderId: string): Promise<Order> {
  const rows = await db.select(orderColumns).from(orders).where(eq(orders.id, orderId));
  const [order] = await withDetails(db, rows);
  if (!order) throw new Error(`Order ${orderId} does not exist.`);
  return order;
}

/** Returns all orders of a customer, newest first. */
export async function readOrdersOf(db: Queryable, userId: string): Promise<Order[]> {
  const newestFirst = [desc(orders.createdAt), desc(orders.id)];
  const own = eq(orders.userId, userId);
  return withDetails(
    db,
    await db
      .select(orderColumns)
      .from(orders)
      .where(own)
      .orderBy(...newestFirst),
  );
}

const maxGuestOrders = 500;

/** Returns the orders a guest placed with exactly this email, newest first. */
export async function readGuestOrders(db: Queryable, email: string): Promise<Order[]> {
  const rows = await db
    .select(orderColumns)
    .from(orders)
    .where(and(eq(orders.email, email), isNull(orders.userId)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(maxGuestOrders);
  return withDetails(db, rows);
}

/** Returns the orders with items, events and parcels in a few queries, whatever the number of orders. */
export async function withDetails(db: Queryable, rows: OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const items = await db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.position));
  const events = await readEvents(db, ids);
  const devicesOf = await readDevices(db, items);
  const returnedOf = await readReturnedOf(db, rows, items);
  const itemsOf = Map.groupBy(items, (item) => item.orderId);
  const eventsOf = Map.groupBy(events, (event) => event.orderId);
  // A new order has sent nothing: most reads are of such orders.
  const maySend = rows
    .filter((row) => row.status !== 'pending' || row.paymentStatus !== 'unpaid')
    .map(({ id }) => id);
  const parcelsOf = maySend.length === 0 ? new Map() : await readParcelsOf(db, maySend);
  const replacesOf = await readReplaces(db, rows);
  return rows.map((row) => {
    const parcels = parcelsOf.get(row.id);
    const replaces = replacesOf.get(row.returnId ?? '');
    const shown = toOrder(row, itemsOf.get(row.id) ?? [], eventsOf.get(row.id) ?? [], devicesOf, returnedOf);
    return {
      ...shown,
      ...(parcels && { parcels }),
      ...(parcels && isUnsent(row.status) && { isPartlyShipped: true as const }),
      ...(replaces && { replaces }),
    };
  });
}

export function readEvents(db: Queryable, orderIds: string[]): Promise<EventRow[]> {
  return db
    .select()
    .from(orderEvents)
    .where(inArray(orderEvents.orderId, orderIds))
    .orderBy(asc(orderEvents.createdAt), asc(orderEvents.id));
}

export function toOrder(
  row: OrderRow,
  items: ItemRow[],
  events: EventRow[],
  devicesOf: DevicesOf = new Map(),
  returnedOf: ReturnedOf = new Map(),
): Order {
  const shippingAddress = toShippingAddress(row);
  const { name, email } = shippingAddress;
  return {
    id: row.id,
    orderNumber: row.orderNumber,
    clientReference: row.clientReference,
    status: row.status,
    paymentStatus: row.paymentStatus,
    paymentMethod: row.paymentMethod,
    isTestPaid: row.isTestPaid,
    items: items.map((item) => toLine(item, devicesOf.get(item.id), returnedOf.get(item.id))),
    subtotal: row.subtotalCents,
    discount: row.discountCents,
    ...(row.discountCode !== null && { discountCode: row.discountCode }),
    shipping: row.shippingCents,
    tax: row.taxCents,
    taxBasisPoints: row.taxRateTenths === null ? null : row.taxRateTenths / 10,
    ...(row.taxIncluded && { taxIncluded: true as const }),
    ...shippingTaxOf(row),
    ...exemptionOfRow(row),
    total: row.totalCents,
    totalPrice: row.totalCents,
    shippingMethod: row.shippingMethod,
    shippingAddress,
    ...(row.billing && { billing: toBilling(row.billing) }),
    user: { id: row.userId, name, email },
    carrier: row.carrier,
    trackingNumber: row.trackingNumber,
    ...deliveryOf(row),
    reservedUntil: isOpenOrder(row) ? (row.reservedUntil?.toISOString() ?? null) : null,
    ...(isBeingPacked(items, devicesOf) && { isBeingPacked: true as const }),
    ...devicesToScanOf(row, items, devicesOf),
    events: events.map((event) => toEvent(event, row.status)),
    ...(row.editedAt && {
      version: row.version,
      editedAt: row.editedAt.toISOString(),
      amountDue: amountDueOf(row),
    }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Returns both ends of the delivery. */
export function deliveryOf({
  estimatedDelivery,
  latestDelivery,
}: Pick<OrderRow, 'estimatedDelivery' | 'latestDelivery'>) {
  return {
    estimatedDelivery: estimatedDelivery.toISOString(),
    latestDelivery: (latestDelivery ?? estimatedDelivery).toISOString(),
  };
}

export const shippingTaxOf = ({
  shippingTaxCents,
  shippingTaxRateTenths,
}: Pick<OrderRow, 'shippingTaxCents' | 'shippingTaxRateTenths'>) =>
  shippingTaxCents !== null && shippingTaxRateTenths !== null
    ? { shippingTax: shippingTaxCents, shippingTaxBasisPoints: shippingTaxRateTenths / 10 }
    : {};

function toLine(
  item: ItemRow,
  devices: OrderDevice[] = [],
  returned: OrderLine['returnedDevices'] = [],
): OrderLine {
  const { productId, slug, name, brand, condition, sku, image, unitPriceCents } = item;
  const { quantity, refundedQuantity, discountCents, taxCents, taxRateTenths } = item;
  const shown = toOrderedDevices(devices);
  return {
    product: {
      id: productId,
      slug,
      name,
      brand,
      condition,
      sku,
      images: image === '' ? [] : [image],
      price: unitPriceCents,
    },
    quantity,
    lineTotal: timesCents(unitPriceCents, quantity),
    ...(refundedQuantity > 0 && { refundedQuantity }),
    ...(discountCents !== null && { discount: discountCents }),
    ...(taxCents !== null && taxRateTenths !== null && { tax: taxCents, taxBasisPoints: taxRateTenths / 10 }),
    ...(shown.length > 0 && { devices: shown }),
    ...(returned.length > 0 && { returnedDevices: returned }),
  };
}

const isBeingPacked = (items: ItemRow[], devicesOf: DevicesOf): boolean =>
  items.some(({ id }) => devicesOf.get(id)?.some(({ isPacked, hasLeft }) => isPacked && !hasLeft));

/** Returns how many devices of an order were not scanned: those to pack, or those that left without a scan. */
export function devicesToScanOf(
  { status }: Pick<OrderRow, 'status'>,
  items: readonly ScannedItem[],
  devicesOf: DevicesOf,
): { devicesToScan?: number } {
  if (status === 'cancelled') return {};
  const isOpen = status === 'pending' || status === 'processing';
  const counts = items.map(({ id, tracking, quantity, ...item }) => {
    if (tracking !== 'serial') return 0;
    const devices = devicesOf.get(id) ?? [];
    const scanned = devices.filter(({ isPacked, isAssumed }) => isPacked && !isAssumed);
    const { returnedQuantity, replacedQuantity, shortQuantity } = item;
    const needed = isOpen ? quantity - returnedQuantity - replacedQuantity - shortQuantity : devices.length;
    return Math.max(0, needed - scanned.length);
  });
  const devicesToScan = counts.reduce((sum, count) => sum + count, 0);
  return devicesToScan > 0 ? { devicesToScan } : {};
}

type OwedUnits = 'quantity' | 'returnedQuantity' | 'replacedQuantity' | 'shortQuantity';
type ScannedItem = Pick<ItemRow, 'id' | 'tracking' | OwedUnits>;

function toEvent(event: EventRow, orderStatus: OrderStatus): OrderEvent {
  return {
    id: event.id,
    status: event.status,
    description: event.description,
    location: event.location,
    completed: isDone(event.status, orderStatus),
    date: event.createdAt.toISOString(),
  };
}

/** Returns the newest orders. */
export async function readNewestOrders(db: Queryable, limit: number): Promise<Order[]> {
  const newest = await db
    .select(orderColumns)
    .from(orders)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
  return withDetails(db, newest);
}

/** Returns the number of orders per status, of all or of those that figures count: neither tests nor replacements. */
export async function countByStatus(
  db: Queryable,
  counted: 'all' | 'counted' = 'all',
): Promise<Record<OrderStatus | 'all', number>> {
  const left = sql`union all select status, -count(*) from ${orders} where ${isLeftOut} group by status`;
  const { rows } = await db.execute<{ status: OrderStatus; count: number }>(
    sql`select status, sum(orders)::int as count from (
      select status, orders from ${orderSums} sums ${counted === 'all' ? sql`` : left}) counts group by status`,
  );
  const countOf = (status: OrderStatus) => rows.find((row) => row.status === status)?.count ?? 0;
  const counts = Object.fromEntries(orderStatuses.map((status) => [status, countOf(status)]));
  const all = rows.reduce((sum, row) => sum + row.count, 0);
  return { ...(counts as Record<OrderStatus, number>), all };
}
