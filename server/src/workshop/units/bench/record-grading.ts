import type { Grade } from '@reprise/contract/catalog/grading/grade-standard';
import { suggestGrade } from '@reprise/contract/catalog/grading/suggest-grade';
import { Problem } from '@reprise/contract/problem';
import type { NewGrading } from '@reprise/contract/workshop/units/bench';
import { findStandard } from '../../../catalog/grading/grading.queries.ts';
import type { Deps } from '../../../deps.ts';
import type { Actor } from '../../../foundations/audit/actor.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { runOnce } from '../../../platform/http/run-once.ts';
import type { UnitRow } from '../shift-units.ts';
import { findCriticalFailures } from './bench.queries.ts';
import { unitGradings } from './bench.tables.ts';
import { changeOnBench } from './change-on-bench.ts';
import { lockOnBench } from './lock-on-bench.ts';

/** Grades a unit and returns its id; a repeated Idempotency-Key grades it once. */
export async function recordGrading(
  deps: Pick<Deps, 'db' | 'now'>,
  reference: string,
  body: NewGrading,
  { actorId, key }: { actorId: string; key: string | null },
): Promise<string> {
  const now = deps.now();
  return inTransaction(deps.db, (tx) => {
    const request = { operation: 'grade unit', actorId, key, body: { reference, body }, now };
    return runOnce(tx, request, () => addGrading(tx, reference, body, { actorId, now }));
  });
}

async function addGrading(tx: Tx, reference: string, body: NewGrading, by: Actor): Promise<string> {
  const { unit, kind } = await lockOnBench(tx, reference);
  const standard = await findStandard(tx, kind, body.standard);
  const { code, answers, reason } = body;
  const grade = standard.grades.find((grade) => grade.code === code);
  if (!grade) throw new Problem('VALIDATION_ERROR', `There is no grade ${code}.`);
  const criticalFailures = await findCriticalFailures(tx, unit);
  const suggestion = suggestGrade(standard, answers, { criticalFailures, battery: unit.battery });
  if (suggestion.code === null) throw new Problem('VALIDATION_ERROR', 'Answer each surface.');
  if (suggestion.code !== code && reason === '') {
    throw new Problem('VALIDATION_ERROR', `The answers suggest ${suggestion.code}. Say why it is ${code}.`);
  }
  const grading = { standardId: standard.id, answers, suggested: suggestion.code, reason, reportId: null };
  await insertGrading(tx, unit, { ...grading, grade }, by);
  return unit.id;
}

type Grading = Pick<
  typeof unitGradings.$inferInsert,
  'standardId' | 'answers' | 'suggested' | 'reason' | 'reportId'
> & { grade: Grade };

/** Stores a grading of a locked unit by hand or of a report. */
export async function insertGrading(
  tx: Tx,
  unit: UnitRow,
  { grade, ...grading }: Grading,
  by: Actor,
): Promise<void> {
  const { code, condition, batteryFloor } = grade;
  const { suggested, reason } = grading;
  await tx.insert(unitGradings).values({
    ...grading,
    id: newId('ugr'),
    unitId: unit.id,
    intake: unit.intake,
    code,
    actorId: by.actorId,
    createdAt: by.now,
  });
  await changeOnBench(
    tx,
    unit,
    {
      kind: 'graded',
      detail:
        suggested === code || suggested === '' ? `grade ${code}` : `grade ${code} instead of ${suggested}`,
      reason,
      facts: { gradedAt: by.now, gradeCode: code, condition, batteryFloor },
    },
    by,
  );
}
