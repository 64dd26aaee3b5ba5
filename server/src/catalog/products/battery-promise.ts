import { type DeviceKind, deviceKindLabels } from '@reprise/contract/catalog/grading/device-kinds';
import type { EditedGrading } from '@reprise/contract/catalog/grading/edited-grading';
import { type Condition, conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { Problem } from '@reprise/contract/problem';
import { isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { batteryFloors } from '../grading/grading.tables.ts';
import { deviceModels } from './families/families.tables.ts';
import { categories, products } from './products.tables.ts';

/** SQL: the kind of device of a model; without one, the kind that the category suggests. */
const kindOf = (modelKey: SQL, categoryId: SQL) => sql`coalesce(
  (select model.kind from ${deviceModels} model where model.model_key = ${modelKey}),
  device_kind_of((select category.name from ${categories} category where category.id = ${categoryId})))`;

// Columns are written as text: Drizzle leaves the table out in a select from one table, which would name those of the
// subqueries.

const floorOf = (row: SQL) => sql<number | null>`(select grade.floor from ${batteryFloors} grade
  where grade.kind = ${kindOf(sql`${row}.model_key`, sql`${row}.category_id`)} and grade.condition = ${row}.condition)`;

/** SQL: the battery health of a row of products that customers may rely on; null if it states none, or less than its grade. */
const batteryPromiseOf = (row: SQL) => sql<number | null>`(case when ${row}.battery_health is not null
  and ${row}.battery_health >= coalesce(${floorOf(row)}, 0) then ${row}.battery_health end)`;

const ofProducts = sql`products`;
export const batteryPromise = batteryPromiseOf(ofProducts);

/** SQL: the least battery health that the newest grade standard promises for a product; null without one. */
export const batteryFloor = floorOf(ofProducts);

/** SQL: the product states less battery health than its grade standard promises. */
export const isBelowFloor = sql<boolean>`(products.battery_health is not null and products.battery_health < ${batteryFloor})`;

/** Battery health of a product, and the fields that decide its grade standard. */
export type BatteryStatement = {
  modelKey: string | null;
  categoryId: string | null;
  condition: Condition;
  batteryHealth: number | null;
};

type BatteryFloor = { kind: DeviceKind; condition: Condition; floor: number; standardVersion: number };

/**
 * Returns for each change why its battery health cannot be stored, null if it can. A product that was as far below its
 * floor before keeps selling, without a promise.
 */
export async function findWeakBatteries(
  db: Queryable,
  changes: readonly { stored?: BatteryStatement; next: BatteryStatement }[],
): Promise<(string | null)[]> {
  const floors = await readBatteryFloors(
    db,
    changes.flatMap(({ stored, next }) => [stored ?? next, next]),
  );
  return changes.map(({ stored, next }, index) => {
    const [floorBefore, floor] = [floors[2 * index], floors[2 * index + 1]];
    if (!isWeak(next, floor)) return null;
    const wasAsWeak =
      stored?.batteryHealth === next.batteryHealth &&
      isWeak(stored, floorBefore) &&
      floorBefore.kind === floor.kind &&
      floorBefore.condition === floor.condition;
    return wasAsWeak ? null : reasonOf(floor);
  });
}

/** Returns the products of a kind on sale that keep their promise and state less than these floors. */
export async function findEndedPromises(
  db: Queryable,
  kind: DeviceKind,
  floors: Partial<Record<Condition, number>>,
): Promise<EditedGrading['endedPromises']> {
  const { rows } = await db.execute<{ name: string; count: number }>(sql`
    select products.name, count(*) over ()::int as count from ${products}
    where products.battery_health < (${JSON.stringify(floors)}::jsonb ->> products.condition)::int and ${isOnSale}
      and ${kindOf(sql`products.model_key`, sql`products.category_id`)} = ${kind} and ${batteryPromise} is not null
    order by products.name, products.id limit ${maxNamed}`);
  return { count: rows[0]?.count ?? 0, names: rows.map(({ name }) => name) };
}

const maxNamed = 5;
const isOnSale = isNull(products.archivedAt);

/** Throws VALIDATION_ERROR if a change promises less battery health than the grade standard. */
export async function assertBatteriesKeepFloors(
  db: Queryable,
  changes: readonly { stored?: BatteryStatement; next: BatteryStatement }[],
): Promise<void> {
  const message = (await findWeakBatteries(db, changes)).find((reason) => reason !== null);
  if (!message) return;
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'batteryHealth', message }] });
}

function isWeak(
  { batteryHealth }: BatteryStatement,
  floor: BatteryFloor | null | undefined,
): floor is BatteryFloor {
  return Boolean(batteryHealth && floor && batteryHealth < floor.floor);
}

function reasonOf({ kind, condition, floor, standardVersion }: BatteryFloor): string {
  const standard = `version ${standardVersion} of the grade standard “${deviceKindLabels[kind]}”`;
  return `“${conditionLabels[condition]}” promises at least ${floor}% battery health (${standard}). Enter ${floor} or more, or leave the battery health empty.`;
}

/** Returns the battery floor of each statement in order, null without one. */
async function readBatteryFloors(
  db: Queryable,
  statements: readonly BatteryStatement[],
): Promise<(BatteryFloor | null)[]> {
  if (statements.every(({ batteryHealth }) => !batteryHealth)) return statements.map(() => null);
  const rows = statements.map(
    ({ modelKey, categoryId, condition }, index) =>
      sql`(${index}::integer, ${modelKey}::text, ${categoryId}::text, ${condition}::text)`,
  );
  const answer = await db.execute<BatteryFloor & { index: number }>(sql`
    select entry.index, grade.kind, grade.condition, grade.floor, grade.standard_version as "standardVersion"
    from (values ${sql.join(rows, sql`, `)}) entry (index, model_key, category_id, condition)
    join ${batteryFloors} grade on grade.condition = entry.condition
      and grade.kind = ${kindOf(sql`entry.model_key`, sql`entry.category_id`)}`);
  const byIndex = new Map(answer.rows.map(({ index, ...floor }) => [index, floor]));
  return statements.map((_, index) => byIndex.get(index) ?? null);
}
