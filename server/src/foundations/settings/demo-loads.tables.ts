import { sql } from 'drizzle-orm';
import { check, integer, pgTable } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

/** Load of the demo shop: no row if it never began, no end if it was interrupted. */
export const demoLoads = pgTable(
  'demo_loads',
  {
    id: integer().primaryKey().default(1),
    /** Time that all dates of the demo data are relative to. */
    startedAt: timestamptz('started_at').notNull(),
    finishedAt: timestamptz('finished_at'),
  },
  (t) => [check('demo_loads_one_row', sql`${t.id} = 1`)],
);
