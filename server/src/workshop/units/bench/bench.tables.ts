import { type TestOutcome, verdicts } from '@reprise/contract/catalog/grading/checklist';
import { checkKinds, checkResults } from '@reprise/contract/catalog/grading/device-checks';
import type { GradingAnswers } from '@reprise/contract/catalog/grading/grade-standard';
import { wipeCategories, wipeResults, wipeVerifications } from '@reprise/contract/workshop/units/bench';
import type { ErasedMedium } from '@reprise/contract/workshop/units/test-reports';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { checklists, gradeStandards } from '../../../catalog/grading/grading.tables.ts';
import { id, timestamptz } from '../../../platform/database/columns.ts';
import { toolReports } from '../test-reports/test-reports.tables.ts';
import { units } from '../units.tables.ts';

// Records of the bench. Triggers reject changes and deletes; the newest of an intake counts.

const record = () => ({
  id: id(),
  unitId: text('unit_id')
    .notNull()
    .references(() => units.id),
  /** That of the unit at the time. */
  intake: integer().notNull(),
  /** Report of the tool that says so; null for a record by hand. */
  reportId: text('report_id').references(() => toolReports.id),
  actorId: text('actor_id'),
  createdAt: timestamptz('created_at').notNull(),
});

/** Answers of registers and account services. */
export const unitChecks = pgTable(
  'unit_checks',
  {
    ...record(),
    kind: text({ enum: checkKinds }).notNull(),
    result: text({ enum: checkResults }).notNull(),
    provider: text().notNull(),
    note: text().notNull(),
  },
  // The newest of each kind.
  (t) => [index('unit_checks_of_unit').on(t.unitId, t.kind, t.createdAt, t.id)],
);

/** Erasures, with the fields that NIST SP 800-88 asks of a certificate. */
export const unitWipes = pgTable(
  'unit_wipes',
  {
    ...record(),
    certificate: text().notNull().unique(),
    /** Null if the report of the tool does not name it. */
    category: text({ enum: wipeCategories }),
    method: text().notNull(),
    tool: text().notNull(),
    verification: text({ enum: wipeVerifications }).notNull(),
    result: text({ enum: wipeResults }).notNull(),
    /** Number of the report of the tool; '' without one. */
    reference: text().notNull().default(''),
    media: jsonb().$type<ErasedMedium[]>().notNull().default([]),
    // As the tool reports them.
    beganAt: timestamptz('began_at'),
    endedAt: timestamptz('ended_at'),
  },
  (t) => [index('unit_wipes_of_unit').on(t.unitId, t.createdAt, t.id)],
);

/** Erasures that another person verified, once each. Triggers reject changes, deletes and one's own. */
export const verifiedWipes = pgTable('verified_wipes', {
  wipeId: text('wipe_id')
    .primaryKey()
    .references(() => unitWipes.id),
  actorId: text('actor_id').notNull(),
  createdAt: timestamptz('created_at').notNull(),
});

/** Test reports. */
export const unitTests = pgTable(
  'unit_tests',
  {
    ...record(),
    checklistId: text('checklist_id')
      .notNull()
      .references(() => checklists.id),
    results: jsonb().$type<Record<string, TestOutcome>>().notNull(),
    verdict: text({ enum: verdicts }).notNull(),
    battery: smallint(),
    cycles: integer(),
    note: text().notNull(),
    /** Time from the first answer to the last. */
    seconds: integer().notNull(),
    /** Diagnostic tool that made it, and the number it gave it; '' for one that a person made. */
    tool: text().notNull().default(''),
    reference: text().notNull().default(''),
  },
  (t) => [
    index('unit_tests_of_unit').on(t.unitId, t.createdAt, t.id),
    // The report of a tool is recorded once.
    uniqueIndex('unit_tests_of_tool').on(t.tool, t.reference).where(sql`${t.tool} <> ''`),
  ],
);

/** Gradings under a published standard. */
export const unitGradings = pgTable(
  'unit_gradings',
  {
    ...record(),
    standardId: text('standard_id')
      .notNull()
      .references(() => gradeStandards.id),
    answers: jsonb().$type<GradingAnswers>().notNull(),
    suggested: text().notNull(),
    code: text().notNull(),
    reason: text().notNull(),
  },
  (t) => [
    check('unit_gradings_reason', sql`${t.suggested} = ${t.code} or ${t.reason} <> ''`),
    index('unit_gradings_of_unit').on(t.unitId, t.createdAt, t.id),
  ],
);
