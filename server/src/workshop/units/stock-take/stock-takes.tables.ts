import { captureMethods } from '@reprise/contract/workshop/units/unit';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../../../platform/database/columns.ts';
import { units } from '../units.tables.ts';

/** Counts of the devices of a bin, or of all. */
export const stockTakes = pgTable(
  'stock_takes',
  {
    id: id(),
    /** '' for all devices in the house. */
    place: text().notNull(),
    startedBy: text('started_by').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    closedBy: text('closed_by'),
    closedAt: timestamptz('closed_at'),
    isDiscarded: boolean('is_discarded').notNull().default(false),
    /** Devices that closing removed. */
    lost: integer().notNull().default(0),
  },
  (t) => [
    check('stock_takes_closed', sql`(${t.closedAt} is null) = (${t.closedBy} is null)`),
    // One open count of a bin, which everybody joins.
    uniqueIndex('stock_takes_open').on(t.place).where(sql`${t.closedAt} is null`),
    index('stock_takes_newest').on(t.createdAt, t.id),
  ],
);

/** Devices of a stock-take: those that should be there, from its start on, and those that were scanned. */
export const stockTakeUnits = pgTable(
  'stock_take_units',
  {
    stockTakeId: text('stock_take_id')
      .notNull()
      .references(() => stockTakes.id, { onDelete: 'cascade' }),
    unitId: text('unit_id')
      .notNull()
      .references(() => units.id),
    /** It should be there by the register at the start. */
    isExpected: boolean('is_expected').notNull(),
    countedAt: timestamptz('counted_at'),
    countedBy: text('counted_by'),
    captured: text({ enum: captureMethods }),
    /** Missing when the stock-take was closed. */
    wasMissing: boolean('was_missing').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.stockTakeId, t.unitId] }), index('stock_take_units_of_unit').on(t.unitId)],
);
