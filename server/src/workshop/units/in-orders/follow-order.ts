import { Problem } from '@reprise/contract/problem';
import type { OrderStatus } from '@reprise/contract/sales/orders/order-status';
import { statesInCustody, type UnitState } from '@reprise/contract/workshop/units/unit-states';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { shiftUnits, type UnitRow } from '../shift-units.ts';
import { type BoundUnit, bindOldest, type DeviceLine, endBindings, lockBound } from './bindings.ts';
import { findOnReturn } from './custody.queries.ts';

/** Devices by product. */
export type DevicesOf = Map<string, number>;

type OrderedState = 'allocated' | 'shipped' | 'sold';

const stateOf: Record<Exclude<OrderStatus, 'cancelled'>, OrderedState> = {
  pending: 'allocated',
  processing: 'allocated',
  shipped: 'shipped',
  delivered: 'sold',
};

/** Next step of a device of an order on the way to each state. */
const steps: Record<OrderedState, Partial<Record<UnitState, OrderedState>>> = {
  allocated: { returning: 'shipped', sold: 'shipped', shipped: 'allocated' },
  shipped: { allocated: 'shipped', returning: 'shipped', sold: 'shipped' },
  sold: { allocated: 'shipped', returning: 'sold', shipped: 'sold' },
};

/**
 * Moves the devices of a locked order to the state of its status; an order that leaves gets the devices it lacks, those
 * on sale longest. Devices that were `sent` in an earlier parcel stay on their way. Throws UNITS_MISSING if there are too few.
 */
export async function followStatus(
  tx: Tx,
  lines: DeviceLine[],
  status: Exclude<OrderStatus, 'cancelled'>,
  { sent, ...by }: Actor & { requireScan: boolean; sent: ReadonlySet<string> },
): Promise<void> {
  const target = stateOf[status];
  if (target !== 'allocated') await (by.requireScan ? assertPacked(tx, lines) : bindMissing(tx, lines, by));
  const bound = await lockBound(tx, lines);
  const onReturn = await findOnReturn(tx, bound);
  const [gone, here] = partition(
    bound.filter(({ id }) => !onReturn.has(id)),
    ({ id }) => sent.has(id),
  );
  await moveWithOrder(tx, here, status, by);
  await moveWithOrder(tx, gone, target === 'allocated' ? 'shipped' : status, by);
}

/** Moves locked devices of an order, step by step, to the state of its status. */
export async function moveWithOrder(
  tx: Tx,
  bound: readonly UnitRow[],
  status: Exclude<OrderStatus, 'cancelled'>,
  by: Actor,
): Promise<void> {
  const target = stateOf[status];
  let left: readonly UnitRow[] = bound;
  for (;;) {
    const moves = Map.groupBy(left, ({ state }) => steps[target][state]);
    moves.delete(undefined);
    if (moves.size === 0) return;
    for (const [to, moved] of moves) if (to) await shiftUnits(tx, moved, { to }, by);
    left = [...moves].flatMap(([to, moved]) => (to ? moved.map((unit) => ({ ...unit, state: to })) : []));
  }
}

/** Throws UNITS_MISSING unless each device of an order that leaves was packed. */
async function assertPacked(tx: Tx, lines: DeviceLine[]): Promise<void> {
  const tracked = lines.filter(({ isTracked }) => isTracked);
  const packed = (await lockBound(tx, tracked)).filter(
    ({ isPacked, isAssumed, state }) => (isPacked && !isAssumed) || state !== 'allocated',
  );
  const missing = tracked.reduce((sum, { quantity }) => sum + quantity, 0) - packed.length;
  if (missing <= 0) return;
  throw new Problem(
    'UNITS_MISSING',
    missing === 1
      ? 'One device of this order is not scanned. Pack it first.'
      : `${missing} devices of this order are not scanned. Pack them first.`,
  );
}

async function bindMissing(tx: Tx, lines: DeviceLine[], by: Actor): Promise<void> {
  const tracked = lines.filter(({ isTracked }) => isTracked);
  const bound = Map.groupBy(await lockBound(tx, tracked), ({ itemId }) => itemId);
  for (const line of tracked) {
    const need = line.quantity - (bound.get(line.itemId)?.length ?? 0);
    const missing = await bindOldest(tx, line, need, by);
    if (missing === 0) continue;
    throw new Problem('UNITS_MISSING', `${missing} of the devices of this order are not on sale.`);
  }
}

/**
 * Moves the devices of a cancelled order: packed ones are on sale again, those named and those in hand are returned, the
 * others that were sent are on their way back. Returns how many had left by product, which are not in stock until they
 * are listed again.
 */
export async function followCancellation(
  tx: Tx,
  lines: DeviceLine[],
  named: readonly string[],
  by: Actor,
): Promise<DevicesOf> {
  const bound = await lockBound(tx, lines);
  assertNamed(named, bound.filter(hasLeft));
  const packed = bound.filter((unit) => !hasLeft(unit));
  await release(tx, packed, lines, by, 'cancelled');
  const away = bound.filter(hasLeft);
  const coming = await departBoughtBack(tx, away, 'cancelled', by);
  const [back, sent] = partition(coming, (unit) => isInHand(unit) || named.includes(unit.number));
  await takeIn(tx, back, 'cancelled', by);
  const leaving = sent.filter(({ state }) => state !== 'returning');
  await shiftUnits(tx, leaving, { to: 'returning' }, by);
  return countByProduct(away, lines);
}

/** Returns how many devices of a cancelled order are on their way back, by product. */
export async function countAway(tx: Tx, lines: DeviceLine[]): Promise<DevicesOf> {
  const bound = await lockBound(tx, lines);
  return countByProduct(
    bound.filter(({ state }) => state === 'returning'),
    lines,
  );
}

/** Line that lost units, with the numbers of those that came back or that the packer took out. */
export type LoweredLine = DeviceLine & { named?: readonly string[] | undefined };

/**
 * Takes back the devices that lines have beyond their quantity: those named, then those in hand, then those packed last.
 * Throws if others were sent and which of them came back is not known. Returns those that had left by product: they are
 * not in stock until they are listed again.
 */
export async function releaseSurplus(
  tx: Tx,
  lines: LoweredLine[],
  by: Actor,
): Promise<Map<string, BoundUnit[]>> {
  const bound = Map.groupBy(await lockBound(tx, lines), ({ itemId }) => itemId);
  const surplus = lines.flatMap((line) => chooseSurplus(bound.get(line.itemId) ?? [], line));
  const [away, packed] = partition(surplus, hasLeft);
  await release(tx, packed, lines, by);
  await takeIn(tx, await departBoughtBack(tx, away, 'returned', by), 'returned', by);
  return groupByProduct(away, lines);
}

/** Returns the lines, each with the numbers of its devices among those named; leaves out devices of other lines. */
export async function nameUnits<Line extends DeviceLine>(
  tx: Tx,
  lines: Line[],
  named: readonly string[],
): Promise<(Line & LoweredLine)[]> {
  if (named.length === 0) return lines;
  const bound = await lockBound(tx, lines);
  return lines.map((line) => ({
    ...line,
    named: bound
      .filter(({ itemId, number }) => itemId === line.itemId && named.includes(number))
      .map(({ number }) => number),
  }));
}

/** Throws if one of the named devices fills none of these lines. */
export async function assertInLines(tx: Tx, lines: DeviceLine[], named: readonly string[]): Promise<void> {
  if (named.length > 0) assertNamed(named, await lockBound(tx, lines));
}

function chooseSurplus(units: BoundUnit[], { quantity, named = [] }: LoweredLine): BoundUnit[] {
  assertNamed(named, units);
  const [chosen, others] = partition(units, ({ number }) => named.includes(number));
  const count = Math.max(0, others.length - quantity);
  const [sent, here] = partition(others, (unit) => hasLeft(unit) && !isInHand(unit) && !unit.isBoughtBack);
  const inHandFirst = here.toSorted((a, b) => Number(isInHand(b)) - Number(isInHand(a)));
  const [boughtBack, known] = partition(inHandFirst, ({ isBoughtBack }) => isBoughtBack);
  const left = count - known.length;
  if (left > 0 && left < sent.length) throw whichCameBack(sent.length);
  return [...chosen, ...[...known, ...sent, ...boughtBack].slice(0, count)];
}

const whichCameBack = (count: number) => {
  const message = `${count} devices of this line were sent. Name those that came back, or scan them at Receive.`;
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'items', message }] });
};

function assertNamed(named: readonly string[], units: readonly BoundUnit[]): void {
  const known = new Set(units.filter(({ isBoughtBack }) => !isBoughtBack).map(({ number }) => number));
  const other = named.find((number) => !known.has(number));
  if (other === undefined) return;
  const message = `${other} is not one of the devices of this order that can come back.`;
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'units', message }] });
}

/** True once the device was sent. */
const hasLeft = ({ state }: UnitRow) => state !== 'allocated';

/** True for a device that was sent and is here again: its binding is open until its money is given back. */
const isInHand = ({ state }: UnitRow) => statesInCustody.includes(state);

/** Ends the bindings of devices that came back; those that were still away are returned. */
async function takeIn(
  tx: Tx,
  back: BoundUnit[],
  endedAs: 'cancelled' | 'returned',
  by: Actor,
): Promise<void> {
  await endBindings(tx, back, endedAs, by);
  await shiftUnits(
    tx,
    back.filter((unit) => !isInHand(unit)),
    { to: 'returned' },
    by,
  );
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** Ends the units that the shop bought back as others, which cannot come back from the order; returns the rest. */
async function departBoughtBack(
  tx: Tx,
  away: BoundUnit[],
  endedAs: 'cancelled' | 'returned',
  by: Actor,
): Promise<BoundUnit[]> {
  const boughtBack = away.filter(({ isBoughtBack }) => isBoughtBack);
  await endBindings(tx, boughtBack, endedAs, by);
  await shiftUnits(tx, boughtBack, { to: 'gone', goneAs: 'bought-back' }, by);
  return away.filter(({ isBoughtBack }) => !isBoughtBack);
}

/** Puts packed devices on sale again; those of a product that is deleted or counted now are ready. */
export async function release(
  tx: Tx,
  packed: BoundUnit[],
  lines: readonly DeviceLine[],
  by: Actor,
  endedAs: 'released' | 'cancelled' = 'released',
): Promise<void> {
  const tracked = new Set(lines.filter(({ isTracked }) => isTracked).map(({ itemId }) => itemId));
  await endBindings(tx, packed, endedAs, by);
  const listed = packed.filter(({ itemId }) => tracked.has(itemId));
  await shiftUnits(tx, listed, { to: 'listed' }, by);
  const others = packed.filter(({ itemId }) => !tracked.has(itemId));
  await shiftUnits(tx, others, { to: 'ready' }, by);
}

function countByProduct(units: BoundUnit[], lines: readonly DeviceLine[]): DevicesOf {
  return new Map([...groupByProduct(units, lines)].map(([productId, { length }]) => [productId, length]));
}

function groupByProduct(units: BoundUnit[], lines: readonly DeviceLine[]): Map<string, BoundUnit[]> {
  const productOf = new Map(lines.map(({ itemId, productId }) => [itemId, productId]));
  const groups = Map.groupBy(units, ({ itemId }) => productOf.get(itemId) ?? '');
  groups.delete('');
  return groups;
}
