import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { orders } from '../orders/orders.tables.ts';
import { bigCents, createdAt, id, updatedAt } from '../platform/columns.ts';

/** What we know of a payment; the processor holds the truth. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    processor: text({ enum: ['test', 'stripe'] }).notNull(),
    intentId: text('intent_id').notNull().unique(),
    clientSecret: text('client_secret').notNull(),
    amountCents: bigCents('amount_cents').notNull(),
    status: text({ enum: ['created', 'succeeded', 'cancelled', 'refunded'] })
      .notNull()
      .default('created'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('payments_status', sql`${t.status} in ('created', 'succeeded', 'cancelled', 'refunded')`),
    // One live payment per order, however often it is started.
    uniqueIndex('payments_one_live').on(t.orderId).where(sql`${t.status} in ('created', 'succeeded')`),
    index('payments_of_order').on(t.orderId),
  ],
);

/** The built-in test processor's own books: it plays the part of a card network, apart from the shop. */
export const testIntents = pgTable(
  'test_intents',
  {
    id: id(),
    clientSecret: text('client_secret').notNull().unique(),
    amountCents: bigCents('amount_cents').notNull(),
    status: text({ enum: ['requires_payment_method', 'succeeded', 'canceled', 'refunded'] })
      .notNull()
      .default('requires_payment_method'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check(
      'test_intents_status',
      sql`${t.status} in ('requires_payment_method', 'succeeded', 'canceled', 'refunded')`,
    ),
  ],
);
