import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { cents, timestamptz } from '../../../platform/database/columns.ts';
import { products } from '../products.tables.ts';

/** Scheduled or running sale of a product, at most one. A row is deleted when its sale ends. */
export const productSales = pgTable(
  'product_sales',
  {
    productId: text('product_id')
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    salePriceCents: cents('sale_price_cents').notNull(),
    startsAt: timestamptz('starts_at').notNull(),
    endsAt: timestamptz('ends_at').notNull(),
    /** Price before the sale, which its end restores; null until it starts. */
    regularPriceCents: cents('regular_price_cents'),
  },
  (t) => [
    check('product_sales_order', sql`${t.endsAt} > ${t.startsAt}`),
    // Sales to start.
    index('product_sales_waiting').on(t.startsAt).where(sql`${t.regularPriceCents} is null`),
    // Sales to end.
    index('product_sales_running').on(t.endsAt).where(sql`${t.regularPriceCents} is not null`),
  ],
);
