import { judgeTests, unanswered } from '@reprise/contract/catalog/grading/checklist';
import type { DeviceKind } from '@reprise/contract/catalog/grading/device-kinds';
import type { GradingContent } from '@reprise/contract/catalog/grading/edited-grading';
import { isUnreadableAllowed } from '@reprise/contract/workshop/units/readiness';
import { and, asc, desc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { GradingGates } from '../../../catalog/grading/edit-grading.ts';
import { checklists } from '../../../catalog/grading/grading.tables.ts';
import { deviceModels } from '../../../catalog/products/families/families.tables.ts';
import { setConfigurationKind } from '../../../catalog/products/families/set-configuration-kind.ts';
import type { Actor } from '../../../foundations/audit/actor.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import type { MoveDeps } from '../move-units.ts';
import { findUnitRow } from '../unit-rows.ts';
import { units } from '../units.tables.ts';
import { unitTests } from './bench.tables.ts';
import { isForSale, pullFromSale } from './pull-from-sale.ts';

type Mover = Actor & { actorId: string };

/** Facts of the bench that only records of the right kind of device give. */
export const noFactsOfKind = {
  testedAt: null,
  battery: null,
  gradedAt: null,
  gradeCode: null,
  condition: null,
  batteryFloor: null,
};

/** Returns the ids of devices whose gate a change of the kind of their model opens; those without a record stay. */
async function findOfModel(db: Queryable, modelKey: string): Promise<string[]> {
  const rows = await db
    .select({ id: units.id })
    .from(units)
    .where(and(eq(units.modelKey, modelKey), isForSale, ne(units.gate, 'unrecorded')))
    .orderBy(asc(units.id));
  return rows.map(({ id }) => id);
}

/** Counts the devices that another kind of the model of this unit sends back to the bench. */
export async function countSentBack(db: Queryable, reference: string): Promise<number> {
  const { modelKey } = await findUnitRow(db, reference);
  return (await findOfModel(db, modelKey)).length;
}

/**
 * Sets the kind of a model, audited: devices that have passed the gate go back to the bench, tests and grades of the
 * other kind are void. Returns the ids of those that went back.
 */
export async function changeKind(
  tx: Tx,
  deps: MoveDeps,
  { key, from, to }: { key: string; from: DeviceKind; to: DeviceKind },
  mover: Mover,
): Promise<string[]> {
  const ids = await findOfModel(tx, key);
  await sendBack(tx, deps, ids, 'Its model is of another kind', mover);
  const inHand = ['bench', 'repair', 'quarantine', 'returned'] as const;
  const hasFacts = or(isNotNull(units.testedAt), isNotNull(units.gradedAt), isNotNull(units.battery));
  await tx
    .update(units)
    .set({ ...noFactsOfKind, version: sql`${units.version} + 1`, updatedAt: mover.now })
    .where(and(eq(units.modelKey, key), inArray(units.state, [...inHand]), hasFacts));
  await setConfigurationKind(tx, key, to);
  await recordAudit(tx, {
    actorId: mover.actorId,
    action: 'change kind of devices',
    subject: `model ${key}`,
    before: { kind: from },
    after: { kind: to, sentBack: ids.length },
  });
  return ids;
}

/** Moves devices to the bench, also those that orders wait for: these orders are short then. */
const sendBack = (tx: Tx, deps: MoveDeps, ids: string[], reason: string, mover: Mover) =>
  pullFromSale(tx, deps, { ids, to: 'bench', reason }, mover);

/** Returns the ids of devices past the gate whose test or grade does not hold under these grades and tests. */
async function findVoided(
  db: Queryable,
  kind: DeviceKind,
  { grades, tests }: Pick<GradingContent, 'grades' | 'tests'>,
): Promise<string[]> {
  const newest = db
    .select({ results: unitTests.results })
    .from(unitTests)
    .innerJoin(checklists, eq(checklists.id, unitTests.checklistId))
    .where(and(eq(unitTests.unitId, units.id), eq(unitTests.intake, units.intake), eq(checklists.kind, kind)))
    .orderBy(desc(unitTests.createdAt), desc(unitTests.id))
    .limit(1)
    .as('newest');
  const rows = await db
    .select({
      id: units.id,
      testedAt: units.testedAt,
      gradeCode: units.gradeCode,
      battery: units.battery,
      results: newest.results,
    })
    .from(units)
    .innerJoin(deviceModels, eq(deviceModels.key, units.modelKey))
    .leftJoinLateral(newest, sql`true`)
    .where(and(isForSale, eq(deviceModels.kind, kind)))
    .orderBy(asc(units.id));
  const gradeOf = new Map(grades.map((grade) => [grade.code, grade]));
  const isTestVoid = ({ testedAt, results }: (typeof rows)[number]) =>
    testedAt !== null &&
    (results === null ||
      unanswered(tests, results).length > 0 ||
      judgeTests(tests, results).verdict === 'fail');
  const isGradeVoid = ({ gradeCode, battery }: (typeof rows)[number]) => {
    if (gradeCode === null) return false;
    const grade = gradeOf.get(gradeCode);
    if (!grade || grade.condition === null) return true;
    if (!grade.batteryFloor) return false;
    return battery === null ? !isUnreadableAllowed(kind) : battery < grade.batteryFloor;
  };
  return rows.filter((row) => isTestVoid(row) || isGradeVoid(row)).map(({ id }) => id);
}

/** True if the shop has devices of this kind. */
async function hasDevices(db: Queryable, kind: DeviceKind): Promise<boolean> {
  const [row] = await db
    .select({ id: units.id })
    .from(units)
    .innerJoin(deviceModels, eq(deviceModels.key, units.modelKey))
    .where(eq(deviceModels.kind, kind))
    .limit(1);
  return row !== undefined;
}

/** Gates of devices, for the editor of grades and tests. */
export const gradingGates = (deps: MoveDeps): GradingGates => ({
  hasDevices,
  findVoided,
  sendBack: (tx, ids, by) => sendBack(tx, deps, ids, 'New grades and tests were published', by),
});
