import { deviceKinds } from '@reprise/contract/catalog/grading/device-kinds';
import type { Db } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { defaultTests } from './default-checklists.ts';
import { defaultStandard } from './default-standards.ts';
import { checklists, gradeStandards } from './grading.tables.ts';

/** Publishes the first checklist and grade standard of each kind of device that has none. Called at every start. */
export async function ensureGrading(db: Db, now: Date): Promise<void> {
  const first = { version: 1, actorId: null, publishedAt: now };
  await db
    .insert(checklists)
    .values(deviceKinds.map((kind) => ({ ...first, id: newId('chk'), kind, tests: defaultTests(kind) })))
    .onConflictDoNothing();
  await db
    .insert(gradeStandards)
    .values(deviceKinds.map((kind) => ({ ...first, id: newId('std'), kind, ...defaultStandard(kind) })))
    .onConflictDoNothing();
}
