import {
  type ChecklistTest,
  judgeTests,
  type TestOutcome,
  unanswered,
} from '@reprise/contract/catalog/grading/checklist';
import { kindsWithBattery } from '@reprise/contract/catalog/grading/device-kinds';
import { readWhole } from '@reprise/contract/typed-number';
import { newTest } from '@reprise/contract/workshop/units/bench';
import { isUnreadableAllowed } from '@reprise/contract/workshop/units/readiness';
import { useEffect, useState } from 'react';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { WholeNumberInput } from '../../../../ui/forms/number-input.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { SegmentedChoice } from './segmented-choice.tsx';
import { readTestDraft, storeTestDraft, type TestAnswers } from './test-draft.ts';
import { ignoreEnter } from './use-bench-keys.ts';
import { type StepFormProps, useStepForm } from './use-step-form.ts';

const emptyAnswers: TestAnswers = { results: {}, battery: '', cycles: '', note: '' };

const maxSeconds = 86_400;

function toReport(checklist: string, startedAt: number, { battery, cycles, ...answers }: TestAnswers) {
  // The clock of the browser may be set back in between.
  const seconds = Math.min(maxSeconds, Math.max(0, Math.round((Date.now() - startedAt) / 1000)));
  return {
    ...answers,
    checklist,
    seconds,
    battery: readWhole(battery) ?? null,
    cycles: readWhole(cycles) ?? null,
  };
}

/** Form of the answers, which starts with those of an interrupted test and stores each change. */
function useTestForm({ unit, bench: { checklist, passedBefore, unfinished }, onDone }: StepFormProps) {
  const [{ startedAt, ...answers }] = useState(() => {
    const stored = readTestDraft(unit.id, checklist.id);
    const passed = Object.fromEntries((passedBefore ?? []).map((key) => [key, 'pass' as const]));
    const given = unfinished && {
      ...emptyAnswers,
      results: unfinished.results,
      battery: String(unfinished.battery ?? ''),
      cycles: String(unfinished.cycles ?? ''),
    };
    return stored ?? { ...(given ?? { ...emptyAnswers, results: passed }), startedAt: Date.now() };
  });
  const form = useStepForm({
    defaultValues: answers as TestAnswers,
    schema: newTest,
    bodyOf: (values) => toReport(checklist.id, startedAt, values),
    mode: 'onChange',
    save: (body, idempotencyKey) =>
      api.recordUnitTest({ params: { id: unit.id }, body }, { idempotencyKey: idempotencyKey() }),
    done: 'Test saved',
    onDone: () => {
      storeTestDraft(null);
      onDone();
    },
  });
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          storeTestDraft({ ...values, unit: unit.id, checklist: checklist.id, startedAt }),
      }),
    [subscribe, unit.id, checklist.id, startedAt],
  );
  return form;
}

/** Test report of a unit. */
export function TestForm(props: StepFormProps) {
  const { bench } = props;
  const { tests } = bench.checklist;
  const form = useTestForm(props);
  const { value: results, onChange: setResults } = form.choice('results');
  const [battery, cycles] = [form.field('battery'), form.field('cycles')];
  const left = unanswered(tests, results);
  const setResult = (test: string, outcome: TestOutcome) => setResults({ ...results, [test]: outcome });
  const passRest = () =>
    setResults(Object.fromEntries(tests.map(({ key }) => [key, results[key] ?? 'pass'])));
  return (
    <form noValidate className="grid gap-5" onKeyDown={ignoreEnter} onSubmit={form.submit}>
      {form.failure && <FormFailure>{form.failure}</FormFailure>}
      {bench.passedBefore && (
        <p className="text-ink-muted text-sm">
          It was repaired. Tests that passed before are filled in; test what failed again.
        </p>
      )}
      {bench.unfinished && (
        <p className="text-ink-muted text-sm">
          {bench.unfinished.tool} left tests open. What it answered is filled in.
        </p>
      )}
      <TestGroups tests={tests} results={results} onResult={setResult} />
      {kindsWithBattery.includes(bench.kind) && (
        <div className="grid gap-4 sm:grid-cols-2">
          <WholeNumberInput
            label="Battery health, %"
            hint={
              isUnreadableAllowed(bench.kind)
                ? 'Leave it empty if it cannot be read.'
                : 'A grade with a floor needs it.'
            }
            {...battery}
          />
          <WholeNumberInput label="Charge cycles" {...cycles} />
        </div>
      )}
      <TextInput label="Note" maxLength={1000} {...form.field('note')} />
      <TestSummary tests={tests} results={results} left={left} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          data-finishes
          loading={form.isSaving}
          disabled={left.length > 0 || Boolean(battery.error ?? cycles.error)}
        >
          Save test
        </Button>
        <Button variant="outline" aria-keyshortcuts="p" onClick={passRest} disabled={left.length === 0}>
          Pass the rest
        </Button>
        <Button variant="ghost" onClick={() => form.reset(emptyAnswers)}>
          Start again
        </Button>
      </div>
    </form>
  );
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
  { value: 'fail', label: 'Fail', tone: 'bad', shortcut: 'f' },
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
