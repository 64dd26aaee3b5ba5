import {
  type Checklist,
  type ChecklistTest,
  judgeTests,
  type TestOutcome,
  unanswered,
} from '@reprise/contract/grading/checklist';
import { kindsWithBattery } from '@reprise/contract/grading/device-kinds';
import { readWhole } from '@reprise/contract/typed-number';
import type { NewTest } from '@reprise/contract/units/bench';
import { type KeyboardEvent, useState } from 'react';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { hasSingleKeys } from '../../../../admin-ui/single-keys.ts';
import { api } from '../../../../api/browser-api.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { WholeNumberInput } from '../../../../ui/forms/number-input.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { SegmentedChoice } from './segmented-choice.tsx';
import { readTestDraft, storeTestDraft, type TestAnswers, type TestDraft } from './test-draft.ts';
import { type StepFormProps, useRecord } from './use-record.ts';

const emptyAnswers: TestAnswers = { results: {}, battery: '', cycles: '', note: '' };

/** Answers of the test of a unit, those of an interrupted one first. */
function useTestDraft(unit: string, { id, tests }: Checklist, passedBefore: string[] | null) {
  const [draft, setDraft] = useState(
    () =>
      readTestDraft(unit, id) ?? {
        ...emptyAnswers,
        results: Object.fromEntries((passedBefore ?? []).map((key) => [key, 'pass' as const])),
        unit,
        checklist: id,
        startedAt: Date.now(),
      },
  );
  const change = (part: Partial<TestAnswers>) => {
    const changed = { ...draft, ...part };
    setDraft(changed);
    storeTestDraft(changed);
  };
  const setResult = (test: string, outcome: TestOutcome) =>
    change({ results: { ...draft.results, [test]: outcome } });
  const passRest = () =>
    change({ results: Object.fromEntries(tests.map(({ key }) => [key, draft.results[key] ?? 'pass'])) });
  return { draft, change, setResult, passRest };
}

const maxSeconds = 86_400;

function toReport(
  { checklist, results, note, startedAt }: TestDraft,
  battery: number | null,
  cycles: number | null,
): NewTest {
  // The clock of the browser may be set back in between.
  const seconds = Math.min(maxSeconds, Math.max(0, Math.round((Date.now() - startedAt) / 1000)));
  return { checklist, results, battery, cycles, note, seconds };
}

/** Test report of a unit. `p` passes the tests that are left, `f` fails the one with the focus. */
export function TestForm({ unit, bench, onDone }: StepFormProps) {
  const { checklist, kind } = bench;
  const { draft, change, setResult, passRest } = useTestDraft(unit.id, checklist, bench.passedBefore);
  const [key] = useState(() => crypto.randomUUID());
  const left = unanswered(checklist.tests, draft.results);
  const [battery, cycles] = [readPart(draft.battery, 100), readPart(draft.cycles, 100_000)];
  const { save, isSaving, failure } = useRecord(
    () =>
      api.recordUnitTest(
        { params: { id: unit.id }, body: toReport(draft, battery.value, cycles.value) },
        { idempotencyKey: key },
      ),
    'Test saved',
    () => {
      storeTestDraft(null);
      onDone();
    },
  );
  const canSave = left.length === 0 && !battery.error && !cycles.error;
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (!isSingleKey(event)) return;
    if (event.key === 'p') passRest();
    const test = (event.target as HTMLElement).closest<HTMLElement>('[data-test]')?.dataset.test;
    if (event.key === 'f' && test) setResult(test, 'fail');
  };
  return (
    <form
      noValidate
      className="grid gap-5"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) save(undefined);
      }}
    >
      {failure && <FormFailure>{failure}</FormFailure>}
      {bench.passedBefore && (
        <p className="text-ink-muted text-sm">
          It was repaired. Tests that passed before are filled in; test what failed again.
        </p>
      )}
      <TestGroups tests={checklist.tests} results={draft.results} onResult={setResult} />
      {kindsWithBattery.includes(kind) && (
        <div className="grid gap-4 sm:grid-cols-2">
          <WholeNumberInput
            label="Battery health, %"
            hint="Leave it empty if it cannot be read."
            value={draft.battery}
            error={battery.error}
            onChange={(event) => change({ battery: event.target.value })}
          />
          <WholeNumberInput
            label="Charge cycles"
            value={draft.cycles}
            error={cycles.error}
            onChange={(event) => change({ cycles: event.target.value })}
          />
        </div>
      )}
      <TextInput
        label="Note"
        maxLength={1000}
        value={draft.note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <TestSummary tests={checklist.tests} results={draft.results} left={left} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={isSaving} disabled={!canSave}>
          Save test
        </Button>
        <Button variant="outline" onClick={passRest} disabled={left.length === 0}>
          Pass the rest
        </Button>
        <Button variant="ghost" onClick={() => change(emptyAnswers)}>
          Start again
        </Button>
      </div>
    </form>
  );
}

/** False in text fields, where the key is typed. */
function isSingleKey({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isTyping = (target as HTMLElement).matches('input:not([type=radio])');
  return !ctrlKey && !metaKey && !altKey && !isTyping && hasSingleKeys();
}

/** Returns the number of an optional field, or an error. */
function readPart(typed: string, max: number): { value: number | null; error?: string } {
  const value = readWhole(typed);
  if (value === undefined) return { value: null };
  const isInRange = typeof value === 'number' && value >= 0 && value <= max;
  return isInRange ? { value } : { value: null, error: `Enter a whole number from 0 to ${max}` };
}

type TestGroupsProps = {
  tests: readonly ChecklistTest[];
  results: Record<string, TestOutcome>;
  onResult: (test: string, outcome: TestOutcome) => void;
};

function TestGroups({ tests, results, onResult }: TestGroupsProps) {
  const groups = [...new Set(tests.map(({ group }) => group))];
  return (
    <div className="grid gap-x-10 gap-y-5 xl:grid-cols-2">
      {groups.map((group) => (
        <section key={group}>
          <h3 className="mb-1 font-semibold text-sm">{group}</h3>
          <ul>
            {tests
              .filter((test) => test.group === group)
              .map((test) => (
                <li
                  key={test.key}
                  data-test={test.key}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b py-1.5"
                >
                  <span className="text-sm">
                    {test.label} {!test.required && <Badge>Optional</Badge>}
                  </span>
                  <SegmentedChoice
                    label={test.label}
                    choices={test.required ? required : optional}
                    value={results[test.key]}
                    onChange={(outcome) => onResult(test.key, outcome)}
                  />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const required = [
  { value: 'pass', label: 'Pass', tone: 'good' },
  { value: 'fail', label: 'Fail', tone: 'bad' },
] as const;
const optional = [...required, { value: 'skipped', label: 'Skip', tone: 'neutral' }] as const;

type TestSummaryProps = Omit<TestGroupsProps, 'onResult'> & { left: ChecklistTest[] };

function TestSummary({ tests, results, left }: TestSummaryProps) {
  const { failed, verdict } = judgeTests(tests, results);
  const sentences = [
    left.length > 0 && `${left.length} left.`,
    failed.length > 0 && `Failed: ${failed.map(({ label }) => label).join(', ')}.`,
    verdict === 'fail' && 'The device stays on the bench.',
  ].filter(Boolean);
  return (
    <p role="status" className="min-h-5 text-sm">
      {sentences.length > 0 ? sentences.join(' ') : 'All tests pass.'}
    </p>
  );
}
