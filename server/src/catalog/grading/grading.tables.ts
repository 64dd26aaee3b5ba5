import type { ChecklistTest } from '@reprise/contract/catalog/grading/checklist';
import { deviceKinds } from '@reprise/contract/catalog/grading/device-kinds';
import type { GradingContent } from '@reprise/contract/catalog/grading/edited-grading';
import type { Grade, Surface } from '@reprise/contract/catalog/grading/grade-standard';
import { conditions } from '@reprise/contract/catalog/products/conditions';
import { integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz, updatedAt } from '../../platform/database/columns.ts';

const version = () => ({
  id: id(),
  kind: text({ enum: deviceKinds }).notNull(),
  version: integer().notNull(),
  actorId: text('actor_id'),
  publishedAt: timestamptz('published_at').notNull(),
});

/** Tests of each kind of device. The highest version counts; a trigger rejects changes, because reports name theirs. */
export const checklists = pgTable(
  'checklists',
  { ...version(), tests: jsonb().$type<ChecklistTest[]>().notNull() },
  (t) => [uniqueIndex('checklists_version').on(t.kind, t.version)],
);

/** Grades of each kind of device. The highest version counts; a trigger rejects changes, because gradings name theirs. */
export const gradeStandards = pgTable(
  'grade_standards',
  {
    ...version(),
    surfaces: jsonb().$type<Surface[]>().notNull(),
    grades: jsonb().$type<Grade[]>().notNull(),
  },
  (t) => [uniqueIndex('grade_standards_version').on(t.kind, t.version)],
);

/**
 * Least battery health that the newest grade standard of a kind promises for a condition; no row without one. A trigger
 * on new standards writes it.
 */
export const batteryFloors = pgTable(
  'battery_floors',
  {
    kind: text({ enum: deviceKinds }).notNull(),
    condition: text({ enum: conditions }).notNull(),
    floor: integer().notNull(),
    standardVersion: integer('standard_version').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.condition] })],
);

/** Next versions that staff write, one for each kind of device. */
export const gradingDrafts = pgTable('grading_drafts', {
  kind: text({ enum: deviceKinds }).primaryKey(),
  content: jsonb().$type<GradingContent>().notNull(),
  /** Number of times it was saved. */
  version: integer().notNull(),
  actorId: text('actor_id').notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
