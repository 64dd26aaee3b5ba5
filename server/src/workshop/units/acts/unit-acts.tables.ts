import type { UnitAction } from '@reprise/contract/workshop/units/acts';
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../../../platform/database/columns.ts';

/** Changes of many devices at once; `unit_events.act` names the devices of each. */
export const unitActs = pgTable('unit_acts', {
  id: id(),
  number: text('act_number').notNull().unique(),
  action: jsonb().$type<UnitAction>().notNull(),
  actorId: text('actor_id').notNull(),
  createdAt: createdAt(),
});
