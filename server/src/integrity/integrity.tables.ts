import type { BooksCheck } from '@reprise/contract/integrity';
import { index, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { id, moment } from '../platform/database/columns.ts';

/** Each look through the books: when, and what did not add up. */
export const booksChecks = pgTable(
  'books_checks',
  {
    id: id(),
    checkedAt: moment('checked_at').notNull(),
    tookMs: integer('took_ms').notNull(),
    broken: jsonb().$type<BooksCheck['broken']>().notNull(),
  },
  (t) => [index('books_checks_newest').on(t.checkedAt)],
);
