import type { RecordedChange } from '@reprise/contract/catalog/products/bulk-changes';
import type { ProductField } from '@reprise/contract/catalog/products/product-fields';
import type { AdminProduct, ShownFields } from '@reprise/contract/catalog/products/products-admin';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../../../platform/database/columns.ts';

/** Fields of a product that a form or a file changed. */
export type EditedFields = { [Name in ProductField | 'isDraft']?: AdminProduct[Name] | undefined };
export type RecordedFields = ShownFields & EditedFields;

/** Changes of products in the last 30 days; a change in several calls or batches has one row. */
export const bulkChanges = pgTable(
  'bulk_changes',
  {
    id: id(),
    actorId: text('actor_id'),
    change: jsonb().$type<RecordedChange>().notNull(),
    productCount: integer('product_count').notNull(),
    createdAt: createdAt(),
  },
  // The list, and the deletion of old rows.
  (t) => [index('bulk_changes_newest').on(t.createdAt, t.id)],
);

/** Products of changes that can be undone. No reference to products: deleted ones keep their name here. */
export const bulkChangeProducts = pgTable(
  'bulk_change_products',
  {
    changeId: text('change_id')
      .notNull()
      .references(() => bulkChanges.id, { onDelete: 'cascade' }),
    productId: text('product_id').notNull(),
    name: text().notNull(),
    before: jsonb().$type<RecordedFields>().notNull(),
    after: jsonb().$type<RecordedFields>().notNull(),
    undo: text({ enum: ['undone', 'conflict'] }),
    reason: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.changeId, t.productId] }),
    check('bulk_change_products_undo', sql`${t.undo} in ('undone', 'conflict')`),
  ],
);
