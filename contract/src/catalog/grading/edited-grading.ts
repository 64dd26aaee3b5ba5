import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { seenVersion } from '../../wire.ts';
import { conditions } from '../products/conditions.ts';
import { checklistTest } from './checklist.ts';
import { deviceKinds } from './device-kinds.ts';
import { type Grade, grade, maxGrades, surface } from './grade-standard.ts';

export const maxSurfaces = 12;
export const maxTests = 80;

const key = z.string().regex(/^[a-z0-9-]{0,40}$/, 'Keys have lowercase letters, digits and dashes');
const name = z.string().trim().max(60, 'Use at most 60 characters');

/**
 * Surfaces, grades and tests of a draft. It may be unfinished: `gradingFaults` says what is left before it can be
 * published. A test with the key '' gets one from its label.
 */
export const gradingContent = z.object({
  surfaces: z.array(surface.extend({ key: key.min(1), label: name })).max(maxSurfaces),
  grades: z
    .array(
      grade.extend({
        code: z.string().trim().max(4, 'Use at most 4 characters'),
        condition: z.enum(conditions).nullable(),
        publicName: name,
        words: z.record(key, z.string().trim().max(300, 'Use at most 300 characters')),
        batteryFloor: z.number().int().min(1).max(100).nullable(),
        worstWear: z.string().max(4).nullable(),
      }),
    )
    .max(maxGrades),
  tests: z.array(checklistTest.extend({ key, label: name, group: name })).max(maxTests),
});
export type GradingContent = z.output<typeof gradingContent>;

/** Grades and tests of a kind of device as staff edit them. */
export const editedGrading = z
  .object({
    kind: z.enum(deviceKinds),
    published: gradingContent.extend({
      standardVersion: z.number().int(),
      checklistVersion: z.number().int(),
    }),
    /** Null without one. */
    draft: gradingContent.nullable(),
    /** Number of times the draft was saved; 0 without one. Sent back with each change. */
    draftVersion: z.number().int(),
    /** Products on sale that would lose their battery promise, because they state less than the draft promises: the first names. */
    endedPromises: z.object({ count: z.number().int(), names: z.array(z.string()) }),
    /** Devices that are ready or on sale and whose test or grade would not hold: publishing sends them back to the bench. */
    sentBack: z.number().int(),
    /** Devices in hand by the version of the grade standard they were graded under, and by grade. */
    graded: z.array(z.object({ version: z.number().int(), code: z.string(), count: z.number().int() })),
  })
  .meta({ id: 'EditedGrading' });
export type EditedGrading = z.output<typeof editedGrading>;

/** Returns the content with a key for each test that has none, made of its label. */
export function withTestKeys(content: GradingContent): GradingContent {
  const taken = new Set(content.tests.map(({ key }) => key));
  const tests = content.tests.map((test) => {
    if (test.key !== '') return test;
    const base =
      test.label
        .toLowerCase()
        .match(/[a-z0-9]+/g)
        ?.join('-')
        .slice(0, 36) ?? 'test';
    let key = base;
    for (let suffix = 2; taken.has(key); suffix += 1) key = `${base}-${suffix}`;
    taken.add(key);
    return { ...test, key };
  });
  return { ...content, tests };
}

/** Returns what must be mended before the content can be published, a sentence each. */
export function gradingFaults({ surfaces, grades, tests }: GradingContent): string[] {
  const offered = grades.filter(({ isRetired }) => !isRetired);
  const wear = offered.filter(({ worstWear }) => worstWear === null);
  return [
    ...namesFaults(
      'surface',
      surfaces.map(({ label }) => label),
    ),
    ...namesFaults(
      'grade',
      grades.map(({ code }) => code),
    ),
    ...namesFaults(
      'test',
      tests.map(({ label }) => label),
    ),
    ...(wear.length < 2 ? ['Offer at least two grades of wear.'] : []),
    ...(wear.length > 0 && wear.at(-1)?.condition !== null
      ? ['The last grade of wear is for devices that fail: it must not be sold to customers.']
      : []),
    ...(wear.some(({ condition }) => condition !== null) ? [] : ['Sell at least one grade to customers.']),
    ...offered.flatMap((one) => faultsOfGrade(one, surfaces, wear)),
    ...(tests.some(({ required }) => required) ? [] : ['Require at least one test.']),
    ...tests.filter(({ group }) => group === '').map(({ label }) => `Write the group of “${label}”.`),
  ];
}

/** Returns the faults of names that people choose by: each is written, and once. */
function namesFaults(noun: string, names: readonly string[]): string[] {
  const lower = names.map((name) => name.toLowerCase());
  const doubled = names.filter((name, index) => name !== '' && lower.indexOf(name.toLowerCase()) !== index);
  return [
    ...(names.length === 0 ? [`Add a ${noun}.`] : []),
    ...(names.includes('') ? [`Name each ${noun}.`] : []),
    ...doubled.map((name) => `There are two ${noun}s “${name}”.`),
  ];
}

function faultsOfGrade(
  { code, publicName, words, worstWear }: Grade,
  surfaces: GradingContent['surfaces'],
  wear: readonly Grade[],
): string[] {
  const unwritten = surfaces.filter(({ key }) => !words[key]).map(({ label }) => label);
  return [
    ...(publicName === '' ? [`Write the name of grade ${code} that customers read.`] : []),
    ...(unwritten.length > 0 ? [`Grade ${code}: write the words for ${unwritten.join(', ')}.`] : []),
    ...(worstWear !== null && !wear.some((one) => one.code === worstWear)
      ? [`Grade ${code} allows the wear of grade ${worstWear}, which is not offered.`]
      : []),
  ];
}

const kindParams = z.object({ kind: z.enum(deviceKinds, 'Unknown kind of device') });
const answer = z.object({ grading: editedGrading });

export const editedGradingEndpoints = endpoints({
  getEditedGrading: {
    method: 'GET',
    path: '/grading/:kind',
    summary: 'Grades and tests of a kind of device with the draft of their next version',
    access: 'admin',
    needs: 'grading.manage',
    rate: 'read',
    params: kindParams,
    response: answer,
  },
  saveGradingDraft: {
    method: 'PUT',
    path: '/grading/:kind/draft',
    summary: 'Save the draft of the next version; 409 EDIT_CONFLICT if it was saved since `draftVersion`',
    access: 'admin',
    needs: 'grading.manage',
    rate: 'write',
    params: kindParams,
    body: gradingContent.extend({ draftVersion: seenVersion }),
    response: answer,
  },
  discardGradingDraft: {
    method: 'DELETE',
    path: '/grading/:kind/draft',
    summary: 'Delete the draft; what is published stays',
    access: 'admin',
    needs: 'grading.manage',
    rate: 'write',
    params: kindParams,
    response: answer,
  },
  publishGrading: {
    method: 'POST',
    path: '/grading/:kind/publish',
    summary:
      'Publish the draft as the next version. Devices keep the version they were graded and tested under',
    access: 'admin',
    needs: 'grading.manage',
    rate: 'write',
    params: kindParams,
    body: z.object({ draftVersion: seenVersion }),
    response: answer,
  },
});
