import { importStates, rowOutcomes } from '@reprise/contract/imports';
import {
  boolean,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz } from '../platform/database/columns.ts';

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** A CSV file of products, and how far it has been checked and carried out. */
export const productImports = pgTable(
  'product_imports',
  {
    id: id(),
    fileName: text('file_name').notNull(),
    state: text({ enum: importStates }).notNull(),
    /** The file, gzipped; dropped when the import is done. */
    content: bytes(),
    totalRows: integer('total_rows').notNull(),
    /** How many rows, from the first on, have been checked and carried out. */
    checkedRows: integer('checked_rows').notNull().default(0),
    appliedRows: integer('applied_rows').notNull().default(0),
    wholeOrNothing: boolean('whole_or_nothing').notNull().default(false),
    /** Why it failed. */
    message: text(),
    actorId: text('actor_id'),
    createdAt: createdAt(),
    finishedAt: timestamptz('finished_at'),
  },
  // The list, newest first.
  (t) => [index('product_imports_newest').on(t.createdAt, t.id)],
);

/** What the check found out about each row, and what became of it. */
export const productImportRows = pgTable(
  'product_import_rows',
  {
    importId: text('import_id').notNull(),
    /** As a spreadsheet counts: the head is row 1. */
    number: integer().notNull(),
    sku: text().notNull(),
    name: text().notNull(),
    outcome: text({ enum: rowOutcomes }).notNull(),
    applied: boolean().notNull().default(false),
    faults: jsonb().$type<{ field: string; message: string }[]>().notNull(),
    changes: jsonb().$type<{ field: string; before: string; after: string }[]>().notNull(),
    productId: text('product_id'),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.number] }),
    foreignKey({ columns: [t.importId], foreignColumns: [productImports.id] }).onDelete('cascade'),
    // The rows of one outcome, and how many there are.
    index('product_import_rows_by_outcome').on(t.importId, t.outcome, t.number),
    // Whether a SKU stands in the file twice.
    index('product_import_rows_by_sku').on(t.importId, t.sku),
  ],
);
