import { Problem } from '@reprise/contract/problem';
import {
  maxStockTakeRows,
  maxStockTakes,
  type StockTake,
  type StockTakeDetail,
  type StockTakeUnit,
} from '@reprise/contract/workshop/units/stock-takes';
import { statesInHand, type UnitState } from '@reprise/contract/workshop/units/unit-states';
import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { deviceModels } from '../../../catalog/products/families/families.tables.ts';
import { byName } from '../../../platform/database/by-name.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { hasNoNumber } from '../count-devices.ts';
import { actorName } from '../unit.queries.ts';
import { units } from '../units.tables.ts';
import { stockTakes, stockTakeUnits } from './stock-takes.tables.ts';

/** SQL: the unit is where the stock-take counts. */
const isHere = sql`(${stockTakes.place} = '' or ${units.place} = ${stockTakes.place})`;

const isInHand = inArray(units.state, [...statesInHand]);

const isCounted = isNotNull(stockTakeUnits.countedAt);

/** SQL: it should be there and was not scanned. One that was moved or sold since the start was seen. */
const isMissing = and(
  stockTakeUnits.isExpected,
  isNull(stockTakeUnits.countedAt),
  isInHand,
  isHere,
  sql`${units.stateSince} <= ${stockTakes.createdAt}`,
);

/** SQL: it was scanned and is, by the register, somewhere else or not in the house. */
const isUnexpected = and(isCounted, sql`not (${and(isInHand, isHere)})`);

/** SQL: a closed stock-take says which devices were missing at its end. */
const wasMissing = or(
  and(isNotNull(stockTakes.closedAt), stockTakeUnits.wasMissing),
  and(isNull(stockTakes.closedAt), isMissing),
);

const countIf = (condition: SQL | undefined) =>
  sql<number>`(count(*) filter (where ${condition ?? sql`true`}))::int`;

/** Returns stock-takes with their counts. */
async function readStockTakes(db: Queryable, where: SQL | undefined, limit: number): Promise<StockTake[]> {
  const rows = await db
    .select({
      row: stockTakes,
      startedBy: actorName(stockTakes.startedBy),
      closedBy: actorName(stockTakes.closedBy),
    })
    .from(stockTakes)
    .where(where)
    .orderBy(sql`${stockTakes.closedAt} is not null`, desc(stockTakes.createdAt), desc(stockTakes.id))
    .limit(limit);
  const ids = rows.map(({ row }) => row.id);
  const countsOf = new Map(
    (ids.length === 0 ? [] : await countDevices(db, ids)).map(({ id, ...counts }) => [id, counts]),
  );
  return rows.map(({ row, startedBy, closedBy }) => {
    const counts = countsOf.get(row.id) ?? { expected: 0, missing: 0, unexpected: 0 };
    return {
      id: row.id,
      place: row.place,
      state: row.closedAt === null ? 'open' : row.isDiscarded ? 'discarded' : 'closed',
      startedAt: row.createdAt.toISOString(),
      startedBy,
      closedAt: row.closedAt?.toISOString() ?? null,
      closedBy,
      counts: { ...counts, found: counts.expected - counts.missing, lost: row.lost },
    };
  });
}

function countDevices(db: Queryable, ids: string[]) {
  return db
    .select({
      id: stockTakes.id,
      expected: countIf(and(stockTakeUnits.isExpected)),
      missing: countIf(wasMissing),
      unexpected: countIf(isUnexpected),
    })
    .from(stockTakes)
    .innerJoin(stockTakeUnits, eq(stockTakeUnits.stockTakeId, stockTakes.id))
    .innerJoin(units, eq(units.id, stockTakeUnits.unitId))
    .where(inArray(stockTakes.id, ids))
    .groupBy(stockTakes.id);
}

/** Returns the open stock-takes and the latest of the others. */
export const listStockTakes = (db: Queryable) => readStockTakes(db, undefined, maxStockTakes);

/** Returns a stock-take; throws if there is none. */
export async function findStockTake(db: Queryable, id: string): Promise<StockTake> {
  const [found] = await readStockTakes(db, eq(stockTakes.id, id), 1);
  if (!found) throw new Problem('NOT_FOUND', 'Stock-take not found.');
  return found;
}

/** Returns the stock-take with the first devices that are missing and that should not be there. */
export async function findStockTakeDetail(db: Queryable, id: string): Promise<StockTakeDetail> {
  const stockTake = await findStockTake(db, id);
  return {
    stockTake,
    missing: await readRows(db, stockTake, wasMissing),
    unexpected: await readRows(db, stockTake, isUnexpected),
  };
}

/** Returns the ids of all devices that are missing in an open stock-take. */
export async function readMissingIds(db: Queryable, id: string): Promise<string[]> {
  const rows = await db
    .select({ id: units.id })
    .from(stockTakeUnits)
    .innerJoin(stockTakes, eq(stockTakes.id, stockTakeUnits.stockTakeId))
    .innerJoin(units, eq(units.id, stockTakeUnits.unitId))
    .where(and(eq(stockTakes.id, id), isMissing))
    .orderBy(asc(units.id));
  return rows.map((row) => row.id);
}

/** Returns a device of a stock-take and if it should be there. */
export async function readStockTakeUnit(
  db: Queryable,
  stockTake: StockTake,
  unitId: string,
): Promise<{ device: StockTakeUnit; isExpected: boolean }> {
  const [device] = await readRows(db, stockTake, eq(units.id, unitId));
  if (!device) throw new Error('A counted device is missing in its stock-take.');
  return { device, isExpected: isExpectedIn(stockTake, device) };
}

async function readRows(
  db: Queryable,
  stockTake: StockTake,
  where: SQL | undefined,
): Promise<StockTakeUnit[]> {
  const rows = await db
    .select({
      id: units.id,
      number: units.number,
      name: deviceModels.name,
      state: units.state,
      place: units.place,
      hasNumber: sql<boolean>`not (${hasNoNumber})`,
      countedAt: stockTakeUnits.countedAt,
      countedBy: actorName(stockTakeUnits.countedBy),
    })
    .from(stockTakeUnits)
    .innerJoin(stockTakes, eq(stockTakes.id, stockTakeUnits.stockTakeId))
    .innerJoin(units, eq(units.id, stockTakeUnits.unitId))
    .innerJoin(deviceModels, eq(deviceModels.key, units.modelKey))
    .where(and(eq(stockTakeUnits.stockTakeId, stockTake.id), where))
    .orderBy(asc(units.place), asc(byName(deviceModels.name)), asc(units.number))
    .limit(maxStockTakeRows);
  return rows.map(({ countedAt, ...row }) => ({
    ...row,
    advice: countedAt === null || isExpectedIn(stockTake, row) ? '' : adviceFor(stockTake, row),
    canPlaceHere: countedAt !== null && isInHandNow(row.state) && !isExpectedIn(stockTake, row),
  }));
}

const isInHandNow = (state: UnitState) => (statesInHand as readonly UnitState[]).includes(state);

const isExpectedIn = (
  stockTake: Pick<StockTake, 'place'>,
  { state, place }: { state: UnitState; place: string },
) => isInHandNow(state) && (stockTake.place === '' || place === stockTake.place);

/** Returns what to do with a device that should not be there. */
function adviceFor(
  stockTake: Pick<StockTake, 'place'>,
  { state, place }: { state: UnitState; place: string },
) {
  if (isInHandNow(state)) {
    return place === ''
      ? `No bin is recorded for it. Set its bin to ${stockTake.place}.`
      : `It belongs in bin ${place}. Take it there, or set its bin to ${stockTake.place}.`;
  }
  if (state === 'expected') return 'It is not received yet. Receive it.';
  if (state === 'gone') return 'It counts as gone. A manager can bring it back on its page.';
  return 'It was sent to a customer. If it came back, take it back on its page.';
}
