import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { products } from '../catalog/catalog.tables.ts';
import { createdAt, id, updatedAt } from '../platform/database/columns.ts';

export const reviews = pgTable(
  'reviews',
  {
    id: id(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** Null once the account is gone. */
    userId: text('user_id'),
    /** The writer's name as shown; kept apart so that it survives the account. */
    author: text().notNull(),
    rating: integer().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    hidden: boolean().notNull().default(false),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(author || E'\n' || title || E'\n' || body)`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('reviews_rating', sql`${t.rating} between 1 and 5`),
    // A product's reviews, newest first.
    index('reviews_of_product').on(t.productId, t.createdAt, t.id),
    // A product's reviews by their stars, and how many gave each.
    index('reviews_by_rating').on(t.productId, t.rating, t.createdAt, t.id),
    // One review per customer and product; also what a deleted user wrote.
    uniqueIndex('reviews_once').on(t.userId, t.productId),
    // The back office's list.
    index('reviews_newest').on(t.createdAt, t.id),
    index('reviews_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
  ],
);
