import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { products } from '../catalog/catalog.tables.ts';
import { users } from '../identity/identity.tables.ts';

/** The cart of a signed-in customer, on whatever device. It goes with the account and with the product. */
export const cartLines = pgTable(
  'cart_lines',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    quantity: integer().notNull(),
    /** Where the line stands in the cart. */
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.productId] }),
    check('cart_lines_quantity', sql`${t.quantity} between 1 and 1000`),
    // For the product's deletion.
    index('cart_lines_of_product').on(t.productId),
  ],
);
