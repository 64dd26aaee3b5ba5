import { labelPayers } from '@reprise/contract/catalog/return-policies';
import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import { categories } from '../products/products.tables.ts';

const terms = () => ({
  changeOfMind: boolean('change_of_mind').notNull(),
  labelBy: text('label_by', { enum: labelPayers }).notNull(),
  restockingPercent: integer('restocking_percent').notNull(),
});

/** The general policy and the version of all policies; no row until the owner has saved one. */
export const generalReturnPolicy = pgTable(
  'general_return_policy',
  {
    id: integer().primaryKey().default(1),
    ...terms(),
    version: integer().notNull(),
    savedAt: timestamptz('saved_at').notNull(),
  },
  (t) => [
    check('general_return_policy_one_row', sql`${t.id} = 1`),
    check('general_return_policy_restocking', sql`${t.restockingPercent} between 0 and 50`),
  ],
);

/** Policies of categories that differ from the general one. */
export const returnPolicies = pgTable(
  'return_policies',
  {
    categoryId: text('category_id')
      .primaryKey()
      .references(() => categories.id, { onDelete: 'cascade' }),
    days: integer().notNull(),
    ...terms(),
  },
  (t) => [
    check('return_policies_days', sql`${t.days} between 0 and 3650`),
    check('return_policies_restocking', sql`${t.restockingPercent} between 0 and 50`),
  ],
);
