import { otherShops } from '@reprise/contract/foundations/checked-import';
import type { Cents } from '@reprise/contract/money';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, timestamptz } from '../../platform/database/columns.ts';

export type PastOrderItem = { name: string; sku: string; quantity: number; priceCents: Cents };

/** Orders of another shop. Beside the orders of this one, so that nothing counts, ships, mails or refunds them. */
export const pastOrders = pgTable(
  'past_orders',
  {
    id: id(),
    shop: text({ enum: otherShops }).notNull(),
    number: text().notNull(),
    /** Lowercase; '' without one, or once it was erased. */
    email: text().notNull(),
    name: text().notNull(),
    placedAt: timestamptz('placed_at').notNull(),
    status: text().notNull(),
    items: jsonb().$type<PastOrderItem[]>().notNull(),
    discountCents: cents('discount_cents').notNull(),
    shippingCents: cents('shipping_cents').notNull(),
    taxCents: cents('tax_cents').notNull(),
    totalCents: cents('total_cents').notNull(),
    refundedCents: cents('refunded_cents').notNull(),
    importedAt: createdAt(),
  },
  (t) => [
    // An order is imported once.
    uniqueIndex('past_orders_number').on(t.shop, t.number),
    // List of a customer.
    index('past_orders_of_email').on(t.email, t.placedAt).where(sql`${t.email} <> ''`),
    // List, newest first.
    index('past_orders_newest').on(t.placedAt, t.id),
  ],
);
