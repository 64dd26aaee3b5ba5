import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from '../../people/identity/identity.tables.ts';
import { createdAt } from '../../platform/database/columns.ts';
import { products } from '../products/products.tables.ts';

/** Products on wishlists; deleted with the account or the product. */
export const wishes = pgTable(
  'wishes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.productId] }),
    // Cascade on product deletion.
    index('wishes_of_product').on(t.productId),
  ],
);
