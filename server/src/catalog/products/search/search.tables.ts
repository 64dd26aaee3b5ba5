import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/columns.ts';
import { products } from '../products.tables.ts';

/**
 * Search document of a product, written by `indexProducts` in the transaction of each edit: the terms of its text and
 * its facet values.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    productId: text('product_id')
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** `analyzerVersion` that made the terms. */
    analyzer: smallint().notNull(),
    /** HAND-WRITTEN in the migration: compared byte by byte (`collate "C"`), which is faster than by language. */
    terms: text().array().notNull(),
    /** Weight of each term in the product from 1 to 255, in the order of `terms`; the facet terms at the end have none. */
    weights: smallint().array().notNull(),
    /** True if the product belongs to another device; see `isAccessory`. */
    isAccessory: boolean('is_accessory').notNull().default(false),
  },
  (t) => [
    // Products with terms.
    index('search_documents_terms').using('gin', t.terms),
  ],
);

/** Number of products with each term, estimated from a sample; '' has the number of all products. */
export const searchTermCounts = pgTable('search_term_counts', {
  term: text().primaryKey(),
  products: integer().notNull().default(sql`0`),
});

/**
 * Products that changed since an engine outside the database last got them, one row per product; empty without such an
 * engine. No foreign key: a deleted product waits here to be removed from the engine.
 */
export const searchChanges = pgTable(
  'search_changes',
  {
    productId: text('product_id').primaryKey(),
    /** New with each change, so that a change during a push is not taken for pushed. */
    change: uuid().notNull().default(sql`gen_random_uuid()`),
    /** Time of the next push; later than now while one process pushes it, and after a failure. */
    dueAt: timestamptz('due_at').notNull(),
  },
  (t) => [
    // Changes to push.
    index('search_changes_due').on(t.dueAt),
  ],
);
