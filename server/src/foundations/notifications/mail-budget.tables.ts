import { index, integer, json, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, timestamptz } from '../../platform/database/columns.ts';
import { orders } from '../../sales/orders/orders.tables.ts';
import type { OrderMailRequest } from './mail-requests.ts';

/** Mails sent to an address within a day. The key is a hash, so the row contains no personal data. */
export const mailBudgets = pgTable(
  'mail_budgets',
  {
    key: text().primaryKey(),
    /** Send times in milliseconds by event key, so that a retry is not counted twice. */
    sends: jsonb().$type<Record<string, number>>().notNull(),
    /** The row can be deleted after this time. */
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [index('mail_budgets_expired').on(t.expiresAt)],
);

/** Order mails over the budget of their address, merged into one mail once the budget allows. */
export const waitingOrderMails = pgTable(
  'waiting_order_mails',
  {
    eventKey: text('event_key').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    request: json().$type<OrderMailRequest>().notNull(),
    /** Time of the next attempt. */
    tryAt: timestamptz('try_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('waiting_order_mails_due').on(t.tryAt), index('waiting_order_mails_of_order').on(t.orderId)],
);

/** Mails over budget that were dropped, unlike order mails, which wait: count by kind. */
export const droppedMails = pgTable('dropped_mails', {
  kind: text().primaryKey(),
  mails: integer().notNull(),
});
