import type { TestOutcome } from '@reprise/contract/catalog/grading/checklist';

export type TestAnswers = {
  results: Record<string, TestOutcome>;
  battery: string;
  cycles: string;
  note: string;
};

export type TestDraft = TestAnswers & { unit: string; checklist: string; startedAt: number };

const name = 'unit-test';

/** Returns the answers of an interrupted test of the unit under the checklist; null without one. */
export function readTestDraft(unit: string, checklist: string): TestDraft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(name) ?? 'null') as TestDraft | null;
    return draft?.unit === unit && draft.checklist === checklist ? draft : null;
  } catch {
    return null;
  }
}

/** Stores the answers of the test under way, so that a reload does not lose them; without any, forgets them. */
export function storeTestDraft(draft: TestDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(name, JSON.stringify(draft));
    else sessionStorage.removeItem(name);
  } catch {
    // A browser that stores nothing still tests.
  }
}
