import { textPages } from '@reprise/contract/foundations/page-texts';
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from '../../people/identity/identity.tables.ts';
import { createdAt } from '../../platform/database/columns.ts';

/**
 * Saved versions of the owner's texts, never changed. The highest version of a page is the one it shows; without a row,
 * or with null, it shows the original text. The primary key serves both reads.
 */
export const pageTextVersions = pgTable(
  'page_text_versions',
  {
    page: text({ enum: textPages }).notNull(),
    version: integer().notNull(),
    markdown: text(),
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.page, t.version] }),
    check('page_text_versions_length', sql`length(${t.markdown}) <= 60000`),
  ],
);
