import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { unitEvents } from './units.tables.ts';

type EventInsert = typeof unitEvents.$inferInsert;
export type NewUnitEvent = {
  unitId: string;
  kind: EventInsert['kind'];
  from?: EventInsert['fromState'];
  to?: EventInsert['toState'];
  reason?: string;
  detail?: string;
  /** Time of the event, if it is not that of the call. */
  at?: Date;
};

/** A statement has at most 65,535 parameters, and each event takes nine. */
const rowsPerStatement = 5000;

/** Adds to the histories of units in the transaction of the change. */
export async function recordUnitEvents(
  tx: Tx,
  events: NewUnitEvent[],
  { actorId, now }: { actorId: string | null; now: Date },
): Promise<void> {
  const rows = events.map(({ unitId, kind, from = null, to = null, reason = '', detail = '', at = now }) => ({
    id: newId('uev'),
    unitId,
    kind,
    fromState: from,
    toState: to,
    reason,
    detail,
    actorId,
    createdAt: at,
  }));
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    await tx.insert(unitEvents).values(rows.slice(start, start + rowsPerStatement));
}
