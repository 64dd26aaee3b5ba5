import { judgeTests, unanswered, verdictLabels } from '@reprise/contract/grading/checklist';
import { Problem } from '@reprise/contract/problem';
import type { NewTest } from '@reprise/contract/units/bench';
import type { Deps } from '../../deps.ts';
import { findChecklist } from '../../grading/grading.queries.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { runOnce } from '../../platform/http/run-once.ts';
import type { By } from '../shift-units.ts';
import { unitTests } from './bench.tables.ts';
import { changeOnBench } from './change-on-bench.ts';
import { lockOnBench } from './lock-on-bench.ts';

/** Records a test report and returns the id of the unit; a repeated Idempotency-Key records it once. */
export async function recordTest(
  deps: Pick<Deps, 'db' | 'now'>,
  reference: string,
  body: NewTest,
  { actorId, key }: { actorId: string; key: string | null },
): Promise<string> {
  const now = deps.now();
  return inTransaction(deps.db, (tx) => {
    const request = { operation: 'test unit', actorId, key, body: { reference, body }, now };
    return runOnce(tx, request, () => addTest(tx, reference, body, { actorId, now }));
  });
}

async function addTest(tx: Tx, reference: string, body: NewTest, by: By): Promise<string> {
  const { unit, kind } = await lockOnBench(tx, reference);
  const { id: checklistId, tests } = await findChecklist(tx, kind, body.checklist);
  const open = unanswered(tests, body.results);
  if (open.length > 0) {
    const labels = open.map(({ label }) => label).join(', ');
    throw new Problem('VALIDATION_ERROR', `Answer the required tests: ${labels}.`);
  }
  const { failed, verdict } = judgeTests(tests, body.results);
  const { battery, cycles, note, seconds } = body;
  // Answers of tests that the checklist does not have are left out.
  const results = Object.fromEntries(tests.map(({ key }) => [key, body.results[key] ?? 'skipped']));
  await tx.insert(unitTests).values({
    id: newId('utt'),
    unitId: unit.id,
    intake: unit.intake,
    checklistId,
    results,
    verdict,
    battery,
    cycles,
    note,
    seconds,
    actorId: by.actorId,
    createdAt: by.now,
  });
  const detail = [
    failed.length > 0
      ? `${verdictLabels[verdict]}: ${failed.map(({ label }) => label).join(', ')}`
      : 'Passed',
    battery !== null && `battery ${battery}%`,
  ];
  await changeOnBench(
    tx,
    unit,
    {
      kind: 'tested',
      detail: detail.filter(Boolean).join(', '),
      reason: note,
      facts: { testedAt: verdict === 'fail' ? null : by.now, battery },
    },
    by,
  );
  return unit.id;
}
