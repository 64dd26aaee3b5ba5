import type { Departure, UnitState } from '@reprise/contract/units/unit-states';
import { inArray, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { recordUnitEvents } from './record-unit-events.ts';
import { units } from './units.tables.ts';

export type UnitRow = typeof units.$inferSelect;

export type By = { actorId: string | null; now: Date };

type Shift = {
  to: UnitState;
  goneAs?: Departure | null;
  /** Product that sells the units; unchanged if missing. */
  productId?: string | null;
  reason?: string;
  detail?: string;
};

/** Moves locked units to a state, with an event each. The only statement that changes the state of a unit. */
export async function shiftUnits(
  tx: Tx,
  moved: readonly Pick<UnitRow, 'id' | 'state'>[],
  { to, goneAs = null, productId, reason = '', detail = '' }: Shift,
  { actorId, now }: By,
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
      version: sql`${units.version} + 1`,
      updatedAt: now,
    })
    .where(inArray(units.id, ids))
    .returning({ id: units.id, stateSince: units.stateSince });
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
