import { Problem } from '@reprise/contract/problem';
import type { ReportTool } from '@reprise/contract/workshop/units/report-tools';
import type { ReportOutcome, ToolReport } from '@reprise/contract/workshop/units/test-reports';
import { and, ne, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { databaseFault } from '../../../platform/database/database-fault.ts';
import { unitTests } from '../bench/bench.tables.ts';
import { inRetriedTransaction, type MoveDeps } from '../move-units.ts';
import { findReportedUnit } from './find-reported-unit.ts';
import { findReportTool } from './report-tools.ts';
import { type StoredReport, storeToolReport } from './store-tool-report.ts';
import { toolReports } from './test-reports.tables.ts';

export type ReportDeps = Pick<Deps, 'db' | 'now' | 'environment'> & MoveDeps;

type RecordOptions = {
  actorId: string;
  /** Only says what would be recorded. */
  dryRun?: boolean;
  /** In a file, the place of a report says nothing about its time. */
  isFile?: boolean;
};

export type RecordedReport = ReportOutcome & Partial<Pick<StoredReport, 'unknownTests' | 'unknownGrade'>>;

/**
 * Records reports of tools one by one, the oldest first; a rejected one does not hold back the others. The outcomes are in
 * the order of the reports.
 */
export async function recordTestReports(
  deps: ReportDeps,
  reports: readonly ToolReport[],
  options: RecordOptions,
): Promise<RecordedReport[]> {
  const outcomes = new Map<ToolReport, RecordedReport>();
  const conflicts = options.isFile ? undatedRivals(reports) : new Set<ToolReport>();
  const tools = new Map<string, ReportTool>();
  const done = await findKnown(deps.db, reports);
  for (const report of [...reports].sort(byTime)) {
    const tool = tools.get(report.tool) ?? (await findReportTool(deps.db, report.tool));
    tools.set(report.tool, tool);
    const key = reportKey(report);
    const outcome = conflicts.has(report)
      ? { ...emptyOutcome(report), state: 'rejected' as const, problem: rivals }
      : done.has(key)
        ? { ...emptyOutcome(report), state: 'known' as const }
        : await recordReport(deps, { report, tool }, options);
    if (outcome.state !== 'rejected') done.add(key);
    outcomes.set(report, outcome);
  }
  return reports.map((report) => outcomes.get(report) ?? { ...emptyOutcome(report), state: 'known' });
}

const reportKey = ({ tool, reference }: Pick<ToolReport, 'tool' | 'reference'>) =>
  `${tool.toLowerCase()} ${reference}`;

const rivals =
  'Several reports are about this device and one names no time: which is the newest? Send only that one.';

/** Undated reports have no place in the order of time; of the same number, the newest comes first. */
function byTime(a: ToolReport, b: ToolReport): number {
  if (a.tool === b.tool && a.reference === b.reference)
    return (b.testedAt ?? '').localeCompare(a.testedAt ?? '');
  return (a.testedAt ?? '').localeCompare(b.testedAt ?? '');
}

/** Returns the reports that share a number with another report, if one of the two names no time. */
function undatedRivals(reports: readonly ToolReport[]): Set<ToolReport> {
  const byNumber = new Map<string, ToolReport[]>();
  for (const report of reports) {
    const numbers = [report.device.toUpperCase(), ...report.identifiers.map(({ value }) => value)];
    for (const number of new Set(numbers.filter(Boolean))) {
      const others = byNumber.get(number) ?? [];
      others.push(report);
      byNumber.set(number, others);
    }
  }
  const found = new Set<ToolReport>();
  for (const group of byNumber.values()) {
    const references = new Set(group.map(({ tool, reference }) => `${tool} ${reference}`));
    if (references.size > 1 && group.some(({ testedAt }) => testedAt === null)) {
      for (const report of group) found.add(report);
    }
  }
  return found;
}

const emptyOutcome = ({ device, identifiers, reference }: ToolReport) => ({
  device: device || (identifiers[0]?.value ?? ''),
  reference,
  unit: null,
  model: '',
  facts: [],
  doubts: [],
  problem: '',
});

/** Ends the transaction of a dry run. */
class DryRun extends Error {
  readonly stored: StoredReport;
  constructor(stored: StoredReport) {
    super('Nothing is recorded.');
    this.stored = stored;
  }
}

async function recordReport(
  deps: ReportDeps,
  { report, tool }: { report: ToolReport; tool: ReportTool },
  { actorId, dryRun = false }: RecordOptions,
): Promise<RecordedReport> {
  const outcome = emptyOutcome(report);
  const by = { actorId, now: deps.now() };
  let unit: string | null = null;
  const recorded = (stored: StoredReport): RecordedReport => ({ ...outcome, ...stored, unit });
  try {
    const found = await findReportedUnit(deps, report);
    unit = found.number;
    const stored = await inRetriedTransaction(deps.db, async (tx) => {
      const stored = await storeToolReport(tx, deps, found, { report, tool }, by);
      if (dryRun) throw new DryRun(stored);
      return stored;
    });
    return recorded(stored);
  } catch (error) {
    if (error instanceof DryRun) return recorded(error.stored);
    // Two calls sent the report at once.
    if (databaseFault(error)?.kind === 'unique') return { ...outcome, unit, state: 'known' };
    if (!(error instanceof Problem)) throw error;
    return { ...outcome, unit, state: 'rejected', problem: error.message };
  }
}

/** Returns the keys of the reports that are recorded. Reports of earlier versions are known by their tests. */
async function findKnown(db: Queryable, reports: readonly ToolReport[]): Promise<Set<string>> {
  const references = sql`any(${sql.param(reports.map(({ reference }) => reference))}::text[])`;
  const names = [...new Set(reports.map(({ tool }) => tool.toLowerCase()))];
  const tools = sql`any(${sql.param(names)}::text[])`;
  const recorded = await db
    .select({ tool: toolReports.tool, reference: toolReports.reference })
    .from(toolReports)
    .where(sql`lower(${toolReports.tool}) = ${tools} and ${toolReports.reference} = ${references}`);
  const earlier = await db
    .select({ tool: unitTests.tool, reference: unitTests.reference })
    .from(unitTests)
    .where(
      and(
        ne(unitTests.tool, ''),
        sql`lower(${unitTests.tool}) = ${tools} and ${unitTests.reference} = ${references}`,
      ),
    );
  return new Set([...recorded, ...earlier].map(reportKey));
}
