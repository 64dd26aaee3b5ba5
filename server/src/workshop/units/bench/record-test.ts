import {
  type Checklist,
  type ChecklistTest,
  judgeTests,
  unanswered,
  verdictLabels,
} from '@reprise/contract/catalog/grading/checklist';
import { Problem } from '@reprise/contract/problem';
import type { NewTest } from '@reprise/contract/workshop/units/bench';
import { findChecklist } from '../../../catalog/grading/grading.queries.ts';
import type { Deps } from '../../../deps.ts';
import type { Actor } from '../../../foundations/audit/actor.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { runOnce } from '../../../platform/http/run-once.ts';
import type { UnitRow } from '../shift-units.ts';
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

async function addTest(tx: Tx, reference: string, body: NewTest, by: Actor): Promise<string> {
  const { unit, kind } = await lockOnBench(tx, reference);
  const checklist = await findChecklist(tx, kind, body.checklist);
  assertAnswered(checklist.tests, body.results);
  await insertTest(tx, { unit, checklist }, { ...body, tool: '', reference: '', reportId: null }, by);
  return unit.id;
}

type Report = Omit<NewTest, 'checklist'> &
  Pick<typeof unitTests.$inferInsert, 'tool' | 'reference' | 'reportId'> & {
    /** Failures that no test of the checklist covers: the report is not finished then. */
    open?: string[];
  };

/** Stores a report of a locked unit. One that leaves required tests open is not finished. */
export async function insertTest(
  tx: Tx,
  { unit, checklist }: { unit: UnitRow; checklist: Checklist },
  { results: answers, open = [], ...report }: Report,
  by: Actor,
): Promise<void> {
  const { tests } = checklist;
  const { failed, verdict: judged } = judgeTests(tests, answers);
  const left = [...unanswered(tests, answers).map(({ label }) => label), ...open];
  const verdict = judged !== 'fail' && left.length > 0 ? 'unfinished' : judged;
  const { battery, note } = report;
  await tx.insert(unitTests).values({
    ...report,
    id: newId('utt'),
    unitId: unit.id,
    intake: unit.intake,
    checklistId: checklist.id,
    // Answers of tests that the checklist does not have are left out.
    results: Object.fromEntries(tests.map(({ key }) => [key, answers[key] ?? 'skipped'])),
    verdict,
    actorId: by.actorId,
    createdAt: by.now,
  });
  const detail = [
    failed.length > 0
      ? `${verdictLabels[verdict]}: ${failed.map(({ label }) => label).join(', ')}`
      : verdictLabels[verdict],
    battery !== null && `battery ${battery}%`,
    report.tool,
  ];
  await changeOnBench(
    tx,
    unit,
    {
      kind: 'tested',
      detail: detail.filter(Boolean).join(', '),
      reason: note,
      facts: { testedAt: verdict === 'fail' || verdict === 'unfinished' ? null : by.now, battery },
    },
    by,
  );
}

function assertAnswered(tests: readonly ChecklistTest[], answers: NewTest['results']): void {
  const open = unanswered(tests, answers);
  if (open.length === 0) return;
  const labels = open.map(({ label }) => label).join(', ');
  throw new Problem('VALIDATION_ERROR', `Answer the required tests: ${labels}.`);
}
