import type { CheckKind } from '@reprise/contract/catalog/grading/device-checks';
import { Problem } from '@reprise/contract/problem';
import type { ToolReport } from '@reprise/contract/workshop/units/test-reports';
import { and, eq, isNull, max, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { unitChecks, unitGradings, unitTests, unitWipes } from '../bench/bench.tables.ts';
import type { UnitRow } from '../shift-units.ts';
import { findLastAway } from './find-reported-unit.ts';
import { toolReports } from './test-reports.tables.ts';

/** A device that came back was in other hands: what a tool found before says nothing about it now. */
export async function assertFromThisTime(
  tx: Tx,
  unit: UnitRow,
  { testedAt, erasure }: ToolReport,
): Promise<void> {
  const away = await findLastAway(tx, unit.id);
  if (away === null) return;
  const time = testedAt ?? erasure?.endedAt ?? null;
  if (time === null) {
    throw new Problem(
      'VALIDATION_ERROR',
      'The device was away in between, and the report names no time. Test it again.',
    );
  }
  const oldest =
    [testedAt, erasure?.endedAt].filter((item) => item !== null && item !== undefined).sort()[0] ?? time;
  if (new Date(oldest) < away)
    throw new Problem('VALIDATION_ERROR', 'The report is from before the device came back. Test it again.');
}

export async function hasNewer(tx: Tx, unit: UnitRow, { testedAt }: ToolReport): Promise<boolean> {
  if (testedAt === null) return false;
  const [newest] = await tx
    .select({ at: max(toolReports.testedAt) })
    .from(toolReports)
    .where(
      and(eq(toolReports.unitId, unit.id), eq(toolReports.intake, unit.intake), eq(toolReports.counts, true)),
    );
  return newest?.at ? newest.at > new Date(testedAt) : false;
}

/** Says which parts a person recorded by hand after the time of the report: those count. */
export async function findLaterRecords(db: Queryable, { id, intake }: UnitRow, { testedAt }: ToolReport) {
  const checks = new Set<CheckKind>();
  if (testedAt === null) return { test: false, wipe: false, grading: false, checks };
  const time = new Date(testedAt);
  const newest = (table: typeof unitTests | typeof unitWipes | typeof unitGradings) =>
    sql`(select max(${table.createdAt}) from ${table}
      where ${and(eq(table.unitId, id), eq(table.intake, intake), isNull(table.reportId))})`;
  const { rows } = await db.execute<{ test: boolean; wipe: boolean; grading: boolean }>(sql`
    select coalesce(${newest(unitTests)} > ${time.toISOString()}::timestamptz, false) as test,
      coalesce(${newest(unitWipes)} > ${time.toISOString()}::timestamptz, false) as wipe,
      coalesce(${newest(unitGradings)} > ${time.toISOString()}::timestamptz, false) as grading`);
  const [later] = rows;
  const byKind = await db
    .select({ kind: unitChecks.kind, at: max(unitChecks.createdAt) })
    .from(unitChecks)
    .where(and(eq(unitChecks.unitId, id), eq(unitChecks.intake, intake), isNull(unitChecks.reportId)))
    .groupBy(unitChecks.kind);
  for (const { kind, at } of byKind) if (at && at > time) checks.add(kind);
  return { test: later?.test ?? false, wipe: later?.wipe ?? false, grading: later?.grading ?? false, checks };
}
