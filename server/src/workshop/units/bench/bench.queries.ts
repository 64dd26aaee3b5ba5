import { type ChecklistTest, judgeTests } from '@reprise/contract/catalog/grading/checklist';
import { maxBenchRecords, type UnitBench } from '@reprise/contract/workshop/units/bench';
import { and, desc, eq, gte } from 'drizzle-orm';
import { findChecklist, findStandard } from '../../../catalog/grading/grading.queries.ts';
import { checklists, gradeStandards } from '../../../catalog/grading/grading.tables.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { repairs } from '../repairs/repairs.tables.ts';
import { toolReports } from '../test-reports/test-reports.tables.ts';
import { actorName, findUnit } from '../unit.queries.ts';
import { units } from '../units.tables.ts';
import { unitChecks, unitGradings, unitTests, unitWipes, verifiedWipes } from './bench.tables.ts';

type Intake = { id: string; intake: number };

/** Returns the newest check of each kind since the unit came in. */
export function newestChecks(db: Queryable, { id, intake }: Intake) {
  return db
    .selectDistinctOn([unitChecks.kind], {
      kind: unitChecks.kind,
      result: unitChecks.result,
      provider: unitChecks.provider,
      note: unitChecks.note,
      actor: actorName(unitChecks.actorId),
      at: unitChecks.createdAt,
    })
    .from(unitChecks)
    .where(and(eq(unitChecks.unitId, id), eq(unitChecks.intake, intake)))
    .orderBy(unitChecks.kind, desc(unitChecks.createdAt), desc(unitChecks.id));
}

/** Returns the labels of the critical tests that failed in the newest report since the unit came in. */
export async function findCriticalFailures(db: Queryable, { id, intake }: Intake): Promise<string[]> {
  const [newest] = await db
    .select({ results: unitTests.results, tests: checklists.tests })
    .from(unitTests)
    .innerJoin(checklists, eq(checklists.id, unitTests.checklistId))
    .where(and(eq(unitTests.unitId, id), eq(unitTests.intake, intake)))
    .orderBy(desc(unitTests.createdAt), desc(unitTests.id))
    .limit(1);
  if (!newest) return [];
  const { failed } = judgeTests(newest.tests, newest.results);
  return labelsOf(failed.filter(({ critical }) => critical));
}

/** Returns the keys of the tests that passed before the newest repair; null if there is no repair after a failed report. */
async function findPassedBefore(db: Queryable, { id, intake }: Intake): Promise<string[] | null> {
  const [newest] = await db
    .select({ results: unitTests.results, verdict: unitTests.verdict, at: unitTests.createdAt })
    .from(unitTests)
    .where(and(eq(unitTests.unitId, id), eq(unitTests.intake, intake)))
    .orderBy(desc(unitTests.createdAt), desc(unitTests.id))
    .limit(1);
  if (newest?.verdict !== 'fail') return null;
  const closed = and(eq(repairs.unitId, id), eq(repairs.state, 'done'), gte(repairs.closedAt, newest.at));
  if ((await db.$count(repairs, closed)) === 0) return null;
  return Object.keys(newest.results).filter((key) => newest.results[key] === 'pass');
}

/** Returns the answers of the newest report if a tool left tests open; null otherwise. */
async function findUnfinished(db: Queryable, { id, intake }: Intake): Promise<UnitBench['unfinished']> {
  const [newest] = await db
    .select({
      tool: unitTests.tool,
      verdict: unitTests.verdict,
      results: unitTests.results,
      battery: unitTests.battery,
      cycles: unitTests.cycles,
    })
    .from(unitTests)
    .where(and(eq(unitTests.unitId, id), eq(unitTests.intake, intake)))
    .orderBy(desc(unitTests.createdAt), desc(unitTests.id))
    .limit(1);
  if (newest?.verdict !== 'unfinished') return null;
  const { verdict: _, results, ...rest } = newest;
  const answered = Object.entries(results).filter(([, outcome]) => outcome !== 'skipped');
  return { ...rest, results: Object.fromEntries(answered) };
}

async function listToolReports(db: Queryable, { id, intake }: Intake): Promise<UnitBench['toolReports']> {
  const rows = await db
    .select()
    .from(toolReports)
    .where(and(eq(toolReports.unitId, id), eq(toolReports.intake, intake)))
    .orderBy(desc(toolReports.createdAt), desc(toolReports.id))
    .limit(maxBenchRecords);
  return rows.map(({ tool, reference, testedAt, counts, content: { grade, parts }, createdAt }) => ({
    tool,
    reference,
    testedAt: testedAt?.toISOString() ?? null,
    counts,
    grade,
    parts,
    at: createdAt.toISOString(),
  }));
}

/** Returns the records of a unit with the checklist and the grades of its kind. */
export async function findUnitBench(db: Queryable, reference: string): Promise<UnitBench> {
  const { id, model } = await findUnit(db, reference);
  const [row] = await db.select({ intake: units.intake }).from(units).where(eq(units.id, id));
  const unit = { id, intake: row?.intake ?? 1 };
  return {
    kind: model.kind,
    checks: (await newestChecks(db, unit)).map(withTime),
    wipes: await listWipes(db, id),
    tests: await listTests(db, id),
    gradings: await listGradings(db, id),
    checklist: await findChecklist(db, model.kind),
    standard: await findStandard(db, model.kind),
    passedBefore: await findPassedBefore(db, unit),
    unfinished: await findUnfinished(db, unit),
    toolReports: await listToolReports(db, unit),
    criticalFailures: await findCriticalFailures(db, unit),
  };
}

const labelsOf = (tests: readonly ChecklistTest[]) => tests.map(({ label }) => label);

const withTime = <Row extends { at: Date }>(row: Row) => ({ ...row, at: row.at.toISOString() });

async function listWipes(db: Queryable, unitId: string): Promise<UnitBench['wipes']> {
  const rows = await db
    .select({
      certificate: unitWipes.certificate,
      category: unitWipes.category,
      method: unitWipes.method,
      tool: unitWipes.tool,
      verification: unitWipes.verification,
      result: unitWipes.result,
      reference: unitWipes.reference,
      media: unitWipes.media,
      beganAt: unitWipes.beganAt,
      endedAt: unitWipes.endedAt,
      verifier: actorName(verifiedWipes.actorId),
      verifiedAt: verifiedWipes.createdAt,
      actor: actorName(unitWipes.actorId),
      at: unitWipes.createdAt,
    })
    .from(unitWipes)
    .leftJoin(verifiedWipes, eq(verifiedWipes.wipeId, unitWipes.id))
    .where(eq(unitWipes.unitId, unitId))
    .orderBy(desc(unitWipes.createdAt), desc(unitWipes.id))
    .limit(maxBenchRecords);
  return rows.map(({ verifier, verifiedAt, media, beganAt, endedAt, ...row }) => ({
    ...withTime(row),
    media: media.map(({ method: _, ...medium }) => medium),
    beganAt: beganAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    verified: verifiedAt && { actor: verifier, at: verifiedAt.toISOString() },
  }));
}

async function listTests(db: Queryable, unitId: string): Promise<UnitBench['tests']> {
  const rows = await db
    .select({ report: unitTests, checklist: checklists, actor: actorName(unitTests.actorId) })
    .from(unitTests)
    .innerJoin(checklists, eq(checklists.id, unitTests.checklistId))
    .where(eq(unitTests.unitId, unitId))
    .orderBy(desc(unitTests.createdAt), desc(unitTests.id))
    .limit(maxBenchRecords);
  return rows.map(
    ({ report: { id, verdict, results, battery, cycles, note, seconds, tool, createdAt }, ...row }) => ({
      id,
      checklistVersion: row.checklist.version,
      verdict,
      failed: labelsOf(judgeTests(row.checklist.tests, results).failed),
      battery,
      cycles,
      note,
      seconds,
      tool,
      actor: row.actor,
      at: createdAt.toISOString(),
    }),
  );
}

async function listGradings(db: Queryable, unitId: string): Promise<UnitBench['gradings']> {
  const rows = await db
    .select({
      code: unitGradings.code,
      suggested: unitGradings.suggested,
      reason: unitGradings.reason,
      standardVersion: gradeStandards.version,
      actor: actorName(unitGradings.actorId),
      at: unitGradings.createdAt,
    })
    .from(unitGradings)
    .innerJoin(gradeStandards, eq(gradeStandards.id, unitGradings.standardId))
    .where(eq(unitGradings.unitId, unitId))
    .orderBy(desc(unitGradings.createdAt), desc(unitGradings.id))
    .limit(maxBenchRecords);
  return rows.map(withTime);
}
