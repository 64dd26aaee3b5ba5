import type { Sender } from '@reprise/contract/sales/orders/shipping/carrier-account';
import { labelStates, parcelStatuses } from '@reprise/contract/sales/orders/shipping/labels';
import type { Packaging, Parcel } from '@reprise/contract/sales/orders/shipping/parcel';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, timestamptz, updatedAt } from '../../../platform/database/columns.ts';
import { orders } from '../orders.tables.ts';
import { parcels } from '../parcels/parcels.tables.ts';

/** Account that buys labels, with the sender and the packaging: at most one row. */
export const carrierAccounts = pgTable(
  'carrier_accounts',
  {
    id: integer().primaryKey().default(1),
    /** Null for CARRIER_ADAPTER, which has settings of its own. */
    apiKeyEncrypted: text('api_key_encrypted'),
    /** Secret that signs parcel events, and their subscription; null for a shop that cannot be reached. */
    eventSecretEncrypted: text('event_secret_encrypted'),
    subscriptionId: text('subscription_id'),
    sender: jsonb().$type<Sender>().notNull(),
    packaging: jsonb().$type<Packaging>().notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [check('carrier_accounts_one_row', sql`${t.id} = 1`)],
);

/** Labels that were bought, or are being bought, for orders and for their returns. */
export const shippingLabels = pgTable(
  'shipping_labels',
  {
    id: id(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Parcel that it was on; null until an order that leaves in several has sent it. */
    parcelId: text('parcel_id').references(() => parcels.id, { onDelete: 'set null' }),
    /** Return whose parcel it is for; null for a parcel to the customer. Both end with the order. */
    returnId: text('return_id'),
    state: text({ enum: labelStates }).notNull(),
    /** Ids at the service. */
    shipmentId: text('shipment_id').notNull().unique(),
    rateId: text('rate_id').notNull(),
    carrier: text().notNull(),
    service: text().notNull(),
    costCents: cents('cost_cents').notNull(),
    /** Weight and size that were paid for. */
    parcel: jsonb().$type<Parcel>().notNull(),
    /** Null until it is bought, and once the order has lost its personal data. */
    trackingNumber: text('tracking_number'),
    /** Address of the PDF, likewise. */
    labelUrl: text('label_url'),
    isTest: boolean('is_test').notNull(),
    parcelStatus: text('parcel_status', { enum: parcelStatuses }).notNull().default('unknown'),
    /** Why it could not be voided after its return had ended; null while that was not tried. */
    voidProblem: text('void_problem'),
    /** Time of the newest step in the timeline of the order. */
    followedUntil: timestamptz('followed_until'),
    /** Account of the person who bought it. */
    actorId: text('actor_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // Labels of an order, newest first.
    index('shipping_labels_of_order').on(t.orderId, t.createdAt),
    // One usable label for what is to be sent: a second purchase is refused.
    uniqueIndex('shipping_labels_usable')
      .on(t.orderId)
      .where(sql`${t.state} in ('buying', 'bought') and ${t.parcelId} is null and ${t.returnId} is null`),
    uniqueIndex('shipping_labels_of_return')
      .on(t.returnId)
      .where(sql`${t.state} in ('buying', 'bought') and ${t.returnId} is not null`),
    // Parcel events.
    index('shipping_labels_by_tracking').on(t.trackingNumber).where(sql`${t.trackingNumber} is not null`),
  ],
);
