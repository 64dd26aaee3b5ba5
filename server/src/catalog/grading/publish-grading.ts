import { isDeepStrictEqual } from 'node:util';
import type { DeviceKind } from '@reprise/contract/catalog/grading/device-kinds';
import {
  type EditedGrading,
  type GradingContent,
  gradingFaults,
} from '@reprise/contract/catalog/grading/edited-grading';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { invalidateTags } from '../../platform/response-cache/invalidate-tags.ts';
import { checklists, gradeStandards, gradingDrafts } from './grading.tables.ts';
import { gradingTag } from './grading.tags.ts';

type Published = EditedGrading['published'];
type Publication = {
  kind: DeviceKind;
  published: Published;
  draft: GradingContent;
  graded: EditedGrading['graded'];
  sentBack: number;
};
type By = { actorId: string; now: Date };

/**
 * Publishes a locked draft: a version of what differs, grades, tests or both. Throws VALIDATION_ERROR while the draft
 * has faults, or if it lacks a grade that a device in hand has.
 */
export async function publishDraft(tx: Tx, publication: Publication, by: By): Promise<void> {
  const { kind, published, draft } = publication;
  assertPublishable(publication);
  const changed = changesOf(published, draft);
  if (!changed.grades && !changed.tests) {
    throw new Problem('VALIDATION_ERROR', 'The draft is what is published already. Discard it.');
  }
  const row = { kind, actorId: by.actorId, publishedAt: by.now };
  const { surfaces, grades, tests } = draft;
  const standardVersion = published.standardVersion + (changed.grades ? 1 : 0);
  const checklistVersion = published.checklistVersion + (changed.tests ? 1 : 0);
  if (changed.grades) {
    await tx
      .insert(gradeStandards)
      .values({ ...row, id: newId('std'), version: standardVersion, surfaces, grades });
  }
  if (changed.tests) {
    await tx.insert(checklists).values({ ...row, id: newId('chk'), version: checklistVersion, tests });
  }
  await tx.delete(gradingDrafts).where(eq(gradingDrafts.kind, kind));
  invalidateTags(tx, [gradingTag]);
  await recordAudit(tx, {
    actorId: by.actorId,
    action: 'publish grades and tests',
    subject: `grading ${kind}`,
    before: { standard: published.standardVersion, checklist: published.checklistVersion },
    after: { standard: standardVersion, checklist: checklistVersion, sentBack: publication.sentBack },
  });
}

function changesOf(published: GradingContent, draft: GradingContent) {
  return {
    grades:
      !isDeepStrictEqual(published.grades, draft.grades) ||
      !isDeepStrictEqual(published.surfaces, draft.surfaces),
    tests: !isDeepStrictEqual(published.tests, draft.tests),
  };
}

function assertPublishable({ published, draft, graded }: Publication): void {
  const removed = published.grades.filter(({ code }) => !draft.grades.some((grade) => grade.code === code));
  const inUse = removed.flatMap(({ code }) => {
    const count = graded.reduce((sum, row) => sum + (row.code === code ? row.count : 0), 0);
    if (count === 0) return [];
    return `Grade ${code} is on ${count === 1 ? 'a device' : `${count} devices`}: retire it instead of removing it.`;
  });
  const faults = [...inUse, ...gradingFaults(draft)];
  if (faults.length > 0) throw new Problem('VALIDATION_ERROR', faults.join(' '));
}
