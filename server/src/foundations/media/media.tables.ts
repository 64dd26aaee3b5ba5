import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from '../../platform/database/columns.ts';

/** Stored images, named by content hash, so that each is stored once. */
export const mediaFiles = pgTable(
  'media_files',
  {
    name: text().primaryKey(),
    type: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: integer().notNull(),
    uploadedBy: text('uploaded_by'),
    createdAt: createdAt(),
  },
  (t) => [index('media_files_newest').on(t.createdAt)],
);
