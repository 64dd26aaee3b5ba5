import { index, integer, json, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { orders } from '../orders/orders.tables.ts';
import { createdAt, timestamptz } from '../platform/database/columns.ts';
import type { OrderMailRequest } from './mail-requests.ts';

/** Mails that an address got within the last day. The key is a hash, so that the row names nobody. */
export const mailBudgets = pgTable(
  'mail_budgets',
  {
    key: text().primaryKey(),
    /** When each was sent, in milliseconds, by its event: a second try of the same mail is not counted again. */
    sends: jsonb().$type<Record<string, number>>().notNull(),
    /** The row says nothing after this time. */
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [index('mail_budgets_expired').on(t.expiresAt)],
);

/** Mails about unpaid orders past the budget of their address, until the budget allows one mail about all of them. */
export const waitingOrderMails = pgTable(
  'waiting_order_mails',
  {
    eventKey: text('event_key').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    request: json().$type<OrderMailRequest>().notNull(),
    /** The budget is tried again from here on. */
    tryAt: timestamptz('try_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('waiting_order_mails_due').on(t.tryAt), index('waiting_order_mails_of_order').on(t.orderId)],
);

/** How many mails the budget kept from being sent, by their kind. */
export const droppedMails = pgTable('dropped_mails', {
  kind: text().primaryKey(),
  mails: integer().notNull(),
});
