import { randomInt } from 'node:crypto';
import { type NewWipe, wipeCategoryLabels, wipeResultLabels } from '@reprise/contract/workshop/units/bench';
import { blockerLabels } from '@reprise/contract/workshop/units/readiness';
import type { UnitOutcome } from '@reprise/contract/workshop/units/unit';
import { newUnitNumber } from '@reprise/contract/workshop/units/unit-number';
import type { Deps } from '../../../deps.ts';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { inRetriedTransaction, type MoveDeps } from '../move-units.ts';
import { outcomesOf } from '../outcomes-of.ts';
import type { UnitRow } from '../shift-units.ts';
import { lockUnits } from '../unit-rows.ts';
import { unitWipes } from './bench.tables.ts';
import { benchProblem, changeOnBench } from './change-on-bench.ts';
import { findForSale, pullFromSale } from './pull-from-sale.ts';

/** Tests and the demo leave out what few tools tell. */
type HandWipe = Omit<NewWipe, 'reference' | 'mediaSerial'> & Partial<NewWipe>;

/** Records the same erasure of several devices; one that is elsewhere does not hold back the others. */
export async function recordWipes(
  deps: Pick<Deps, 'db' | 'now'> & MoveDeps,
  wipe: HandWipe,
  actorId: string,
): Promise<UnitOutcome[]> {
  const by = { actorId, now: deps.now() };
  return inRetriedTransaction(deps.db, (tx) => recordWipesInTransaction(tx, deps, wipe, by));
}

/** Same as `recordWipes`, in the transaction of the caller. One that failed takes a device off the sale. */
export async function recordWipesInTransaction(
  tx: Tx,
  deps: MoveDeps,
  { ids, mediaSerial, ...wipe }: HandWipe,
  by: Actor & { actorId: string },
): Promise<UnitOutcome[]> {
  const { result } = wipe;
  const media = mediaSerial
    ? [{ serial: mediaSerial, model: '', type: '', method: wipe.method, result }]
    : [];
  if (result === 'failed') {
    const pulled = (await findForSale(tx, ids)).map(({ id }) => id);
    await pullFromSale(tx, deps, { ids: pulled, to: 'quarantine', reason: blockerLabels.wipe }, by);
  }
  const locked = await lockUnits(tx, ids);
  const problems = new Map(locked.map((unit) => [unit.id, benchProblem(unit)]));
  for (const unit of locked.filter(({ id }) => problems.get(id) === ''))
    await addWipe(tx, unit, { ...wipe, media }, by);
  return outcomesOf(tx, ids, problems);
}

type Wipe = Omit<
  typeof unitWipes.$inferInsert,
  'id' | 'unitId' | 'intake' | 'certificate' | 'actorId' | 'createdAt'
>;

/** Stores an erasure of a locked unit by hand or of a report. */
export async function addWipe(tx: Tx, unit: UnitRow, wipe: Wipe, by: Actor): Promise<void> {
  const certificate = newUnitNumber(randomInt).replace('U', 'E');
  await tx.insert(unitWipes).values({
    ...wipe,
    id: newId('uwp'),
    unitId: unit.id,
    intake: unit.intake,
    certificate,
    actorId: by.actorId,
    createdAt: by.now,
  });
  const hasPassed = wipe.result === 'passed';
  const detail = [
    wipeResultLabels[wipe.result],
    wipe.category && wipeCategoryLabels[wipe.category],
    wipe.method,
    wipe.tool,
    wipe.reference && `report ${wipe.reference}`,
    certificate,
  ];
  const others = unit.blockedBy.filter((blocker) => blocker !== 'wipe');
  await changeOnBench(
    tx,
    unit,
    {
      kind: 'wiped',
      detail: detail.filter(Boolean).join(', '),
      facts: { wipedAt: hasPassed ? by.now : null },
      blockedBy: hasPassed ? others : [...others, 'wipe'],
    },
    by,
  );
}
