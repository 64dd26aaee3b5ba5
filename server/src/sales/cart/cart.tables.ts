import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { products } from '../../catalog/products/products.tables.ts';
import { users } from '../../people/identity/identity.tables.ts';

/** Cart of a signed-in customer, shared by their devices; deleted with the account or the product. */
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
    /** Numbers of the devices chosen of the product. */
    units: text().array().notNull().default([]),
    /** Index of the line in the cart. */
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.productId] }),
    check('cart_lines_quantity', sql`${t.quantity} between 1 and 1000`),
    // Cascade on product deletion.
    index('cart_lines_of_product').on(t.productId),
  ],
);
