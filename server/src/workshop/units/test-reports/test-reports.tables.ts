import type { DateOrder, ReportField } from '@reprise/contract/workshop/units/report-tools';
import { dateOrders } from '@reprise/contract/workshop/units/report-tools';
import type { ToolReport } from '@reprise/contract/workshop/units/test-reports';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../../../platform/database/columns.ts';
import { units } from '../units.tables.ts';

/** Reports of tools as they were read; a trigger rejects changes and deletes. Records of the bench name theirs. */
export const toolReports = pgTable(
  'tool_reports',
  {
    id: id(),
    unitId: text('unit_id')
      .notNull()
      .references(() => units.id),
    /** That of the unit at the time. */
    intake: integer().notNull(),
    tool: text().notNull(),
    /** Number that the tool gave it. */
    reference: text().notNull(),
    /** Time of the report; null if it names none. */
    testedAt: timestamptz('tested_at'),
    /** False if a newer report of the device was there before. */
    counts: boolean().notNull(),
    content: jsonb().$type<Omit<ToolReport, 'device' | 'tool' | 'reference' | 'note'>>().notNull(),
    actorId: text('actor_id'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [
    // Recorded once.
    uniqueIndex('tool_reports_once').on(sql`lower(${t.tool})`, t.reference),
    // Reports of a unit, the newest first.
    index('tool_reports_of_unit').on(t.unitId, t.createdAt, t.id),
  ],
);

/** Meanings of columns, tests and grades of tools, chosen by a person. */
export const reportTools = pgTable('report_tools', {
  /** Name in lower case. */
  key: text().primaryKey(),
  name: text().notNull(),
  columns: jsonb().$type<Record<string, ReportField>>().notNull().default({}),
  tests: jsonb().$type<Record<string, string>>().notNull().default({}),
  grades: jsonb().$type<Record<string, string>>().notNull().default({}),
  dateOrder: text('date_order', { enum: dateOrders }).$type<DateOrder>(),
  erasureMethod: text('erasure_method').notNull().default(''),
  updatedAt: timestamptz('updated_at').notNull(),
});
