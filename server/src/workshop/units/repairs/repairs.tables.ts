import { partActions, partQualities, parts, repairStates } from '@reprise/contract/workshop/units/repairs';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cents, id, timestamptz } from '../../../platform/database/columns.ts';
import { units } from '../units.tables.ts';

/** Repairs of units; a closed one never changes. */
export const repairs = pgTable(
  'repairs',
  {
    id: id(),
    unitId: text('unit_id')
      .notNull()
      .references(() => units.id),
    state: text({ enum: repairStates }).notNull(),
    fault: text().notNull(),
    work: text().notNull().default(''),
    minutes: integer().notNull().default(0),
    laborCents: cents('labor_cents').notNull().default(sql`0`),
    actorId: text('actor_id'),
    createdAt: timestamptz('created_at').notNull(),
    closedAt: timestamptz('closed_at'),
  },
  (t) => [
    check('repairs_closed', sql`(${t.state} = 'open') = (${t.closedAt} is null)`),
    check('repairs_minutes', sql`${t.minutes} >= 0`),
    // One open repair of a unit.
    uniqueIndex('repairs_one_open').on(t.unitId).where(sql`${t.state} = 'open'`),
    // Repairs of a unit.
    index('repairs_of_unit').on(t.unitId, t.createdAt, t.id),
  ],
);

/** Parts of repairs. A trigger rejects changes and deletes. */
export const unitParts = pgTable(
  'unit_parts',
  {
    id: id(),
    unitId: text('unit_id')
      .notNull()
      .references(() => units.id),
    repairId: text('repair_id')
      .notNull()
      .references(() => repairs.id),
    part: text({ enum: parts }).notNull(),
    action: text({ enum: partActions }).notNull(),
    quality: text({ enum: partQualities }).notNull(),
    serial: text('part_serial').notNull(),
    /** Unit that it was taken from. */
    donorUnitId: text('donor_unit_id').references(() => units.id),
    costCents: cents('cost_cents').notNull(),
    actorId: text('actor_id'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [
    check('unit_parts_cost', sql`${t.costCents} >= 0`),
    check('unit_parts_donor', sql`${t.donorUnitId} <> ${t.unitId}`),
    // Parts of a unit.
    index('unit_parts_of_unit').on(t.unitId, t.createdAt, t.id),
    // Parts of a repair.
    index('unit_parts_of_repair').on(t.repairId),
    // Parts that came from a unit.
    index('unit_parts_of_donor').on(t.donorUnitId).where(sql`${t.donorUnitId} is not null`),
  ],
);
