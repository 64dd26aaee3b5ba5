import { priceEndings } from '@reprise/contract/catalog/products/sales/sale-change';
import { channelKinds } from '@reprise/contract/sales/channels/channel';
import type { EbaySettings } from '@reprise/contract/sales/channels/ebay';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { cents, createdAt, id, timestamptz, updatedAt } from '../../platform/database/columns.ts';

/** Places beside the shop that sell its products, with the rules for stock and prices there. */
export const channels = pgTable(
  'channels',
  {
    id: id(),
    kind: text({ enum: channelKinds }).notNull(),
    name: text().notNull(),
    enabled: boolean().notNull().default(false),
    /** Units of each product that stay with the shop. */
    buffer: integer().notNull(),
    pricePercent: doublePrecision('price_percent').notNull(),
    priceEnding: text('price_ending', { enum: priceEndings }).notNull(),
    /** Keys of the account as JSON; null until it is connected, and for CHANNEL_ADAPTER. */
    accountEncrypted: text('account_encrypted'),
    settings: jsonb().$type<EbaySettings>(),
    /** Number of changes to what listings derive from: each is sent again when it differs from theirs. */
    rulesVersion: integer('rules_version').notNull().default(1),
    /** Last change of an order at the channel that is known here. */
    ordersReadAt: timestamptz('orders_read_at'),
    /** Time from which one process may read the orders again. */
    ordersDueAt: timestamptz('orders_due_at').notNull().defaultNow(),
    failure: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('channels_buffer', sql`${t.buffer} >= 0`),
    check('channels_kind', sql`${t.kind} in ('ebay', 'back-market', 'adapter')`),
  ],
);

/** Products on a channel, with the state that was last sent: a product that differs from it is sent again. */
export const channelListings = pgTable(
  'channel_listings',
  {
    channelId: text('channel_id')
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    /** No foreign key: the listing of a deleted product must still be ended. */
    productId: text('product_id').notNull(),
    /** SKU at the channel: that of the product when it was listed, which a later change does not touch. */
    sku: text().notNull(),
    /** Id and page of the offer at the channel; null before the channel has it. */
    offerId: text('offer_id'),
    url: text(),
    /** True while it is being taken off the channel; the row goes when the channel has confirmed. */
    isEnding: boolean('is_ending').notNull().default(false),
    /** State of the product that was last sent, or refused; null before the first time. */
    sentStock: integer('sent_stock'),
    sentPriceCents: cents('sent_price_cents'),
    sentVersion: integer('sent_version'),
    sentOnSale: boolean('sent_on_sale'),
    sentRules: integer('sent_rules'),
    /** Why the channel refused it, or why the last attempt failed. */
    failure: text().notNull().default(''),
    /** True if the channel said no: it is not repeated until the product or the rules change. */
    isRefused: boolean('is_refused').notNull().default(false),
    attempts: integer().notNull().default(0),
    nextAttemptAt: timestamptz('next_attempt_at').notNull().defaultNow(),
    sentAt: timestamptz('sent_at'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.channelId, t.productId] }),
    index('channel_listings_by_sku').on(t.channelId, t.sku),
  ],
);
