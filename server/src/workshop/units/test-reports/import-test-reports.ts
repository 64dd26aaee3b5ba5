import type { FileOutcome, ReportQuestions } from '@reprise/contract/workshop/units/test-reports';
import { findNewestGrading } from '../../../catalog/grading/grading.queries.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { assertNotOwnList } from '../export-units.ts';
import { mapColumns } from './read/map-columns.ts';
import { readRecords } from './read/read-records.ts';
import { type ReadReport, readReport } from './read/read-report.ts';
import { keyOf } from './read/report-record.ts';
import { orderOf } from './read/report-times.ts';
import { type RecordedReport, type ReportDeps, recordTestReports } from './record-test-reports.ts';
import { findReportTool } from './report-tools.ts';
import { testKeyOf } from './test-names.ts';

type ImportOptions = { tool: string; dryRun: boolean; actorId: string; devices: string };
type Row = FileOutcome['rows'][number];

/** Records the reports of a file, or says what would be recorded. */
export async function importTestReports(
  deps: ReportDeps,
  bytes: Buffer,
  { tool: name, devices, ...options }: ImportOptions,
): Promise<FileOutcome> {
  const tool = await findReportTool(deps.db, name);
  const { timeZone } = await readSettings(deps.db);
  const { checklists } = await findNewestGrading(deps.db);
  const tests = checklists.flatMap((checklist) => checklist.tests);
  const file = await readRecords(bytes);
  assertNotOwnList([...file.names.values()]);
  const { fields, columns } = mapColumns(file, tool, (test) => testKeyOf(test, tests, tool.tests) !== null);
  const dates = file.records.flatMap(({ entries }) =>
    entries.filter((entry) => isTime(fields.get(keyOf(entry)))),
  );
  const context = {
    tool: tool.name,
    fields,
    dateOrder: tool.dateOrder ?? orderOf(dates.map(({ value }) => value)),
    erasureMethod: tool.erasureMethod,
    timeZone,
    now: deps.now(),
    devices: devicesOf(devices),
  };
  const read = file.records.flatMap((record) => readReport(record, context) ?? []);
  const usable = read.flatMap(({ report }) => report ?? []);
  const recorded = await recordTestReports(deps, usable, { ...options, isFile: true });
  const outcomeOf = new Map(usable.map((report, index) => [report, recorded[index]]));
  const rows = read.map((item) => toRow(item, item.report ? outcomeOf.get(item.report) : undefined));
  const countOf = (state: Row['state']) => rows.filter((row) => row.state === state).length;
  return {
    recorded: countOf('recorded') + countOf('older'),
    known: countOf('known'),
    rejected: rows.flatMap(({ row, device, state, problem }) =>
      state === 'rejected' ? [{ row, device, problem }] : [],
    ),
    unknownColumns: columns
      .slice(0, maxColumns)
      .flatMap(({ name, field, samples }) => (field === null && samples.length > 0 ? [name] : [])),
    rows,
    columns: columns.slice(0, maxColumns),
    questions: questionsOf(read, recorded),
    timeZone: read.some(({ hasLocalTime }) => hasLocalTime) ? timeZone : '',
  };
}

/** Documents can have a name for each value. */
const maxColumns = 500;

const isTime = (field: string | undefined) =>
  field === 'testedAt' || field === 'erasureBegan' || field === 'erasureEnded';

const devicesOf = (devices: string): Map<number, string> =>
  new Map(
    devices.split(',').flatMap((pair): [number, string][] => {
      const [row, device] = pair.split(':');
      return row && device ? [[Number(row), device]] : [];
    }),
  );

function toRow(item: ReadReport, outcome: RecordedReport | undefined): Row {
  const { row, device, doubts, problem } = item;
  if (!outcome)
    return {
      row,
      device,
      reference: '',
      state: 'rejected',
      unit: null,
      model: '',
      facts: [],
      doubts,
      problem,
    };
  const { unknownTests = [], unknownGrade: _, ...rest } = outcome;
  const failed = unknownTests.filter((item) => item.outcome === 'fail').map(({ name }) => name);
  const left = failed.length > 0 ? [`No test of the checklist, and failed: ${failed.join(', ')}.`] : [];
  return { ...rest, row, device: device || rest.device, doubts: [...doubts, ...rest.doubts, ...left] };
}

function questionsOf(read: readonly ReadReport[], recorded: readonly RecordedReport[]): ReportQuestions {
  const grades = new Map<string, number>();
  const tests = new Map<string, { name: string; reports: number; failed: number }>();
  const usable = read.filter(({ report }) => report !== null);
  for (const [index, { unknownTests = [], unknownGrade }] of recorded.entries()) {
    const grade = usable[index]?.report?.grade ?? '';
    if (unknownGrade) grades.set(grade, (grades.get(grade) ?? 0) + 1);
    for (const { name, outcome } of unknownTests) {
      const known = tests.get(name) ?? { name, reports: 0, failed: 0 };
      known.reports += 1;
      if (outcome === 'fail') known.failed += 1;
      tests.set(name, known);
    }
  }
  return {
    grades: [...grades].map(([words, reports]) => ({ words, reports })),
    tests: [...tests.values()].sort((a, b) => b.failed - a.failed || b.reports - a.reports),
    dates: [...new Set(read.flatMap(({ ambiguousDates }) => ambiguousDates))].slice(0, 5),
    erasureMethod: read.some(({ lacksMethod }) => lacksMethod),
  };
}
