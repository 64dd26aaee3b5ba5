import { Problem } from '@reprise/contract/problem';
import type { OrderParcel } from '@reprise/contract/sales/orders/order-parcel';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { orderItemUnits, units } from '../../../workshop/units/units.tables.ts';
import { orderItems } from '../orders.tables.ts';
import { parcelLines, parcels } from './parcels.tables.ts';

export type ParcelRow = typeof parcels.$inferSelect;

/** Returns the parcels of orders that left in several, by order. */
export async function readParcelsOf(db: Queryable, orderIds: string[]): Promise<Map<string, OrderParcel[]>> {
  const rows = await db
    .select()
    .from(parcels)
    .where(inArray(parcels.orderId, orderIds))
    .orderBy(asc(parcels.orderId), asc(parcels.number));
  if (rows.length === 0) return new Map();
  const lines = await readLines(
    db,
    rows.map(({ id }) => id),
  );
  const linesOf = Map.groupBy(lines, ({ parcelId }) => parcelId);
  const shown = rows.map((row) => ({
    orderId: row.orderId,
    parcel: toParcel(row, linesOf.get(row.id) ?? []),
  }));
  return new Map(
    [...Map.groupBy(shown, ({ orderId }) => orderId)].map(([id, ofOrder]) => [
      id,
      ofOrder.map(({ parcel }) => parcel),
    ]),
  );
}

type Line = Awaited<ReturnType<typeof readLines>>[number];

function readLines(db: Queryable, parcelIds: string[]) {
  return db
    .select({
      parcelId: parcelLines.parcelId,
      productId: orderItems.productId,
      name: orderItems.name,
      quantity: parcelLines.quantity,
      unit: units.number,
      isAssumed: sql<boolean>`coalesce(${orderItemUnits.captured} = 'assumed', false)`,
    })
    .from(parcelLines)
    .innerJoin(orderItems, eq(orderItems.id, parcelLines.orderItemId))
    .leftJoin(orderItemUnits, eq(orderItemUnits.id, parcelLines.bindingId))
    .leftJoin(units, eq(units.id, orderItemUnits.unitId))
    .where(inArray(parcelLines.parcelId, parcelIds))
    .orderBy(asc(orderItems.position), asc(parcelLines.id));
}

function toParcel(
  { id, number, carrier, trackingNumber, shippedAt, deliveredAt }: ParcelRow,
  lines: Line[],
): OrderParcel {
  const items = [...Map.groupBy(lines, ({ productId }) => productId)].map(([productId, same]) => ({
    product: { id: productId, name: same[0]?.name ?? '' },
    quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
    // One that was not scanned is not known to be the one that left.
    units: same.flatMap(({ unit, isAssumed }) => (unit !== null && !isAssumed ? [unit] : [])),
  }));
  return {
    id,
    number,
    carrier,
    trackingNumber,
    items,
    shippedAt: shippedAt.toISOString(),
    deliveredAt: deliveredAt?.toISOString() ?? null,
  };
}

/** SQL: units of an order line that left in a parcel and did not come back as devices. */
export const unitsSent: SQL<number> = sql`(select coalesce(sum(l.quantity), 0)::int from parcel_lines l
  left join order_item_units b on b.id = l.binding_id
  where l.order_item_id = order_items.id and (l.binding_id is null or b.ended_at is null))`;

/** Returns the units of each line of an order that left in parcels. */
export async function readSent(db: Queryable, orderId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ itemId: orderItems.id, sent: unitsSent })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  return new Map(rows.map(({ itemId, sent }) => [itemId, sent]));
}

/** Throws if an edit would take units out of an order that have left in a parcel. */
export async function assertSentStay(
  db: Queryable,
  orderId: string,
  edited: readonly { id: string; quantity: number }[],
): Promise<void> {
  const sent = await readSent(db, orderId);
  for (const { id, quantity } of edited) {
    const count = sent.get(id) ?? 0;
    if (quantity >= count) continue;
    const message = `${count} of an item have left in a parcel: leave at least ${count} in the order.`;
    throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'items', message }] });
  }
}

/** Returns how the lines of an order left, by line: a device by its binding, counted units by their newest parcel. */
export async function readDepartures(db: Queryable, orderId: string) {
  const rows = await db
    .select({
      itemId: parcelLines.orderItemId,
      bindingId: parcelLines.bindingId,
      quantity: parcelLines.quantity,
      parcel: parcels,
    })
    .from(parcelLines)
    .innerJoin(parcels, eq(parcels.id, parcelLines.parcelId))
    .where(eq(parcels.orderId, orderId))
    .orderBy(asc(parcels.number));
  return rows;
}

/** Returns the devices that left before the rest of their order: they stay sent when it is set back. */
export async function readUnitsSentBefore(db: Queryable, orderId: string): Promise<Set<string>> {
  const rows = await db
    .select({ unitId: orderItemUnits.unitId })
    .from(parcelLines)
    .innerJoin(parcels, eq(parcels.id, parcelLines.parcelId))
    .innerJoin(orderItemUnits, eq(orderItemUnits.id, parcelLines.bindingId))
    .where(and(eq(parcels.orderId, orderId), eq(parcels.closesOrder, false)));
  return new Set(rows.map(({ unitId }) => unitId));
}

/** Returns the ids of orders with a parcel of this tracking number. */
export async function findOrderIdsByParcel(db: Queryable, trackingNumber: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ orderId: parcels.orderId })
    .from(parcels)
    .where(eq(parcels.trackingNumber, trackingNumber))
    .limit(20);
  return rows.map(({ orderId }) => orderId);
}

/** Returns carrier and number of the parcel of an order with this tracking number; null if it has none. */
export async function findParcelOf(db: Queryable, orderId: string, trackingNumber: string) {
  const [row] = await db
    .select({ carrier: parcels.carrier, trackingNumber: parcels.trackingNumber })
    .from(parcels)
    .where(and(eq(parcels.orderId, orderId), eq(parcels.trackingNumber, trackingNumber)))
    .limit(1);
  return row ?? null;
}

/** Returns what is in the last parcel of an order that left in several; null for an order that left at once. */
export async function readLastParcel(db: Queryable, orderId: string): Promise<string[] | null> {
  const last = (await readParcelsOf(db, [orderId])).get(orderId)?.at(-1);
  return last?.items.map(({ product, quantity }) => `${quantity} × ${product.name}`) ?? null;
}

/** SQL: a part of the order has left and the rest has not. */
export const isPartlySent: SQL = sql`(orders.status in ('pending', 'processing')
  and exists (select from parcels p where p.order_id = orders.id))`;

/** Returns true if a part of the order has left and the rest has not. */
export async function isPartlyShipped(db: Queryable, orderId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: parcels.id })
    .from(parcels)
    .where(and(eq(parcels.orderId, orderId), eq(parcels.closesOrder, false)))
    .limit(1);
  return row !== undefined;
}
