import type { DeviceInspection } from '@reprise/contract/workshop/units/bench';
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { unitGradings, unitTests } from '../bench/bench.tables.ts';
import { orderItemUnits } from '../units.tables.ts';

type Inspections = { sent: DeviceInspection | null; received: DeviceInspection | null };

/** Returns the newest grade and test of devices before they left with an order, and those since, by binding. */
export async function readInspections(
  db: Queryable,
  bindingIds: string[],
): Promise<ReadonlyMap<string, Inspections>> {
  if (bindingIds.length === 0) return new Map();
  const rows = await db
    .select({
      id: orderItemUnits.id,
      sent: newestOf(sql`r.created_at <= order_item_units.shipped_at`),
      // The records of the next sale are not what came back from this one.
      received: newestOf(sql`r.created_at > order_item_units.shipped_at and r.created_at < coalesce((
        select min(n.assigned_at) from order_item_units n
        where n.unit_id = order_item_units.unit_id and n.assigned_at > order_item_units.assigned_at), 'infinity')`),
    })
    .from(orderItemUnits)
    .where(inArray(orderItemUnits.id, bindingIds));
  return new Map(rows.map(({ id, ...found }) => [id, found]));
}

/** SQL: newest grade and test of a device within a time; null without any. */
function newestOf(within: SQL) {
  const newest = (columns: SQL, table: typeof unitTests | typeof unitGradings) => sql`(
    select ${columns} from ${table} r where r.unit_id = order_item_units.unit_id and ${within}
    order by r.created_at desc, r.id desc limit 1)`;
  const grade = newest(sql`jsonb_build_object('grade', r.code)`, unitGradings);
  const test = newest(sql`jsonb_build_object('verdict', r.verdict, 'battery', r.battery)`, unitTests);
  return sql<DeviceInspection | null>`(select case when g is null and t is null then null
    else '{"grade": null, "verdict": null, "battery": null}'::jsonb || coalesce(g, '{}') || coalesce(t, '{}') end
    from (select ${grade} as g, ${test} as t) as found)`;
}
