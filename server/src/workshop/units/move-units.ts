import { type Condition, conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { Problem } from '@reprise/contract/problem';
import {
  gates,
  type Unit,
  type UnitListing,
  type UnitMove,
  type UnitOutcome,
} from '@reprise/contract/workshop/units/unit';
import { movesByHand, needsManager, unitStateLabels } from '@reprise/contract/workshop/units/unit-states';
import { and, eq, inArray } from 'drizzle-orm';
import { products } from '../../catalog/products/products.tables.ts';
import { bookDevices, lineOfDevices, lockStock } from '../../catalog/products/stock/change-stock.ts';
import { lockProduct } from '../../catalog/products/update-product.ts';
import type { Deps } from '../../deps.ts';
import type { Actor } from '../../foundations/audit/actor.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { judgeUnits } from './bench/judge-units.ts';
import { endBindings } from './in-orders/bindings.ts';
import { findInCustody, findOnReturn } from './in-orders/custody.queries.ts';
import { markFound } from './missing-units.ts';
import { outcomesOf } from './outcomes-of.ts';
import { recordUnitEvents } from './record-unit-events.ts';
import { giveUpRepairs } from './repairs/change-repair.ts';
import { findInRepair } from './repairs/repair.queries.ts';
import { shiftUnits, type UnitRow } from './shift-units.ts';
import type { LeavingDevice, Shortages } from './shortages.ts';
import { readUnits, whereabouts } from './unit.queries.ts';
import { lockUnits } from './unit-rows.ts';
import { units } from './units.tables.ts';

type Mover = {
  actorId: string;
  canWaive: boolean;
  /** Orders become short where they wait for the devices; otherwise such devices stay on sale. */
  makesShort?: boolean;
};

type Move = Omit<UnitMove, 'goneAs'> & { goneAs?: UnitMove['goneAs'] | null };

export type MoveDeps = Pick<Deps, 'alerts' | 'jobs' | 'shortages'>;

/** Attempts when orders change between the choice of those that become short and their locks. */
const maxAttempts = 3;

/** Moves each unit to the state or says why not; a rejected unit does not hold back the others. */
export async function moveUnits(
  deps: Pick<Deps, 'db' | 'now'> & MoveDeps,
  move: Move,
  mover: Mover,
): Promise<UnitOutcome[]> {
  return inRetriedTransaction(deps.db, (tx) =>
    moveInTransaction(tx, deps, move, { ...mover, now: deps.now() }),
  );
}

/** Repeats a transaction that throws EDIT_CONFLICT. */
export async function inRetriedTransaction<T>(db: Deps['db'], run: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, run);
    } catch (error) {
      const isConflict = error instanceof Problem && error.code === 'EDIT_CONFLICT';
      if (!isConflict || attempt === maxAttempts) throw error;
    }
  }
}

/** Same as `moveUnits`, in the transaction of the caller. */
export async function moveInTransaction(
  tx: Tx,
  deps: MoveDeps,
  { ids, to, goneAs = null, reason }: Move,
  { actorId, now, canWaive, makesShort = mustLeave(to) }: Mover & { now: Date },
): Promise<UnitOutcome[]> {
  const by = { actorId, now };
  const { locked, stockOf, lockedOrders } = await lockWithStock(tx, ids, makesShort ? deps.shortages : null);
  const freeOf = new Map(stockOf);
  const verdicts = await judgeUnits(tx, to === 'ready' ? locked.filter(isOnBench) : [], {
    canWaive: canWaive && reason !== '',
  });
  const inRepair = await findInRepair(tx, ids);
  const inCustody = await findInCustody(tx, locked);
  const onReturn = await findOnReturn(tx, locked);
  const problems = new Map<string, string>();
  for (const unit of locked) {
    const problem =
      moveProblem(unit, to, canWaive) ||
      custodyProblem(inCustody.get(unit.id), to) ||
      returnProblem(onReturn.get(unit.id)) ||
      (inRepair.has(unit.id) && repairProblem(unit, to)) ||
      verdicts.get(unit.id)?.problem;
    problems.set(unit.id, problem || (makesShort ? '' : offSaleProblem(unit, stockOf)));
  }
  const moved = locked.filter(({ id }) => problems.get(id) === '');
  for (const gate of [...gates, undefined]) {
    const units = moved.filter(({ id }) => verdicts.get(id)?.gate === gate);
    await shiftUnits(tx, units, { to, goneAs, gate, reason }, by);
  }
  const givenUp = to === 'gone' ? moved.filter(({ id }) => inRepair.has(id)).map(({ id }) => id) : [];
  await giveUpRepairs(tx, givenUp, reason || 'It left the stock', by);
  await endBindings(tx, moved.filter(isComingBack), to === 'gone' ? 'lost' : 'cancelled', by);
  const leaving = moved.flatMap(({ id, number, state, productId }) =>
    state === 'listed' && productId ? [{ id, number, productId }] : [],
  );
  const shortOrders = await bookOffSale(tx, deps, leaving, { ...by, reason, freeOf, lockedOrders });
  return (await outcomesOf(tx, ids, problems)).map((outcome) => {
    const order = shortOrders.get(outcome.id);
    return order === undefined ? outcome : { ...outcome, shortOrder: order };
  });
}

/** True if the device cannot be sold, so that an order becomes short when all devices are promised. */
const mustLeave = (to: UnitMove['to']) => to === 'quarantine' || to === 'gone';

type DeviceOnSale = Omit<LeavingDevice, 'reason'>;

type Leaving = Actor & {
  reason: string;
  /** Stock of the locked products. */
  freeOf: Map<string, number>;
  lockedOrders: ReadonlySet<string>;
};

/** Takes devices from stock or, where orders wait for all of them, marks orders as short; returns those by device. */
async function bookOffSale(
  tx: Tx,
  { shortages, alerts, jobs }: MoveDeps,
  leaving: DeviceOnSale[],
  { reason, freeOf, lockedOrders, ...by }: Leaving,
): Promise<Map<string, string>> {
  const free: DeviceOnSale[] = [];
  const promised: DeviceOnSale[] = [];
  for (const device of leaving) {
    const left = freeOf.get(device.productId) ?? 0;
    freeOf.set(device.productId, left - 1);
    (left > 0 ? free : promised).push(device);
  }
  const lines = [...Map.groupBy(free, ({ productId }) => productId)].map(([productId, devices]) =>
    lineOfDevices(productId, -1, devices),
  );
  await bookDevices(tx, lines, { orderId: null, note: reason, ...by, alerts });
  const shortOrders = new Map<string, string>();
  for (const device of promised) {
    shortOrders.set(
      device.id,
      await shortages.markShort(tx, { ...device, reason }, lockedOrders, { ...by, jobs }),
    );
  }
  return shortOrders;
}

const isOnBench = ({ state }: UnitRow) => state === 'bench';

const isComingBack = ({ state }: UnitRow) => state === 'returning';

function moveProblem({ state }: UnitRow, to: UnitMove['to'], canWaive: boolean): string {
  const [from, target] = [unitStateLabels[state].toLowerCase(), unitStateLabels[to].toLowerCase()];
  if (state === to) return `It is ${from} already.`;
  if (!movesByHand[state].includes(to)) return `A device that is ${from} cannot be moved to "${target}".`;
  if (needsManager(state, to) && !canWaive) return 'Only a manager may do this.';
  return '';
}

/** Keeps a device that came back with its order until its money is given back or it is sent to its buyer again. */
function custodyProblem(order: string | undefined, to: UnitMove['to']): string {
  if (to === 'sold')
    return order === undefined ? 'It belongs to no order, so that it cannot go back to a buyer.' : '';
  if (order === undefined || (to !== 'ready' && to !== 'gone')) return '';
  return `It came back from order ${order}. Refund or cancel that first, or send it back.`;
}

/** Keeps a device on its way back with its case, which says what happens to it. */
const returnProblem = (number: string | undefined): string =>
  number === undefined ? '' : `It comes back with return ${number}. Receive it there, or call that off.`;

/** Keeps a unit from leaving the bench for the sale while its repair is open. */
function repairProblem({ state }: UnitRow, to: UnitMove['to']): string {
  const isLeaving = to === 'ready' || (state === 'repair' && to === 'bench');
  return isLeaving ? 'Its repair is open. Finish it or give it up first.' : '';
}

/** Counts the stock of a product down with each device that goes off sale, until orders wait for the rest. */
function offSaleProblem({ state, productId }: UnitRow, stockOf: Map<string, number>): string {
  if (state !== 'listed' || productId === null) return '';
  const left = stockOf.get(productId) ?? 0;
  if (left <= 0)
    return 'All devices of its product on sale are promised to orders. Pack or cancel one first, or move a device that cannot be sold to quarantine.';
  stockOf.set(productId, left - 1);
  return '';
}

/**
 * Locks orders that may become short, then the products of units that are on sale, then the units: the lock order of all
 * writes of stock. Without `shortages` no order is locked.
 */
async function lockWithStock(tx: Tx, ids: readonly string[], shortages: Shortages | null) {
  const rows = await tx
    .select({ productId: units.productId })
    .from(units)
    .where(and(inArray(units.id, [...ids]), eq(units.state, 'listed')));
  const productIds = rows.flatMap(({ productId }) => productId ?? []);
  const counts = new Map(
    [...Map.groupBy(productIds, (id) => id)].map(([id, { length }]) => [id, length] as const),
  );
  const lockedOrders = (await shortages?.lockWaiting(tx, await withoutFree(tx, counts))) ?? new Set<string>();
  const stockOf = await lockStock(tx, productIds);
  const locked = await lockUnits(tx, ids);
  const changed = locked.some(
    ({ state, productId }) => state === 'listed' && productId && !stockOf.has(productId),
  );
  if (changed) throw new Problem('EDIT_CONFLICT', 'A device was put on sale in the meantime. Try again.');
  return { locked, stockOf, lockedOrders };
}

/** Returns how many of the devices of each product orders wait for, as far as can be told without a lock. */
async function withoutFree(tx: Tx, counts: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: products.id, stockCount: products.stockCount })
    .from(products)
    .where(inArray(products.id, [...counts.keys()]));
  const promised = rows.map(({ id, stockCount }) => [id, (counts.get(id) ?? 0) - stockCount] as const);
  return new Map(promised.filter(([, count]) => count > 0));
}

/**
 * Puts each unit that is ready on sale under a product that is tracked by device and of its model, or says why not.
 */
export async function listUnitsForSale(
  deps: Pick<Deps, 'db' | 'now' | 'alerts' | 'shortages'>,
  { ids, product, reason }: UnitListing,
  actorId: string,
): Promise<UnitOutcome[]> {
  const by = { actorId, now: deps.now() };
  const listing = await inTransaction(deps.db, (tx) =>
    listInTransaction(tx, deps, { ids, product, reason }, by),
  );
  // In a transaction of its own: orders are locked before products.
  await deps.shortages.fillShort(deps, listing.productId, actorId);
  return listing.outcomes;
}

/** Same as `listUnitsForSale`, in the transaction of the caller, which fills short orders afterwards. */
export async function listInTransaction(
  tx: Tx,
  { alerts }: Pick<Deps, 'alerts'>,
  { ids, product, reason }: UnitListing,
  { actorId, now }: { actorId: string; now: Date },
): Promise<{ productId: string; outcomes: UnitOutcome[] }> {
  const { id: productId, name, tracking, modelKey, condition } = await lockProduct(tx, product);
  if (tracking !== 'serial') {
    throw new Problem('SERIAL_TRACKED', `${name} is counted. Track it by device first, on its page.`);
  }
  const locked = await lockUnits(tx, ids);
  const gateProblems = await judgeListed(tx, locked);
  const problems = new Map(
    locked.map((unit) => [
      unit.id,
      listingProblem(unit, { name, modelKey, condition }) || (gateProblems.get(unit.id) ?? ''),
    ]),
  );
  const listed = locked.filter(({ id }) => problems.get(id) === '');
  await shiftUnits(tx, listed, { to: 'listed', productId, reason, detail: name }, { actorId, now });
  const line = lineOfDevices(productId, 1, listed);
  await bookDevices(tx, [line], { orderId: null, note: reason, actorId, now, alerts });
  return { productId, outcomes: await outcomesOf(tx, ids, problems) };
}

/** Judges ready units once more by what their gate asks now; those without a record are on sale as they were. */
async function judgeListed(tx: Tx, locked: readonly UnitRow[]): Promise<Map<string, string>> {
  const problems = new Map<string, string>();
  for (const gate of ['passed', 'waived'] as const) {
    const ready = locked.filter((unit) => unit.state === 'ready' && unit.gate === gate);
    const verdicts = await judgeUnits(tx, ready, { canWaive: gate === 'waived' });
    for (const [id, { problem }] of verdicts)
      if (problem) problems.set(id, `${problem} Move it to the bench.`);
  }
  return problems;
}

type Listing = { name: string; modelKey: string | null; condition: Condition };

function listingProblem(unit: UnitRow, product: Listing): string {
  if (unit.state !== 'ready')
    return `Only a device that is ready can be put on sale. It is ${whereabouts(unit)}.`;
  if (unit.modelKey !== product.modelKey) return `It is another model than ${product.name}.`;
  if (unit.condition === null || unit.condition === product.condition) return '';
  const [graded, sold] = [conditionLabels[unit.condition], conditionLabels[product.condition]];
  return `It was graded ${unit.gradeCode} (${graded}). This product is ${sold}.`;
}

/** Sets the place of each unit in hand. */
export async function placeUnits(
  deps: Pick<Deps, 'db' | 'now'>,
  { ids, place: typed }: { ids: string[]; place: string },
  actorId: string,
): Promise<UnitOutcome[]> {
  return inTransaction(deps.db, (tx) =>
    placeInTransaction(tx, { ids, place: typed }, { actorId, now: deps.now() }),
  );
}

/** Same as `placeUnits`, in the transaction of the caller. */
export async function placeInTransaction(
  tx: Tx,
  { ids, place: typed }: { ids: string[]; place: string },
  { actorId, now }: { actorId: string; now: Date },
): Promise<UnitOutcome[]> {
  const place = typed.toUpperCase();
  const locked = await lockUnits(tx, ids);
  const problems = new Map(
    locked.map(({ id, state }) => [id, state === 'gone' ? 'A device that is gone has no place.' : '']),
  );
  const here = locked.filter(({ id }) => problems.get(id) === '');
  await markFound(tx, here, { actorId, now });
  const placed = here.filter((unit) => unit.place !== place);
  for (const { id, version } of placed) {
    await tx
      .update(units)
      .set({ place, version: version + 1, updatedAt: now })
      .where(eq(units.id, id));
  }
  const detail = place === '' ? 'no bin' : `bin ${place}`;
  await recordUnitEvents(
    tx,
    placed.map(({ id }) => ({ unitId: id, kind: 'placed' as const, detail })),
    { actorId, now },
  );
  return outcomesOf(tx, ids, problems);
}

/** Records that labels are printed and returns the units. */
export async function printUnitLabels(
  deps: Pick<Deps, 'db' | 'now'>,
  ids: string[],
  actorId: string,
): Promise<Unit[]> {
  return inTransaction(deps.db, async (tx) => {
    const rows = await tx.select({ id: units.id }).from(units).where(inArray(units.id, ids));
    if (rows.length === 0) throw new Problem('NOT_FOUND', 'Device not found.');
    await recordUnitEvents(
      tx,
      rows.map(({ id }) => ({ unitId: id, kind: 'labeled' as const })),
      { actorId, now: deps.now() },
    );
    return readUnits(tx, ids);
  });
}
