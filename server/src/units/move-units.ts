import { Problem } from '@reprise/contract/problem';
import type { Unit, UnitMove, UnitOutcome } from '@reprise/contract/units/unit';
import { needsManager, unitMoves, unitStateLabels } from '@reprise/contract/units/unit-states';
import { eq, inArray } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import { type NewUnitEvent, recordUnitEvents } from './record-unit-events.ts';
import { lockUnits, readUnits } from './unit.queries.ts';
import { units } from './units.tables.ts';

type UnitRow = typeof units.$inferSelect;
type By = { actorId: string; canWaive: boolean };

/** Moves each unit to the state or says why not; a rejected unit does not hold back the others. */
export async function moveUnits(
  deps: Pick<Deps, 'db' | 'now'>,
  { ids, to, goneAs = null, reason }: Omit<UnitMove, 'goneAs'> & { goneAs?: UnitMove['goneAs'] | null },
  { actorId, canWaive }: By,
): Promise<UnitOutcome[]> {
  const now = deps.now();
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockUnits(tx, ids);
    const problems = new Map(locked.map((unit) => [unit.id, moveProblem(unit, to, canWaive)]));
    const moved = locked.filter(({ id }) => problems.get(id) === '');
    const events: NewUnitEvent[] = [];
    for (const { id, state, version } of moved) {
      await tx
        .update(units)
        .set({ state: to, goneAs, stateSince: now, version: version + 1, updatedAt: now })
        .where(eq(units.id, id));
      events.push({ unitId: id, kind: 'moved', from: state, to, reason });
    }
    await recordUnitEvents(tx, events, { actorId, now });
    return outcomesOf(tx, ids, problems);
  });
}

function moveProblem({ state }: UnitRow, to: UnitMove['to'], canWaive: boolean): string {
  const [from, target] = [unitStateLabels[state].toLowerCase(), unitStateLabels[to].toLowerCase()];
  if (state === to) return `It is ${from} already.`;
  if (!unitMoves[state].includes(to)) return `A device that is ${from} cannot be moved to "${target}".`;
  if (needsManager(state, to) && !canWaive) return 'Only a manager may do this.';
  return '';
}

/** Sets the place of each unit in hand. */
export async function placeUnits(
  deps: Pick<Deps, 'db' | 'now'>,
  { ids, place: typed }: { ids: string[]; place: string },
  actorId: string,
): Promise<UnitOutcome[]> {
  const now = deps.now();
  const place = typed.toUpperCase();
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockUnits(tx, ids);
    const problems = new Map(
      locked.map(({ id, state }) => [id, state === 'gone' ? 'A device that is gone has no place.' : '']),
    );
    const placed = locked.filter((unit) => problems.get(unit.id) === '' && unit.place !== place);
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
  });
}

/** Records that labels are printed and returns the units. */
export async function printUnitLabels(
  deps: Pick<Deps, 'db' | 'now'>,
  ids: string[],
  actorId: string,
): Promise<Unit[]> {
  return inTransaction(deps.db, async (tx) => {
    const found = await tx.select({ id: units.id }).from(units).where(inArray(units.id, ids));
    if (found.length === 0) throw new Problem('NOT_FOUND', 'Device not found.');
    await recordUnitEvents(
      tx,
      found.map(({ id }) => ({ unitId: id, kind: 'labeled' as const })),
      { actorId, now: deps.now() },
    );
    return readUnits(tx, ids);
  });
}

async function outcomesOf(
  tx: Tx,
  ids: string[],
  problems: ReadonlyMap<string, string>,
): Promise<UnitOutcome[]> {
  const found = new Map((await readUnits(tx, ids)).map((unit) => [unit.id, unit]));
  return ids.map((id) => {
    const problem = problems.get(id) ?? 'Device not found.';
    return { id, unit: problem === '' ? (found.get(id) ?? null) : null, problem };
  });
}
