import { checksOf } from '@reprise/contract/catalog/grading/device-checks';
import { Problem } from '@reprise/contract/problem';
import type { NewChecks } from '@reprise/contract/workshop/units/bench';
import type { UnitOutcome } from '@reprise/contract/workshop/units/unit';
import { findChecklist, findStandard } from '../../../catalog/grading/grading.queries.ts';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { findCriticalFailures } from '../bench/bench.queries.ts';
import { lockOnBench } from '../bench/lock-on-bench.ts';
import { pullBlocked } from '../bench/pull-from-sale.ts';
import { addChecks } from '../bench/record-checks.ts';
import { insertGrading } from '../bench/record-grading.ts';
import { insertTest } from '../bench/record-test.ts';
import type { MoveDeps } from '../move-units.ts';
import { outcomesOf } from '../outcomes-of.ts';

type OnBench = Awaited<ReturnType<typeof lockOnBench>>;

/**
 * Records something of each unit in id order, so that two calls cannot deadlock. `record` throws a Problem before it
 * writes; that unit is rejected by its sentence and the others go on.
 */
async function forEachOnBench(
  tx: Tx,
  ids: string[],
  record: (locked: OnBench) => Promise<void>,
): Promise<UnitOutcome[]> {
  const problems = new Map<string, string>();
  for (const id of [...ids].sort()) {
    try {
      await record(await lockOnBench(tx, id));
      problems.set(id, '');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.set(id, error.message);
    }
  }
  return outcomesOf(tx, ids, problems);
}

/** Records the same answers of registers and account services. A blocked check takes devices off the sale. */
export async function checkEach(
  tx: Tx,
  deps: MoveDeps,
  { ids, checks }: { ids: string[]; checks: NewChecks['checks'] },
  by: Actor & { actorId: string },
) {
  await pullBlocked(tx, deps, { ids, checks }, by);
  return forEachOnBench(tx, ids, async (locked) => {
    const kinds = checksOf(locked.kind);
    const asked = checks.filter(({ kind }) => kinds.includes(kind));
    if (asked.length === 0) throw new Problem('VALIDATION_ERROR', 'Its kind needs none of these checks.');
    await addChecks(tx, locked, { checks: asked, reportId: null }, by);
  });
}

/** Records that all tests of the checklist of each device passed; its battery stays as it was read. */
export function testEach(tx: Tx, ids: string[], note: string, by: Actor) {
  return forEachOnBench(tx, ids, async ({ unit, kind }) => {
    const checklist = await findChecklist(tx, kind);
    const results = Object.fromEntries(checklist.tests.map(({ key }) => [key, 'pass' as const]));
    const report = { results, battery: unit.battery, cycles: null, note, seconds: 0 };
    const source = { tool: '', reference: '', reportId: null };
    await insertTest(tx, { unit, checklist }, { ...report, ...source }, by);
  });
}

/** Gives each device the grade of the standard of its kind, unless a failed test or its battery forbids it. */
export function gradeEach(
  tx: Tx,
  ids: string[],
  { code, reason }: { code: string; reason: string },
  by: Actor,
) {
  return forEachOnBench(tx, ids, async ({ unit, kind }) => {
    const standard = await findStandard(tx, kind);
    const grade = standard.grades.find((one) => one.code === code && !one.isRetired);
    if (!grade) throw new Problem('VALIDATION_ERROR', `Its kind has no grade ${code}.`);
    const [failure] = await findCriticalFailures(tx, unit);
    if (failure)
      throw new Problem('UNIT_STATE', `A critical test failed: ${failure}. Grade it on its own page.`);
    if (grade.batteryFloor !== null && unit.battery !== null && unit.battery < grade.batteryFloor) {
      const message = `Its battery has ${unit.battery}%, and grade ${code} needs ${grade.batteryFloor}%.`;
      throw new Problem('UNIT_STATE', message);
    }
    // No surface was looked at one by one, so that no grade is suggested.
    const answers = { surfaces: {}, isRefurbished: grade.condition === 'refurbished' };
    const grading = { standardId: standard.id, answers, suggested: '', reason, reportId: null };
    await insertGrading(tx, unit, { ...grading, grade }, by);
  });
}
