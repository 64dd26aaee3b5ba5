import type { Checklist } from '@reprise/contract/catalog/grading/checklist';
import type { DeviceKind } from '@reprise/contract/catalog/grading/device-kinds';
import type { GradeStandard } from '@reprise/contract/catalog/grading/grade-standard';
import { Problem } from '@reprise/contract/problem';
import { and, desc, eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { checklists, gradeStandards } from './grading.tables.ts';

/** Returns the published checklist of a kind, or the version with the id. */
export async function findChecklist(db: Queryable, kind: DeviceKind, id?: string): Promise<Checklist> {
  const [found] = await db
    .select()
    .from(checklists)
    .where(and(eq(checklists.kind, kind), id === undefined ? undefined : eq(checklists.id, id)))
    .orderBy(desc(checklists.version))
    .limit(1);
  if (!found)
    throw new Problem('NOT_FOUND', 'This checklist is not for this kind of device. Reload the page.');
  return { id: found.id, kind: found.kind, version: found.version, tests: found.tests };
}

/** Returns the published grade standard of a kind, or the version with the id. */
export async function findStandard(db: Queryable, kind: DeviceKind, id?: string): Promise<GradeStandard> {
  const [found] = await db
    .select()
    .from(gradeStandards)
    .where(and(eq(gradeStandards.kind, kind), id === undefined ? undefined : eq(gradeStandards.id, id)))
    .orderBy(desc(gradeStandards.version))
    .limit(1);
  if (!found)
    throw new Problem('NOT_FOUND', 'These grades are not for this kind of device. Reload the page.');
  const { version, surfaces, grades } = found;
  return { id: found.id, kind: found.kind, version, surfaces, grades };
}

/** Returns the newest standard and checklist of each kind. */
export async function findNewestGrading(db: Queryable) {
  const standards = await db
    .selectDistinctOn([gradeStandards.kind])
    .from(gradeStandards)
    .orderBy(gradeStandards.kind, desc(gradeStandards.version));
  const newestChecklists = await db
    .selectDistinctOn([checklists.kind])
    .from(checklists)
    .orderBy(checklists.kind, desc(checklists.version));
  return { standards, checklists: newestChecklists };
}
