import { Problem } from '@reprise/contract/problem';
import { actionNeeds, type UnitAction } from '@reprise/contract/workshop/units/acts';
import type { UnitOutcome } from '@reprise/contract/workshop/units/unit';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { assertPermission, type Caller } from '../../../platform/http/endpoint.ts';
import { assignInTransaction } from '../assign-units.ts';
import { recordWipesInTransaction } from '../bench/record-wipes.ts';
import {
  inRetriedTransaction,
  listInTransaction,
  type MoveDeps,
  moveInTransaction,
  placeInTransaction,
} from '../move-units.ts';
import { outcomesOf } from '../outcomes-of.ts';
import { unitEvents } from '../units.tables.ts';
import { checkEach, gradeEach, testEach } from './record-each.ts';
import { unitActs } from './unit-acts.tables.ts';

type ActDeps = Pick<Deps, 'db' | 'now'> & MoveDeps;
type By = { actorId: string; now: Date; canWaive: boolean };

/**
 * Does an act of the caller for devices, each with an event that names the act. A device that has one already stays as
 * it is, so that a repeated call records nothing twice.
 */
export async function runUnitAct(
  deps: ActDeps,
  id: string,
  ids: string[],
  caller: Caller,
): Promise<UnitOutcome[]> {
  const by = { actorId: caller.userId, now: deps.now(), canWaive: caller.permissions.has('units.waive') };
  const { action, outcomes } = await inRetriedTransaction(deps.db, async (tx) => {
    const { number, action } = await lockAct(tx, id, caller);
    const done = new Set(await findDone(tx, number, ids));
    const left = [...new Set(ids)].filter((id) => !done.has(id));
    const changed = left.length > 0 ? await perform(tx, deps, action, left, by) : [];
    const before = await outcomesOf(tx, [...done], new Map([...done].map((id) => [id, ''])));
    const outcomeOf = new Map([...before, ...changed].map((outcome) => [outcome.id, outcome]));
    return { action, outcomes: [...outcomeOf.values()] };
  });
  // In a transaction of its own: orders are locked before products.
  if (action.kind === 'list') await deps.shortages.fillShort(deps, action.product, caller.userId);
  return outcomes;
}

/** Locks the act, so that two calls of it take turns, and gives its number to the events of the transaction. */
async function lockAct(tx: Tx, id: string, caller: Caller): Promise<{ number: string; action: UnitAction }> {
  const isOwn = and(eq(unitActs.id, id), eq(unitActs.actorId, caller.userId));
  const [act] = await tx.select().from(unitActs).where(isOwn).for('update');
  if (!act) throw new Problem('NOT_FOUND', 'This act no longer exists. Start another.');
  assertPermission(caller, actionNeeds[act.action.kind]);
  await tx.execute(sql`select set_config('reprise.act', ${act.number}, true)`);
  return act;
}

async function findDone(tx: Tx, number: string, ids: string[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: unitEvents.unitId })
    .from(unitEvents)
    .where(and(eq(unitEvents.act, number), inArray(unitEvents.unitId, ids)));
  return rows.map(({ id }) => id);
}

async function perform(
  tx: Tx,
  deps: ActDeps,
  action: UnitAction,
  ids: string[],
  by: By,
): Promise<UnitOutcome[]> {
  switch (action.kind) {
    case 'move':
      return moveInTransaction(tx, deps, { ...action, ids }, by);
    case 'list':
      return (await listInTransaction(tx, deps, { ...action, ids }, by)).outcomes;
    case 'assign':
      return assignInTransaction(tx, { ...action, ids }, by);
    case 'place':
      return placeInTransaction(tx, { ...action, ids }, by);
    case 'wipe':
      return recordWipesInTransaction(tx, deps, { ...wipeOf(action), ids }, by);
    case 'check':
      return checkEach(tx, deps, { ids, checks: action.checks }, by);
    case 'test':
      return testEach(tx, ids, action.reason, by);
    case 'grade':
      return gradeEach(tx, ids, action, by);
  }
}

/** Returns the erasure without what one device alone has. */
function wipeOf({ kind: _kind, ...wipe }: Extract<UnitAction, { kind: 'wipe' }>) {
  return wipe;
}
