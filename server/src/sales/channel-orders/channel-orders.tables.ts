import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cents, createdAt, timestamptz, updatedAt } from '../../platform/database/columns.ts';
import { channels } from '../channels/channels.tables.ts';
import { orders } from '../orders/orders.tables.ts';

/** Line of an order at a channel: its id there, and the line of the order here. */
export type ChannelOrderLine = { lineId: string; itemId: string; quantity: number };

/** Orders that came from a channel, with its figures. */
export const channelOrders = pgTable(
  'channel_orders',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Null once the channel was removed. */
    channelId: text('channel_id').references(() => channels.id, { onDelete: 'set null' }),
    channelName: text('channel_name').notNull(),
    /** Id of the order at the channel. */
    externalId: text('external_id').notNull(),
    lines: jsonb().$type<ChannelOrderLine[]>().notNull(),
    buyerPaidCents: cents('buyer_paid_cents').notNull(),
    taxCollectedCents: cents('tax_collected_cents').notNull(),
    feeCents: cents('fee_cents'),
    /** Why staff must confirm its payment; '' for an order that was paid when it came. */
    checkReason: text('check_reason').notNull().default(''),
    /** True if shipments are reported to the channel by a file. */
    isByHand: boolean('is_by_hand').notNull(),
    /** True once the order was cancelled at the channel. */
    isCancelled: boolean('is_cancelled').notNull().default(false),
    shipmentSentAt: timestamptz('shipment_sent_at'),
    shipmentFailure: text('shipment_failure').notNull().default(''),
    attempts: integer().notNull().default(0),
    nextAttemptAt: timestamptz('next_attempt_at').notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // An order of a channel is placed once.
    uniqueIndex('channel_orders_external').on(t.channelId, t.externalId),
    // Orders of a channel, and the names of all channels.
    index('channel_orders_by_name').on(t.channelName, t.orderId),
    // Orders whose shipment the channel has yet to be told.
    index('channel_orders_to_ship').on(t.nextAttemptAt).where(sql`${t.shipmentSentAt} is null`),
  ],
);
