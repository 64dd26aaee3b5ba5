import { orderCostKinds } from '@reprise/contract/sales/orders/order-costs';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { cents, createdAt, id } from '../../../platform/database/columns.ts';
import { orders } from '../orders.tables.ts';

/** Costs of an order beside its goods; a trigger rejects changes. */
export const orderCosts = pgTable(
  'order_costs',
  {
    id: id(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    kind: text({ enum: orderCostKinds }).notNull(),
    /** Negative for money that was given back. */
    amountCents: cents('amount_cents').notNull(),
    /** Label, its refund or the payment that caused it: each is booked once. */
    source: text().notNull().unique(),
    createdAt: createdAt(),
  },
  (t) => [
    check('order_costs_kind', sql`${t.kind} in ('label', 'return-label', 'processor-fee')`),
    // Costs of an order.
    index('order_costs_of_order').on(t.orderId, t.createdAt, t.id),
  ],
);
