import type { ChecklistTest, TestOutcome } from '@reprise/contract/grading/checklist';
import { Problem } from '@reprise/contract/problem';
import type { ReportOutcome, ToolReport } from '@reprise/contract/units/test-reports';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { findChecklist } from '../../grading/grading.queries.ts';
import { inTransaction, type Queryable } from '../../platform/database/database.ts';
import { databaseFault } from '../../platform/database/database-fault.ts';
import { unitTests } from '../bench/bench.tables.ts';
import { lockOnBench } from '../bench/lock-on-bench.ts';
import { assertAnswered, insertTest } from '../bench/record-test.ts';
import { scanCode } from '../scan-code.ts';

type RecordOptions = {
  actorId: string;
  /** Only says what would be recorded. */
  dryRun?: boolean;
};

/** Records reports of diagnostic tools one by one; a rejected one does not hold back the others. */
export async function recordTestReports(
  deps: Pick<Deps, 'db' | 'now' | 'environment'>,
  reports: readonly ToolReport[],
  options: RecordOptions,
): Promise<ReportOutcome[]> {
  const outcomes: ReportOutcome[] = [];
  for (const report of reports) outcomes.push(await recordReport(deps, report, options));
  return outcomes;
}

async function recordReport(
  deps: Pick<Deps, 'db' | 'now' | 'environment'>,
  report: ToolReport,
  options: RecordOptions,
): Promise<ReportOutcome> {
  const { device, reference } = report;
  const outcome = { device, reference, unit: null, problem: '' };
  if (await isKnown(deps.db, report)) return { ...outcome, state: 'known' };
  try {
    return { ...outcome, state: 'recorded', unit: await storeReport(deps, report, options) };
  } catch (error) {
    // Two calls sent the report at once.
    if (databaseFault(error)?.kind === 'unique') return { ...outcome, state: 'known' };
    if (!(error instanceof Problem)) throw error;
    return { ...outcome, state: 'rejected', problem: error.message };
  }
}

async function isKnown(db: Queryable, { tool, reference }: ToolReport): Promise<boolean> {
  const isReport = and(eq(unitTests.tool, tool), eq(unitTests.reference, reference));
  return (await db.$count(unitTests, isReport)) > 0;
}

/** Returns the number of the device; throws a problem where the report cannot be recorded. */
async function storeReport(
  deps: Pick<Deps, 'db' | 'now' | 'environment'>,
  { device, results, ...report }: ToolReport,
  { actorId, dryRun }: RecordOptions,
): Promise<string> {
  const found = await findDevice(deps, device);
  await inTransaction(deps.db, async (tx) => {
    const { unit, kind } = await lockOnBench(tx, found.id);
    const checklist = await findChecklist(tx, kind);
    const answers = answersByKey(checklist.tests, results);
    if (dryRun) assertAnswered(checklist.tests, answers);
    else
      await insertTest(
        tx,
        { unit, checklist },
        { ...report, results: answers },
        { actorId, now: deps.now() },
      );
  });
  return found.number;
}

async function findDevice(deps: Pick<Deps, 'db' | 'environment'>, code: string) {
  const { fault, units } = await scanCode(deps, code);
  const here = units.filter(({ state }) => state !== 'gone');
  const [unit, second] = here;
  if (second)
    throw new Problem('VALIDATION_ERROR', 'Several devices have this number. Send that of the label.');
  if (!unit)
    throw new Problem('NOT_FOUND', fault || 'No device that is here has this number. Receive it first.');
  return unit;
}

/** Returns the answers by the keys of the tests; tools may name tests by their labels, in any case. */
function answersByKey(
  tests: readonly ChecklistTest[],
  results: Readonly<Record<string, TestOutcome>>,
): Record<string, TestOutcome> {
  const named = new Map(
    Object.entries(results).map(([name, outcome]) => [name.trim().toLowerCase(), outcome]),
  );
  return Object.fromEntries(
    tests.flatMap(({ key, label }) => {
      const outcome = named.get(key.toLowerCase()) ?? named.get(label.toLowerCase());
      return outcome ? [[key, outcome]] : [];
    }),
  );
}
