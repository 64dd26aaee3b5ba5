import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from '../../../platform/database/columns.ts';

/** Groups of phrases that a search treats as the same; no phrase is in two groups. */
export const searchSynonyms = pgTable(
  'search_synonyms',
  {
    id: id(),
    /** Phrases as typed by the owner. */
    phrases: text().array().notNull(),
    /** Distinct normalized phrases, which queries are compared with. */
    terms: text().array().notNull(),
    /** Number of edits. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [check('search_synonyms_terms', sql`cardinality(${t.terms}) between 2 and 12`)],
);

/** Set once the default synonyms are stored, so that those the owner deletes stay deleted. */
export const synonymSeeds = pgTable(
  'synonym_seeds',
  { id: integer().primaryKey().default(1), createdAt: createdAt() },
  (t) => [check('synonym_seeds_one_row', sql`${t.id} = 1`)],
);
