import { conditions } from '@reprise/contract/catalog/products/conditions';
import { discountTypes } from '@reprise/contract/sales/discounts/discounts';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, timestamptz, updatedAt } from '../../platform/database/columns.ts';
import { orders } from '../orders/orders.tables.ts';

/** Codes are never deleted, because orders refer to them. */
export const discountCodes = pgTable(
  'discount_codes',
  {
    id: id(),
    /** In capital letters, without spaces. */
    code: text().notNull().unique(),
    type: text({ enum: discountTypes }).notNull(),
    amountCents: cents('amount_cents'),
    percent: integer(),
    startsAt: timestamptz('starts_at').notNull(),
    endsAt: timestamptz('ends_at'),
    maxUses: integer('max_uses'),
    oncePerCustomer: boolean('once_per_customer').notNull().default(false),
    /** No foreign keys: a code for deleted categories applies to nothing. */
    categoryIds: text('category_ids').array().notNull(),
    conditions: text({ enum: conditions }).array().notNull(),
    /** Orders with the code that are not cancelled. Exceeds the limit only by orders that were reopened. */
    uses: integer().notNull().default(0),
    /** Number of edits. */
    version: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('discount_codes_uses', sql`${t.uses} >= 0`),
    check(
      'discount_codes_type',
      sql`(${t.type} = 'amount' and ${t.amountCents} > 0) or (${t.type} = 'percent' and ${t.percent} between 1 and 100) or ${t.type} = 'free-shipping'`,
    ),
    // List of the back office.
    index('discount_codes_newest').on(t.createdAt, t.id),
  ],
);

/** One row per order with a code, with the terms of the day, which edits of the order follow. */
export const discountUses = pgTable(
  'discount_uses',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    codeId: text('code_id')
      .notNull()
      .references(() => discountCodes.id),
    type: text({ enum: discountTypes }).notNull(),
    amountCents: cents('amount_cents'),
    percent: integer(),
    categoryIds: text('category_ids').array().notNull(),
    conditions: text({ enum: conditions }).array().notNull(),
    createdAt: createdAt(),
  },
  // Orders with a code.
  (t) => [index('discount_uses_of_code').on(t.codeId)],
);
