import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

/** At most one row, while the shop is closed for maintenance. */
export const maintenancePeriod = pgTable(
  'maintenance_period',
  {
    id: integer().primaryKey().default(1),
    since: timestamptz('since').notNull(),
    message: text().notNull().default(''),
    until: timestamptz('until'),
  },
  (t) => [check('maintenance_period_one_row', sql`${t.id} = 1`)],
);
