import { checksOf } from '@reprise/contract/grading/device-checks';
import { deviceKinds, kindsWithData } from '@reprise/contract/grading/device-kinds';
import type { gradingEndpoints, PublicGrading } from '@reprise/contract/grading/grading';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/database/database.ts';
import type { Handlers } from '../platform/http/endpoint.ts';
import type { ResponseTags } from '../platform/response-cache/cache-dependencies.ts';
import { findNewestGrading } from './grading.queries.ts';

/** Published versions change at a start only, with which the cache begins empty. */
export const gradingTags = {
  getGrading: () => ({ strict: ['grading'] }),
} satisfies Record<keyof typeof gradingEndpoints, () => ResponseTags>;

export function gradingHandlers({ db }: Pick<Deps, 'db'>): Handlers<typeof gradingEndpoints> {
  return { getGrading: async () => ({ kinds: await readPublicGrading(db) }) };
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
      grades: standard.grades.filter(({ condition }) => condition !== null),
      tests: checklist.tests,
      checks: checksOf(kind),
      isErased: kindsWithData.includes(kind),
    };
  });
}
