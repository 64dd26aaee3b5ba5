import { conditions } from '@reprise/contract/catalog/products/conditions';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from '../../platform/database/columns.ts';
import { products } from '../products/products.tables.ts';

export const reviews = pgTable(
  'reviews',
  {
    id: id(),
    /** Null after the product was deleted. */
    productId: text('product_id').references(() => products.id, { onDelete: 'set null' }),
    /** Family of the product; a review counts for the rating of all its products. */
    familyId: text('family_id').notNull(),
    /** Condition of the product when it was reviewed. */
    condition: text({ enum: conditions }).notNull(),
    /** Name of the product when it was reviewed, which outlives it. */
    productName: text('product_name').notNull().default(''),
    /** True if the author received the product in an order. */
    isVerified: boolean('is_verified').notNull().default(false),
    /** Null after the account is deleted. */
    userId: text('user_id'),
    /** Displayed name, stored here so that it outlives the account. */
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
    // Reviews of a family, newest first.
    index('reviews_of_family').on(t.familyId, t.createdAt, t.id),
    // Reviews of a family by stars, and the histogram.
    index('reviews_by_rating').on(t.familyId, t.rating, t.createdAt, t.id),
    // Reviews of a product in the back office, and of a deleted one.
    index('reviews_of_product').on(t.productId, t.createdAt, t.id),
    // One review per customer and product; also finds the reviews of a user to anonymize.
    uniqueIndex('reviews_once').on(t.userId, t.productId),
    // Admin list.
    index('reviews_newest').on(t.createdAt, t.id),
    index('reviews_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
  ],
);
