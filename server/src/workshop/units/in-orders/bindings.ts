import type { CaptureMethod } from '@reprise/contract/workshop/units/unit';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { hasNoNumber } from '../count-devices.ts';
import { shiftUnits, type UnitRow } from '../shift-units.ts';
import { activeIdentifiers } from '../unit.queries.ts';
import { orderItemUnits, units } from '../units.tables.ts';

/** Line of a locked order with devices, as the orders slice reads it. */
export type DeviceLine = {
  itemId: string;
  productId: string;
  /** Units sold and not returned. */
  quantity: number;
  /** True while the product exists and is tracked by device: its stock follows its devices. */
  isTracked: boolean;
};

export type BoundUnit = UnitRow & {
  itemId: string;
  /** Chosen by the buyer. */
  isChosen: boolean;
  /** Scanned, typed or assumed; false for a chosen device that waits to be packed. */
  isPacked: boolean;
  /** Chosen by the shop when the order left without a scan. */
  isAssumed: boolean;
  /** The shop bought it back as another unit, so that this one cannot come back. */
  isBoughtBack: boolean;
};

/** Locks and returns the devices of the lines: those packed last in front, chosen ones and
 * those bought back at the end. */
export async function lockBound(tx: Tx, lines: readonly Pick<DeviceLine, 'itemId'>[]): Promise<BoundUnit[]> {
  if (lines.length === 0) return [];
  const itemIds = lines.map(({ itemId }) => itemId);
  const rows = await tx
    .select({
      unit: units,
      itemId: orderItemUnits.orderItemId,
      at: orderItemUnits.assignedAt,
      captured: orderItemUnits.captured,
      packedAt: orderItemUnits.packedAt,
      sentAs: orderItemUnits.sentAs,
    })
    .from(orderItemUnits)
    .innerJoin(units, eq(units.id, orderItemUnits.unitId))
    .where(and(inArray(orderItemUnits.orderItemId, itemIds), isNull(orderItemUnits.endedAt)))
    .orderBy(asc(units.id))
    .for('no key update', { of: units });
  return rows
    .map(({ unit, itemId, at, captured, packedAt, sentAs }) => ({
      at,
      bound: {
        ...unit,
        itemId,
        isChosen: captured === 'chosen',
        isPacked: packedAt !== null,
        isAssumed: captured === 'assumed',
        isBoughtBack: sentAs !== null,
      },
    }))
    .sort(
      (a, b) =>
        Number(a.bound.isBoughtBack) - Number(b.bound.isBoughtBack) ||
        Number(a.bound.isChosen) - Number(b.bound.isChosen) ||
        b.at.getTime() - a.at.getTime() ||
        (a.bound.id < b.bound.id ? 1 : -1),
    )
    .map(({ bound }) => bound);
}

/** Binds locked units on sale to a line. */
export async function bindUnits(
  tx: Tx,
  itemId: string,
  bound: UnitRow[],
  captured: CaptureMethod | 'assumed' | 'chosen',
  by: Actor,
): Promise<void> {
  if (bound.length === 0) return;
  await tx.insert(orderItemUnits).values(
    bound.map(({ id }) => ({
      id: newId('oiu'),
      orderItemId: itemId,
      unitId: id,
      captured,
      assignedAt: by.now,
      packedAt: captured === 'chosen' ? null : by.now,
      actorId: by.actorId,
    })),
  );
  await shiftUnits(tx, bound, { to: 'allocated', detail: captured }, by);
}

/** Marks a chosen device of an order as packed. */
export async function packChosen(tx: Tx, unitId: string, { now }: Actor): Promise<void> {
  await setPackedAt(tx, unitId, now);
  await tx.update(units).set({ missingAt: null }).where(eq(units.id, unitId));
}

/** Marks a device that the shop had chosen for an order as scanned. */
export async function confirmScan(
  tx: Tx,
  unitId: string,
  captured: CaptureMethod,
  { now }: Actor,
): Promise<void> {
  await tx.update(orderItemUnits).set({ captured, packedAt: now }).where(isBoundNow(unitId));
}

/** Marks a chosen device of an order as waiting for its scan. */
export const unpackChosen = (tx: Tx, unitId: string) => setPackedAt(tx, unitId, null);

async function setPackedAt(tx: Tx, unitId: string, packedAt: Date | null): Promise<void> {
  await tx.update(orderItemUnits).set({ packedAt }).where(isBoundNow(unitId));
}

const isBoundNow = (unitId: string) => and(eq(orderItemUnits.unitId, unitId), isNull(orderItemUnits.endedAt));

/**
 * Binds the devices on sale longest until the line has as many as it needs, those without a number behind the others
 * and those not found on the shelf last; returns the number still missing. Devices that another packer has locked are waited for only when no other is left.
 */
export async function bindOldest(
  tx: Tx,
  { itemId, productId }: DeviceLine,
  need: number,
  by: Actor,
): Promise<number> {
  let missing = need;
  for (const skipLocked of [true, false]) {
    while (missing > 0) {
      const candidates = await tx
        .select()
        .from(units)
        .where(and(eq(units.productId, productId), eq(units.state, 'listed')))
        .orderBy(sql`${units.missingAt} is not null`, hasNoNumber, asc(units.listedAt), asc(units.id))
        .limit(missing)
        .for('no key update', skipLocked ? { skipLocked } : {});
      if (candidates.length === 0) break;
      await bindUnits(tx, itemId, candidates, 'assumed', by);
      missing -= candidates.length;
    }
  }
  return missing;
}

/** Ends the bindings of units. */
export async function endBindings(
  tx: Tx,
  ended: readonly Pick<UnitRow, 'id'>[],
  endedAs: 'released' | 'cancelled' | 'returned' | 'lost' | 'replaced',
  { now }: Actor,
): Promise<void> {
  if (ended.length === 0) return;
  const ids = ended.map(({ id }) => id);
  // Its next buyer may read other numbers: the bench can replace a main board.
  const sentAs = sql`case when ${orderItemUnits.shippedAt} is not null
    then coalesce(${orderItemUnits.sentAs}, ${activeIdentifiers(sql`order_item_units.unit_id`)}) end`;
  await tx
    .update(orderItemUnits)
    .set({ endedAt: now, endedAs, sentAs })
    .where(and(inArray(orderItemUnits.unitId, ids), isNull(orderItemUnits.endedAt)));
}
