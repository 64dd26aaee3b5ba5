import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { cents, timestamptz } from '../../../platform/database/columns.ts';
import { products } from '../products.tables.ts';

/** History of the prices of each product, one row per change. A trigger on `products` writes it. */
export const productPrices = pgTable(
  'product_prices',
  {
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    since: timestamptz('since').notNull(),
    /** Null while the product is off sale. */
    priceCents: cents('price_cents'),
    /** True for the first row of a product that is older than the history. */
    isEarlierUnknown: boolean('is_earlier_unknown').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.since] }),
    // Rows to delete after their retention.
    index('product_prices_by_since').on(t.since),
  ],
);
