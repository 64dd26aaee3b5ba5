import { otherShops } from '@reprise/contract/foundations/checked-import';
import { ignoredColumn, importColumns, importStates, rowOutcomes } from '@reprise/contract/moving-in/imports';
import type { ExportPreset } from '@reprise/contract/moving-in/shop-export';
import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, timestamptz } from '../../platform/database/columns.ts';

/** Uploaded CSV file of products and its progress. */
export const productImports = pgTable(
  'product_imports',
  {
    id: id(),
    fileName: text('file_name').notNull(),
    /** Shop whose export was sent; null for a file of this shop's columns. */
    shop: text({ enum: otherShops }),
    state: text({ enum: importStates }).notNull(),
    /** Gzipped file; cleared when the import is done. */
    content: bytes(),
    /** Columns of the file in its order. */
    head: text().array().notNull().default(sql`'{}'`),
    /** First row of the file; empty for files sent before it was stored. */
    names: text().array().notNull().default(sql`'{}'`),
    /** Columns with values that are not taken over. */
    unreadColumns: text('unread_columns').array().notNull().default(sql`'{}'`),
    /** Answers to questions about a file of this shop's columns; null if none were asked. */
    answers: jsonb().$type<ExportPreset>(),
    totalRows: integer('total_rows').notNull(),
    /** Number of leading rows that are checked and applied. */
    checkedRows: integer('checked_rows').notNull().default(0),
    appliedRows: integer('applied_rows').notNull().default(0),
    wholeOrNothing: boolean('whole_or_nothing').notNull().default(false),
    /** True if images of other servers are copied into this shop. */
    copyImages: boolean('copy_images').notNull().default(false),
    /** Reason of a failure. */
    message: text(),
    actorId: text('actor_id'),
    createdAt: createdAt(),
    finishedAt: timestamptz('finished_at'),
  },
  // List, newest first.
  (t) => [index('product_imports_newest').on(t.createdAt, t.id)],
);

/** Column names of files that were assigned by hand, by the key that their spellings share. */
export const assignedColumns = pgTable('assigned_columns', {
  key: text('name_key').primaryKey(),
  name: text().notNull(),
  column: text('column_name', { enum: [...importColumns, ignoredColumn] }).notNull(),
  createdAt: createdAt(),
});

/** Planned outcome and result of each row. */
export const productImportRows = pgTable(
  'product_import_rows',
  {
    importId: text('import_id').notNull(),
    /** Row number as in a spreadsheet; the header is row 1. */
    number: integer().notNull(),
    sku: text().notNull(),
    name: text().notNull(),
    outcome: text({ enum: rowOutcomes }).notNull(),
    applied: boolean().notNull().default(false),
    faults: jsonb().$type<{ field: string; message: string }[]>().notNull(),
    changes: jsonb().$type<{ field: string; before: string; after: string }[]>().notNull(),
    /** Things about a row that may be mistakes, which do not reject it. */
    doubts: jsonb().$type<{ field: string; message: string }[]>().notNull().default([]),
    productId: text('product_id'),
    /** Equal for offers that buyers cannot tell apart; '' without a configuration. */
    offerKey: text('offer_key').notNull().default(''),
    /** Cells of a refused row, to download and correct. */
    cells: text().array(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.number] }),
    foreignKey({ columns: [t.importId], foreignColumns: [productImports.id] }).onDelete('cascade'),
    // Rows by outcome, and their counts.
    index('product_import_rows_by_outcome').on(t.importId, t.outcome, t.number),
    // Detects repeated SKUs.
    index('product_import_rows_by_sku').on(t.importId, t.sku),
    // Detects offers that cannot be told apart.
    index('product_import_rows_by_offer').on(t.importId, t.offerKey).where(sql`${t.offerKey} <> ''`),
    // Rows with doubts, and their count.
    index('product_import_rows_doubted').on(t.importId, t.number).where(sql`${t.doubts} <> '[]'::jsonb`),
  ],
);
