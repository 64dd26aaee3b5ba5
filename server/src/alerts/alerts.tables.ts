import { alertKinds } from '@reprise/contract/alerts';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { products } from '../catalog/catalog.tables.ts';
import { users } from '../identity/identity.tables.ts';
import { cents, createdAt, id, timestamptz } from '../platform/database/columns.ts';

/**
 * Who wants to know when a product is back or costs less. A row is one mail that is still to be written: whoever
 * changes stock or price sets `dueAt` in that very transaction, and the row goes with the mail.
 */
export const productAlerts = pgTable(
  'product_alerts',
  {
    id: id(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** Null for a guest. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    kind: text({ enum: alertKinds }).notNull(),
    /** What it cost when asked for: a price below that is a drop. */
    priceCents: cents('price_cents').notNull(),
    dueAt: timestamptz('due_at'),
    createdAt: createdAt(),
  },
  (t) => [
    check('product_alerts_kind', sql`${t.kind} in ('back-in-stock', 'price-drop')`),
    // One per product, address and kind; also what a change of the product wakes.
    uniqueIndex('product_alerts_once').on(t.productId, t.kind, t.email),
    // What is to be sent.
    index('product_alerts_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
    // For the account's deletion.
    index('product_alerts_of_user').on(t.userId),
  ],
);
