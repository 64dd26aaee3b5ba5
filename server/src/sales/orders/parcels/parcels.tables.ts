import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz } from '../../../platform/database/columns.ts';
import { orderItemUnits } from '../../../workshop/units/units.tables.ts';
import { orderItems, orders } from '../orders.tables.ts';

/** Parcels of orders that leave in several; an order that leaves at once has none. */
export const parcels = pgTable(
  'parcels',
  {
    id: id(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    carrier: text(),
    trackingNumber: text('tracking_number'),
    /** True for the parcel with the rest of the order, which a trigger adds as the order is shipped. */
    closesOrder: boolean('closes_order').notNull().default(false),
    shippedAt: timestamptz('shipped_at').notNull(),
    /** Latest day that was promised when it left. */
    latestDelivery: timestamptz('latest_delivery'),
    deliveredAt: timestamptz('delivered_at'),
    /** True if it was marked as delivered with its order, so that setting the order back undoes it. */
    deliveredWithOrder: boolean('delivered_with_order').notNull().default(false),
    /** Colleague; null for the shop. */
    actorId: text('actor_id'),
    createdAt: createdAt(),
  },
  (t) => [
    // Parcels of an order.
    uniqueIndex('parcels_of_order').on(t.orderId, t.number),
    // One parcel with the rest.
    uniqueIndex('parcels_closing').on(t.orderId).where(sql`${t.closesOrder}`),
    // A typed tracking number.
    index('parcels_by_tracking').on(t.trackingNumber).where(sql`${t.trackingNumber} is not null`),
  ],
);

/** One device, or units of a counted item, in a parcel. */
export const parcelLines = pgTable(
  'parcel_lines',
  {
    id: id(),
    parcelId: text('parcel_id')
      .notNull()
      .references(() => parcels.id, { onDelete: 'cascade' }),
    orderItemId: text('order_item_id')
      .notNull()
      .references(() => orderItems.id, { onDelete: 'cascade' }),
    /** The device in the order; null for counted items. */
    bindingId: text('binding_id').references(() => orderItemUnits.id, { onDelete: 'cascade' }),
    quantity: integer().notNull(),
  },
  (t) => [
    check('parcel_lines_quantity', sql`${t.quantity} > 0 and (${t.bindingId} is null or ${t.quantity} = 1)`),
    // A device leaves in one parcel.
    uniqueIndex('parcel_lines_once').on(t.bindingId).where(sql`${t.bindingId} is not null`),
    // Lines of a parcel, and of an order line.
    index('parcel_lines_of_parcel').on(t.parcelId),
    index('parcel_lines_of_item').on(t.orderItemId),
  ],
);
