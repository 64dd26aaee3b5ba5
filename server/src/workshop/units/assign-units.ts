import type { UnitAssignment } from '@reprise/contract/workshop/units/assignment';
import type { UnitOutcome } from '@reprise/contract/workshop/units/unit';
import { assignableStates } from '@reprise/contract/workshop/units/unit-states';
import { inArray, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { outcomesOf } from './outcomes-of.ts';
import { recordUnitEvents } from './record-unit-events.ts';
import { readUnits, whereabouts } from './unit.queries.ts';
import { lockUnits } from './unit-rows.ts';
import { units } from './units.tables.ts';

/** Assigns each unit to the actor or frees it; a unit that another person has is rejected without `takeOver`. */
export async function assignUnits(
  deps: Pick<Deps, 'db' | 'now'>,
  { ids, to, takeOver }: UnitAssignment,
  actorId: string,
): Promise<UnitOutcome[]> {
  return inTransaction(deps.db, (tx) =>
    assignInTransaction(tx, { ids, to, takeOver }, { actorId, now: deps.now() }),
  );
}

/** Same as `assignUnits`, in the transaction of the caller. */
export async function assignInTransaction(
  tx: Tx,
  { ids, to, takeOver }: UnitAssignment,
  { actorId, now }: { actorId: string; now: Date },
): Promise<UnitOutcome[]> {
  // Locks before it reads: of two people at once, the second finds the name of the first.
  await lockUnits(tx, ids);
  const stored = await readUnits(tx, ids);
  const problems = new Map<string, string>();
  for (const unit of stored) {
    const { id, state, assignee } = unit;
    const isOthers = assignee !== null && assignee.id !== actorId;
    if (!assignableStates.includes(state)) problems.set(id, `It is ${whereabouts(unit)}.`);
    else if (isOthers && !takeOver) problems.set(id, `${assignee.name ?? 'A deleted account'} works on it.`);
    else problems.set(id, '');
  }
  const assigneeId = to === 'me' ? actorId : null;
  const changed = stored
    .filter(({ id, assignee }) => problems.get(id) === '' && (assignee?.id ?? null) !== assigneeId)
    .map(({ id }) => id);
  if (changed.length > 0) {
    await tx
      .update(units)
      .set({ assigneeId, version: sql`${units.version} + 1`, updatedAt: now })
      .where(inArray(units.id, changed));
    const detail = to === 'me' ? 'taken' : 'released';
    const events = changed.map((unitId) => ({ unitId, kind: 'assigned' as const, detail }));
    await recordUnitEvents(tx, events, { actorId, now });
  }
  return outcomesOf(tx, ids, problems);
}
