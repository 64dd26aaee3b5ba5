import { statesInCustody } from '@reprise/contract/workshop/units/unit-states';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import type { UnitRow } from '../../workshop/units/shift-units.ts';

/** Returns the order numbers of those units that came back from an order which is neither refunded nor cancelled. */
export async function findInCustody(
  db: Queryable,
  units: readonly Pick<UnitRow, 'id' | 'state'>[],
): Promise<Map<string, string>> {
  const ids = units.filter(({ state }) => statesInCustody.includes(state)).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  // The orders slice is above this one, so its tables are named instead of imported.
  const { rows } = await db.execute<{ id: string; order: string }>(sql`
    select b.unit_id as id, o.order_number as order from order_item_units b
    join order_items i on i.id = b.order_item_id join orders o on o.id = i.order_id
    where b.unit_id = any(${sql.param(ids)}::text[]) and b.ended_at is null`);
  return new Map(rows.map(({ id, order }) => [id, order]));
}
