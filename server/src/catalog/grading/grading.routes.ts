import { checksOf } from '@reprise/contract/catalog/grading/device-checks';
import { deviceKinds, kindsWithData } from '@reprise/contract/catalog/grading/device-kinds';
import type { editedGradingEndpoints } from '@reprise/contract/catalog/grading/edited-grading';
import type { gradingEndpoints, PublicGrading } from '@reprise/contract/catalog/grading/grading';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/database/database.ts';
import { assertPermission, type Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import type { ResponseTags } from '../../platform/response-cache/cache-dependencies.ts';
import {
  discardGradingDraft,
  type GradingUses,
  publishGrading,
  readEditedGrading,
  saveGradingDraft,
} from './edit-grading.ts';
import { findNewestGrading } from './grading.queries.ts';
import { gradingTag } from './grading.tags.ts';

export const gradingTags = {
  getGrading: () => ({ strict: [gradingTag] }),
} satisfies Record<keyof typeof gradingEndpoints, () => ResponseTags>;

export function gradingHandlers({ db }: Pick<Deps, 'db'>): Handlers<typeof gradingEndpoints> {
  return { getGrading: async () => ({ kinds: await readPublicGrading(db) }) };
}

/** The editor of grades and tests; the slices of devices and products say what a version is used for. */
export function editedGradingHandlers(
  deps: Pick<Deps, 'db' | 'now'>,
  uses: GradingUses,
): Handlers<typeof editedGradingEndpoints> {
  const editing = { ...deps, uses };
  return {
    getEditedGrading: async ({ params: { kind } }) => ({
      grading: await readEditedGrading(deps.db, kind, uses),
    }),
    saveGradingDraft: async ({ params: { kind }, body: { draftVersion, ...content } }, context) => {
      const { userId: actorId } = requireCaller(context);
      return { grading: await saveGradingDraft(editing, kind, content, { actorId, draftVersion }) };
    },
    discardGradingDraft: async ({ params: { kind } }) => ({
      grading: await discardGradingDraft(editing, kind),
    }),
    publishGrading: async ({ params: { kind }, body: { draftVersion } }, context) => {
      const caller = requireCaller(context);
      const actorId = caller.userId;
      if (await uses.gates.hasDevices(deps.db, kind)) assertPermission(caller, 'catalog.manage');
      return { grading: await publishGrading(editing, kind, { actorId, draftVersion }) };
    },
  };
}

async function readPublicGrading(db: Db): Promise<PublicGrading[]> {
  const { standards, checklists } = await findNewestGrading(db);
  return deviceKinds.flatMap((kind) => {
    const standard = standards.find((standard) => standard.kind === kind);
    const checklist = checklists.find((checklist) => checklist.kind === kind);
    if (!standard || !checklist) return [];
    return {
      kind,
      version: standard.version,
      surfaces: standard.surfaces,
      grades: standard.grades.filter(({ condition, isRetired }) => condition !== null && !isRetired),
      tests: checklist.tests,
      checks: checksOf(kind),
      isErased: kindsWithData.includes(kind),
    };
  });
}
