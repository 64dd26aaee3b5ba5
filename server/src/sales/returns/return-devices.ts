import type { Tx } from '../../platform/database/database.ts';
import { moveWithOrder } from '../../workshop/units/in-orders/follow-order.ts';
import { shiftUnits } from '../../workshop/units/shift-units.ts';
import { lockUnits } from '../../workshop/units/unit-rows.ts';
import { findOrderRow, type OrderRow } from '../orders/orders.queries.ts';
import { readUnitsSentBefore } from '../orders/parcels/parcels.queries.ts';
import type { LineRow } from './return-rows.ts';

type By = { actorId: string | null; now: Date };

const unitIdsOf = (lines: readonly LineRow[]): string[] =>
  lines.flatMap(({ unitId, isBound }) => (unitId !== null && isBound ? [unitId] : []));

/** Marks the devices of an approved case as on their way back; those that are here already stay where they are. */
export async function sendBackDevices(
  tx: Tx,
  number: string,
  lines: readonly LineRow[],
  by: By,
): Promise<void> {
  const locked = await lockUnits(tx, unitIdsOf(lines));
  const away = locked.filter(({ state }) => state === 'sold' || state === 'shipped');
  await shiftUnits(tx, away, { to: 'returning', detail: number }, by);
}

/** Moves devices that do not come back after all to the state of their order, or of the one that sent the replacement. */
export async function leaveDevices(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'status'>,
  lines: readonly LineRow[],
  by: By,
): Promise<void> {
  for (const [id, ofOrder] of Map.groupBy(lines, ({ boundOrderId }) => boundOrderId)) {
    if (id === null) continue;
    const sender = id === order.id ? order : await findOrderRow(tx, id);
    if (sender) await leaveWith(tx, sender, ofOrder, by);
  }
}

async function leaveWith(
  tx: Tx,
  { id, status }: Pick<OrderRow, 'id' | 'status'>,
  lines: readonly LineRow[],
  by: By,
): Promise<void> {
  if (status === 'cancelled') return;
  const locked = await lockUnits(tx, unitIdsOf(lines));
  const away = locked.filter(({ state }) => state === 'returning');
  const sent = await readUnitsSentBefore(tx, id);
  const [inParcels, others] = [true, false].map((isSent) =>
    away.filter((unit) => sent.has(unit.id) === isSent),
  );
  await moveWithOrder(tx, others ?? [], status, by);
  // A device of a parcel has left, whatever the rest of its order has done.
  await moveWithOrder(tx, inParcels ?? [], status === 'delivered' ? 'delivered' : 'shipped', by);
}

/** Ends refunded devices that were lost on their way back; one that turns up later is received as another unit. */
export async function loseDevices(tx: Tx, lines: readonly LineRow[], by: By): Promise<void> {
  const locked = await lockUnits(
    tx,
    lines.flatMap(({ unitId }) => unitId ?? []),
  );
  const refunded = locked.filter(({ state }) => state === 'returned');
  await shiftUnits(tx, refunded, { to: 'gone', goneAs: 'lost' }, by);
}
