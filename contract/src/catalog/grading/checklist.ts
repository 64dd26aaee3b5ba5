import { z } from 'zod';
import { deviceKinds } from './device-kinds.ts';

/** Test of a checklist. A device whose required test fails is not ready; `critical` ones make it unfit for consumers. */
export const checklistTest = z.object({
  key: z.string(),
  label: z.string(),
  group: z.string(),
  required: z.boolean(),
  critical: z.boolean(),
});
export type ChecklistTest = z.output<typeof checklistTest>;

/** Tests of one kind of device. A published version never changes: reports name theirs. */
export const checklist = z
  .object({
    id: z.string(),
    kind: z.enum(deviceKinds),
    version: z.number().int(),
    tests: z.array(checklistTest),
  })
  .meta({ id: 'Checklist' });
export type Checklist = z.output<typeof checklist>;

export const testOutcomes = ['pass', 'fail', 'skipped'] as const;
export type TestOutcome = (typeof testOutcomes)[number];

/** `unfinished`: a tool left required tests open. */
export const verdicts = ['pass', 'pass-with-notes', 'fail', 'unfinished'] as const;
export type Verdict = (typeof verdicts)[number];

export const verdictLabels: Record<Verdict, string> = {
  pass: 'Passed',
  'pass-with-notes': 'Passed with notes',
  fail: 'Failed',
  unfinished: 'Not finished',
};

type Results = Readonly<Record<string, TestOutcome | undefined>>;

/** Returns the required tests that are not answered. */
export function unanswered(tests: readonly ChecklistTest[], results: Results): ChecklistTest[] {
  return tests.filter(({ key, required }) => required && (results[key] ?? 'skipped') === 'skipped');
}

/** Returns the failed tests and the verdict: a failed required test fails the device, another one is a note. */
export function judgeTests(tests: readonly ChecklistTest[], results: Results) {
  const failed = tests.filter(({ key }) => results[key] === 'fail');
  const verdict: Verdict = failed.some(({ required }) => required)
    ? 'fail'
    : failed.length > 0
      ? 'pass-with-notes'
      : 'pass';
  return { failed, verdict };
}
