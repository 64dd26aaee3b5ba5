import type { IntegrityCheck } from '@reprise/contract/operations/integrity';
import { index, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../../platform/database/columns.ts';

/** Results of the integrity checks. */
export const integrityChecks = pgTable(
  'integrity_checks',
  {
    id: id(),
    checkedAt: timestamptz('checked_at').notNull(),
    tookMs: integer('took_ms').notNull(),
    broken: jsonb().$type<IntegrityCheck['broken']>().notNull(),
  },
  (t) => [index('integrity_checks_newest').on(t.checkedAt)],
);
