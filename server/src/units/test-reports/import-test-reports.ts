import type { FileOutcome, ToolReport } from '@reprise/contract/units/test-reports';
import type { Deps } from '../../deps.ts';
import { findNewestGrading } from '../../grading/grading.queries.ts';
import { readReportFile } from './read-report-file.ts';
import { recordTestReports } from './record-test-reports.ts';

type ImportOptions = { tool: string; dryRun: boolean; actorId: string };

/** Records the reports of a CSV file, or says what would be recorded. */
export async function importTestReports(
  deps: Pick<Deps, 'db' | 'now' | 'environment'>,
  bytes: Buffer,
  { tool, ...options }: ImportOptions,
): Promise<FileOutcome> {
  const { rows, testNames } = await readReportFile(bytes, tool);
  const reports: { row: number; report: ToolReport }[] = [];
  const rejected: FileOutcome['rejected'] = [];
  for (const row of rows) {
    if ('report' in row) reports.push(row);
    else rejected.push(row);
  }
  const outcomes = await recordTestReports(
    deps,
    reports.map(({ report }) => report),
    options,
  );
  for (const [index, { state, device, problem }] of outcomes.entries()) {
    if (state === 'rejected') rejected.push({ row: reports[index]?.row ?? 0, device, problem });
  }
  const countOf = (state: 'recorded' | 'known') =>
    outcomes.filter((outcome) => outcome.state === state).length;
  return {
    recorded: countOf('recorded'),
    known: countOf('known'),
    rejected: rejected.sort((a, b) => a.row - b.row),
    unknownColumns: await unknownTests(deps, testNames),
  };
}

/** Returns the names that are no test of any kind of device. */
async function unknownTests({ db }: Pick<Deps, 'db'>, names: string[]): Promise<string[]> {
  const { checklists } = await findNewestGrading(db);
  const known = new Set(
    checklists.flatMap(({ tests }) =>
      tests.flatMap(({ key, label }) => [key.toLowerCase(), label.toLowerCase()]),
    ),
  );
  return names.filter((name) => !known.has(name.toLowerCase()));
}
