import { alertKinds } from '@reprise/contract/catalog/alerts';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../../people/identity/identity.tables.ts';
import { cents, createdAt, id, timestamptz } from '../../platform/database/columns.ts';
import { products } from '../products/products.tables.ts';

/**
 * Back-in-stock and price-drop alerts. A change of stock or price sets `dueAt` in the same transaction; the row is
 * deleted when its mail is queued.
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
    /** Price when the alert was set; a lower one triggers it. */
    priceCents: cents('price_cents').notNull(),
    dueAt: timestamptz('due_at'),
    createdAt: createdAt(),
  },
  (t) => [
    check('product_alerts_kind', sql`${t.kind} in ('back-in-stock', 'price-drop')`),
    // One per product, kind and email; also finds the alerts that a product change triggers.
    uniqueIndex('product_alerts_once').on(t.productId, t.kind, t.email),
    // Due alerts.
    index('product_alerts_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
    // Cascade on account deletion.
    index('product_alerts_of_user').on(t.userId),
  ],
);
