import { judgeTests } from '@reprise/contract/catalog/grading/checklist';
import type { DeviceKind } from '@reprise/contract/catalog/grading/device-kinds';
import { Problem } from '@reprise/contract/problem';
import { wipeCategoryLabels } from '@reprise/contract/workshop/units/bench';
import { erasureStandard, type Passport } from '@reprise/contract/workshop/units/passport';
import { and, desc, eq, sql } from 'drizzle-orm';
import { checklists, gradeStandards } from '../../../catalog/grading/grading.tables.ts';
import { deviceModels } from '../../../catalog/products/families/families.tables.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import type { Db, Queryable } from '../../../platform/database/database.ts';
import { newestChecks } from '../bench/bench.queries.ts';
import { unitGradings, unitTests, unitWipes } from '../bench/bench.tables.ts';
import { readPublicPhotos } from '../photos/unit-photo.queries.ts';
import { unitParts } from '../repairs/repairs.tables.ts';
import { isAssumed } from '../unit.queries.ts';
import { unitIdentifiers, units } from '../units.tables.ts';

export async function assertPassportsShown(db: Db): Promise<void> {
  const { passports } = await readSettings(db);
  if (!passports) throw new Problem('NOT_FOUND', 'This shop does not show passports of devices.');
}

type Intake = { id: string; intake: number };

/** Returns the passport behind a token; throws NOT_FOUND for a token that is unknown or was renewed. */
export async function findPassport(db: Queryable, token: string): Promise<Passport> {
  const [found] = await db
    .select({
      unit: units,
      model: deviceModels,
      canMatch: sql<boolean>`exists (
        select from ${unitIdentifiers} where unit_id = ${units.id} and active) and not ${isAssumed}`,
    })
    .from(units)
    .innerJoin(deviceModels, eq(deviceModels.key, units.modelKey))
    .where(eq(units.passportToken, token));
  if (!found) throw new Problem('NOT_FOUND', 'This label is not ours or was replaced.');
  const { unit, model, canMatch } = found;
  const checks = await newestChecks(db, unit);
  return {
    model: model.name,
    brand: model.brand,
    kind: model.kind,
    grade: unit.gradedAt && (await readGrade(db, { ...unit, kind: model.kind })),
    isUnrecorded: unit.gate === 'unrecorded',
    carrier: unit.carrier,
    checks: checks.flatMap(({ kind, result, at }) =>
      result === 'clear' ? { kind, at: at.toISOString() } : [],
    ),
    flags: checks.flatMap(({ kind, result, at }) =>
      result === 'flagged' ? { kind, at: at.toISOString() } : [],
    ),
    ...(await readTest(db, { ...unit, kind: model.kind })),
    erasure: unit.wipedAt && (await readErasure(db, unit)),
    parts: await readReplacedParts(db, unit.id),
    photos: (await readPublicPhotos(db, [unit.id])).get(unit.id) ?? [],
    canMatch,
  };
}

type Judged = Intake & { kind: DeviceKind };

async function readGrade(db: Queryable, { id, intake, kind }: Judged): Promise<Passport['grade']> {
  const [row] = await db
    .select({ grading: unitGradings, standard: gradeStandards })
    .from(unitGradings)
    .innerJoin(gradeStandards, eq(gradeStandards.id, unitGradings.standardId))
    .where(and(eq(unitGradings.unitId, id), eq(unitGradings.intake, intake), eq(gradeStandards.kind, kind)))
    .orderBy(desc(unitGradings.createdAt), desc(unitGradings.id))
    .limit(1);
  const grade = row?.standard.grades.find(({ code }) => code === row.grading.code);
  if (!row || !grade?.condition) return null;
  return {
    name: grade.publicName,
    condition: grade.condition,
    words: row.standard.surfaces.flatMap(({ key, label }) => {
      const words = grade.words[key];
      return words ? { surface: label, words } : [];
    }),
    at: row.grading.createdAt.toISOString(),
  };
}

/** Reads the newest test as the kind of device that it is: those of another kind are void. */
async function readTest(
  db: Queryable,
  { id, intake, kind }: Judged,
): Promise<Pick<Passport, 'test' | 'battery'>> {
  const [row] = await db
    .select({ report: unitTests, tests: checklists.tests })
    .from(unitTests)
    .innerJoin(checklists, eq(checklists.id, unitTests.checklistId))
    .where(and(eq(unitTests.unitId, id), eq(unitTests.intake, intake), eq(checklists.kind, kind)))
    .orderBy(desc(unitTests.createdAt), desc(unitTests.id))
    .limit(1);
  if (!row) return { test: null, battery: null };
  const { results, battery, cycles, createdAt } = row.report;
  const at = createdAt.toISOString();
  const isFinished = row.report.verdict !== 'unfinished';
  return {
    test: isFinished
      ? {
          passed: row.tests.filter(({ key }) => results[key] === 'pass').map(({ label }) => label),
          failed: judgeTests(row.tests, results).failed.map(({ label }) => label),
          at,
        }
      : null,
    battery: battery === null ? null : { percent: battery, cycles, at },
  };
}

async function readErasure(db: Queryable, { id, intake }: Intake): Promise<Passport['erasure']> {
  const isPassed = eq(unitWipes.result, 'passed');
  const [row] = await db
    .select()
    .from(unitWipes)
    .where(and(eq(unitWipes.unitId, id), eq(unitWipes.intake, intake), isPassed))
    .orderBy(desc(unitWipes.createdAt), desc(unitWipes.id))
    .limit(1);
  return (
    (row && {
      standard: row.category ? erasureStandard : row.method,
      category: row.category && wipeCategoryLabels[row.category],
      certificate: row.certificate,
      at: row.createdAt.toISOString(),
    }) ??
    null
  );
}

const maxReplacedParts = 50;

/** Returns the replaced parts of every time that the device was here. */
async function readReplacedParts(db: Queryable, unitId: string): Promise<Passport['parts']> {
  const rows = await db
    .select({ part: unitParts.part, quality: unitParts.quality, at: unitParts.createdAt })
    .from(unitParts)
    .where(and(eq(unitParts.unitId, unitId), eq(unitParts.action, 'replaced')))
    .orderBy(desc(unitParts.createdAt), desc(unitParts.id))
    .limit(maxReplacedParts);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** True if an active identifier of the device ends with the characters; false for an unknown token too. */
export async function endsWith(db: Queryable, token: string, typed: string): Promise<boolean> {
  const ending = typed.replace(/[\s./-]/g, '').toUpperCase();
  const rows = await db
    .select({ id: unitIdentifiers.id })
    .from(unitIdentifiers)
    .innerJoin(units, eq(units.id, unitIdentifiers.unitId))
    .where(
      and(
        eq(units.passportToken, token),
        eq(unitIdentifiers.active, true),
        sql`not ${isAssumed}`,
        eq(sql`right(${unitIdentifiers.value}, ${ending.length}::int)`, ending),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
