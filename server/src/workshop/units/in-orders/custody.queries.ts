import { statesInCustody } from '@reprise/contract/workshop/units/unit-states';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import type { UnitRow } from '../shift-units.ts';

/** Returns the numbers of the returns that devices are on their way back with, by device. */
export const findOnReturn = (
  db: Queryable,
  units: readonly Pick<UnitRow, 'id' | 'state'>[],
): Promise<Map<string, string>> =>
  findOpenReturns(
    db,
    units.filter(({ state }) => state === 'returning').map(({ id }) => id),
  );

/** Returns the numbers of the open returns that name devices, approved or not, by device. */
export async function findOpenReturns(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  // The returns slice is above this one, so its tables are named instead of imported.
  const { rows } = await db.execute<{ id: string; number: string }>(sql`
    select b.unit_id as id, r.return_number as number from order_item_units b
    join return_lines l on l.binding_id = b.id and l.settled_at is null join returns r on r.id = l.return_id
    where b.unit_id = any(${sql.param(ids)}::text[]) and b.ended_at is null`);
  return new Map(rows.map(({ id, number }) => [id, number]));
}

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
