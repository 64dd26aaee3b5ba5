import type { DeviceKind } from '@reprise/contract/catalog/grading/device-kinds';
import {
  type EditedGrading,
  type GradingContent,
  withTestKeys,
} from '@reprise/contract/catalog/grading/edited-grading';
import { batteryFloorsOf } from '@reprise/contract/catalog/grading/grade-standard';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import { findChecklist, findStandard } from './grading.queries.ts';
import { gradingDrafts } from './grading.tables.ts';
import { publishDraft } from './publish-grading.ts';

/** Counts the devices in hand by the grade and the version of the standard of a kind that they were graded under. */
type CountGraded = (db: Queryable, kind: DeviceKind) => Promise<EditedGrading['graded']>;

/** Finds the products of a kind whose battery promise these floors would end. */
type FindEndedPromises = (
  db: Queryable,
  kind: DeviceKind,
  floors: ReturnType<typeof batteryFloorsOf>,
) => Promise<EditedGrading['endedPromises']>;

/** Gates of the devices of a kind, which its grades and tests decide. */
export type GradingGates = {
  hasDevices(db: Queryable, kind: DeviceKind): Promise<boolean>;
  /** Finds the devices past the gate whose test or grade does not hold under this content. */
  findVoided(db: Queryable, kind: DeviceKind, content: GradingContent): Promise<string[]>;
  sendBack(tx: Tx, ids: string[], by: { actorId: string; now: Date }): Promise<void>;
};

/** Reads of slices that use the grades. */
export type GradingUses = {
  countGraded: CountGraded;
  findEndedPromises: FindEndedPromises;
  gates: GradingGates;
};

type EditDeps = Pick<Deps, 'db' | 'now'> & { uses: GradingUses };
/** An edit of the draft that was saved `draftVersion` times. */
type Edit = { actorId: string; draftVersion: number };

export async function readEditedGrading(
  db: Queryable,
  kind: DeviceKind,
  { countGraded, findEndedPromises, gates }: GradingUses,
): Promise<EditedGrading> {
  const { version: standardVersion, surfaces, grades } = await findStandard(db, kind);
  const { version: checklistVersion, tests } = await findChecklist(db, kind);
  const [draft] = await db.select().from(gradingDrafts).where(eq(gradingDrafts.kind, kind));
  return {
    kind,
    published: { standardVersion, checklistVersion, surfaces, grades, tests },
    draft: draft?.content ?? null,
    draftVersion: draft?.version ?? 0,
    endedPromises: draft
      ? await findEndedPromises(db, kind, batteryFloorsOf(draft.content.grades))
      : { count: 0, names: [] },
    sentBack: draft ? (await gates.findVoided(db, kind, draft.content)).length : 0,
    graded: await countGraded(db, kind),
  };
}

/** Saves the draft; throws EDIT_CONFLICT if it was saved, published or discarded since. */
export async function saveGradingDraft(
  { db, now, uses }: EditDeps,
  kind: DeviceKind,
  content: GradingContent,
  { actorId, draftVersion }: Edit,
): Promise<EditedGrading> {
  const row = { content: withTestKeys(content), version: draftVersion + 1, actorId, updatedAt: now() };
  return inTransaction(db, async (tx) => {
    await assertCurrent(tx, kind, draftVersion);
    const stored = await tx
      .insert(gradingDrafts)
      .values({ ...row, kind, createdAt: now() })
      .onConflictDoUpdate({
        target: gradingDrafts.kind,
        set: row,
        setWhere: eq(gradingDrafts.version, draftVersion),
      })
      .returning({ kind: gradingDrafts.kind });
    if (stored.length === 0) throw draftConflict();
    return readEditedGrading(tx, kind, uses);
  });
}

export async function discardGradingDraft({ db, uses }: EditDeps, kind: DeviceKind): Promise<EditedGrading> {
  await db.delete(gradingDrafts).where(eq(gradingDrafts.kind, kind));
  return readEditedGrading(db, kind, uses);
}

/** Publishes the draft as the next version of what it changes. */
export async function publishGrading(
  { db, now, uses }: EditDeps,
  kind: DeviceKind,
  { actorId, draftVersion }: Edit,
): Promise<EditedGrading> {
  return inTransaction(db, async (tx) => {
    await assertCurrent(tx, kind, draftVersion);
    const by = { actorId, now: now() };
    const edited = await readEditedGrading(tx, kind, uses);
    if (!edited.draft) throw new Problem('NOT_FOUND', 'There is no draft to publish. Save one first.');
    const voided = await uses.gates.findVoided(tx, kind, edited.draft);
    await publishDraft(tx, { ...edited, draft: edited.draft, sentBack: voided.length }, by);
    await uses.gates.sendBack(tx, voided, by);
    return readEditedGrading(tx, kind, uses);
  });
}

/** Locks the draft if there is one. */
async function assertCurrent(tx: Tx, kind: DeviceKind, draftVersion: number): Promise<void> {
  const [draft] = await tx
    .select({ version: gradingDrafts.version })
    .from(gradingDrafts)
    .where(eq(gradingDrafts.kind, kind))
    .for('update');
  if ((draft?.version ?? 0) !== draftVersion) throw draftConflict();
}

function draftConflict(): Problem {
  return new Problem(
    'EDIT_CONFLICT',
    'Someone else has changed this draft since you opened it. Reload to see the changes.',
  );
}
