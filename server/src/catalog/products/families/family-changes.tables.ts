import { familyChangeKinds } from '@reprise/contract/catalog/products/family-admin';
import type { ConfigurationOptions } from '@reprise/contract/catalog/products/product-family';
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz } from '../../../platform/database/columns.ts';

/** Move of a configuration from one family to another, with what it was before. */
export type ConfigurationMove = {
  modelKey: string;
  from: string;
  to: string;
  /** Position in the family that it left. */
  position: number;
  options: { before: ConfigurationOptions; after: ConfigurationOptions };
};

/** Family that a change renamed. */
export type FamilyRename = { familyId: string; before: string; after: string };

/** Builds, merges and splits of families, from which they are undone. */
export const familyChanges = pgTable(
  'family_changes',
  {
    id: id(),
    kind: text({ enum: familyChangeKinds }).notNull(),
    moves: jsonb().$type<ConfigurationMove[]>().notNull(),
    renames: jsonb().$type<FamilyRename[]>().notNull(),
    createdAt: createdAt(),
    undoneAt: timestamptz('undone_at'),
  },
  // Last change that can be undone.
  (t) => [index('family_changes_by_time').on(t.createdAt, t.id)],
);
