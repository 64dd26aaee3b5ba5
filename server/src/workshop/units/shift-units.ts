import type { Gate } from '@reprise/contract/workshop/units/unit';
import {
  assignableStates,
  type Departure,
  type UnitState,
} from '@reprise/contract/workshop/units/unit-states';
import { inArray, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Actor } from '../../foundations/audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { freezeCosts, unfreezeCosts } from './in-orders/freeze-costs.ts';
import { recordUnitEvents } from './record-unit-events.ts';
import { units } from './units.tables.ts';
import { invalidateChoices } from './units.tags.ts';

export type UnitRow = typeof units.$inferSelect;

type Shift = {
  to: UnitState;
  goneAs?: Departure | null;
  /** Product that sells the units; unchanged if missing. */
  productId?: string | null;
  /** How they became ready for sale; unchanged if missing. */
  gate?: Gate | undefined;
  reason?: string;
  detail?: string;
};

/** SQL: it comes from outside, so that nothing recorded before says how it is now. */
const comesIn = sql`${units.state} in ('returned', 'gone')`;

/** SQL: the column, or null for a unit that comes in. */
const unlessComingIn = (column: PgColumn) => sql`case when ${comesIn} then null else ${column} end`;

/** SQL: the column while in quarantine, or null: work on the bench can change what was found. */
const ifCleared = (column: PgColumn) => sql`case when ${units.state} = 'quarantine' then ${column} end`;

const noWaiver = { waivedById: null, waiveReason: '' };

const openSteps = {
  gate: null,
  ...noWaiver,
  intake: sql`${units.intake} + case when ${comesIn} then 1 else 0 end`,
  checkedAt: unlessComingIn(units.checkedAt),
  wipedAt: unlessComingIn(units.wipedAt),
  battery: unlessComingIn(units.battery),
  testedAt: ifCleared(units.testedAt),
  gradedAt: ifCleared(units.gradedAt),
  gradeCode: ifCleared(units.gradeCode),
  condition: ifCleared(units.condition),
  batteryFloor: ifCleared(units.batteryFloor),
};

/** Returns the columns of the person who waived steps of the gate. */
function waiverOf(gate: Gate, actorId: string | null, reason: string) {
  return gate === 'waived' ? { waivedById: actorId, waiveReason: reason } : noWaiver;
}

/** Moves locked units to a state, with an event each. The only statement that changes the state of a unit. */
export async function shiftUnits(
  tx: Tx,
  moved: readonly Pick<UnitRow, 'id' | 'state'>[],
  { to, goneAs = null, productId, gate, reason = '', detail = '' }: Shift,
  { actorId, now }: Actor,
): Promise<void> {
  if (moved.length === 0) return;
  const ids = moved.map(({ id }) => id);
  const at = now.toISOString();
  const after = await tx
    .update(units)
    .set({
      state: to,
      goneAs,
      // Later than the move before, whatever the clocks say: the history is sorted by time.
      stateSince: sql`greatest(${at}::timestamptz, ${units.stateSince} + interval '1 millisecond')`,
      // A device that was packed by mistake keeps its turn.
      ...(to === 'listed' && {
        listedAt: sql`case when ${units.state} = 'allocated' then ${units.listedAt} else ${at}::timestamptz end`,
      }),
      ...(productId !== undefined && { productId }),
      ...(gate && { gate, ...waiverOf(gate, actorId, reason) }),
      // A waiver of the sale says nothing about a device that must not be sold.
      ...(to === 'quarantine' && { gate: null, ...noWaiver }),
      ...(to === 'bench' && openSteps),
      ...(!assignableStates.includes(to) && { assigneeId: null }),
      missingAt: null,
      version: sql`${units.version} + 1`,
      updatedAt: now,
    })
    .where(inArray(units.id, ids))
    .returning({ id: units.id, stateSince: units.stateSince, productId: units.productId });
  // Here, so that no way out of the house can miss it.
  const from = (state: UnitState) => moved.filter((unit) => unit.state === state).map(({ id }) => id);
  if (to === 'shipped') await freezeCosts(tx, from('allocated'), now);
  if (to === 'allocated') await unfreezeCosts(tx, from('shipped'));
  const isOnSale = to === 'listed' || moved.some(({ state }) => state === 'listed');
  if (isOnSale)
    invalidateChoices(
      tx,
      after.map((row) => row.productId),
    );
  const sinceOf = new Map(after.map(({ id, stateSince }) => [id, stateSince]));
  const events = moved.map(({ id, state }) => ({
    unitId: id,
    kind: 'moved' as const,
    from: state,
    to,
    reason,
    detail,
    at: sinceOf.get(id) ?? now,
  }));
  await recordUnitEvents(tx, events, { actorId, now });
}
