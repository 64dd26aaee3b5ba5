import { randomInt } from 'node:crypto';
import { type NewWipe, wipeCategoryLabels, wipeResultLabels } from '@reprise/contract/units/bench';
import type { UnitOutcome } from '@reprise/contract/units/unit';
import { newUnitNumber } from '@reprise/contract/units/unit-number';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { outcomesOf } from '../outcomes-of.ts';
import type { By, UnitRow } from '../shift-units.ts';
import { lockUnits } from '../unit-rows.ts';
import { unitWipes } from './bench.tables.ts';
import { benchProblem, changeOnBench } from './change-on-bench.ts';

/** Records the same erasure of several devices; one that is elsewhere does not hold back the others. */
export async function recordWipes(
  deps: Pick<Deps, 'db' | 'now'>,
  { ids, ...wipe }: NewWipe,
  actorId: string,
): Promise<UnitOutcome[]> {
  const by = { actorId, now: deps.now() };
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockUnits(tx, ids);
    const problems = new Map(locked.map((unit) => [unit.id, benchProblem(unit)]));
    for (const unit of locked.filter(({ id }) => problems.get(id) === ''))
      await recordWipe(tx, unit, wipe, by);
    return outcomesOf(tx, ids, problems);
  });
}

async function recordWipe(tx: Tx, unit: UnitRow, wipe: Omit<NewWipe, 'ids'>, by: By): Promise<void> {
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
    wipeCategoryLabels[wipe.category],
    wipe.method,
    wipe.tool,
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
