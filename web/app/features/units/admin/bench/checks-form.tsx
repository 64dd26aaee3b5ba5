import {
  type CheckKind,
  type CheckResult,
  checkHints,
  checkLabels,
  checkResultLabels,
  checkResults,
  checksOf,
} from '@reprise/contract/grading/device-checks';
import { useState } from 'react';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { SegmentedChoice } from './segmented-choice.tsx';
import { type StepFormProps, useRecord } from './use-record.ts';

const tones = { clear: 'good', blocked: 'bad', flagged: 'neutral', unknown: 'neutral' } as const;
const choices = checkResults.map((value) => ({ value, label: checkResultLabels[value], tone: tones[value] }));

/** Answers of registers and account services. */
export function ChecksForm({ unit, bench, onDone }: StepFormProps) {
  const known = Object.fromEntries(bench.checks.map(({ kind, result }) => [kind, result]));
  const [answers, setAnswers] = useState<Partial<Record<CheckKind, CheckResult>>>(known);
  const [provider, setProvider] = useState('');
  const kinds = checksOf(bench.kind);
  const { save, isSaving, failure } = useRecord(
    () =>
      api.recordUnitChecks({
        params: { id: unit.id },
        body: {
          checks: kinds.flatMap((kind) => {
            const result = answers[kind];
            return result ? { kind, result, provider, note: '' } : [];
          }),
        },
      }),
    'Checks saved',
    onDone,
  );
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save(undefined);
      }}
    >
      {failure && <FormFailure>{failure}</FormFailure>}
      <ul className="grid gap-3">
        {kinds.map((kind) => (
          <li key={kind} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
            <span>
              <span className="block font-medium text-sm">{checkLabels[kind]}</span>
              <span className="block text-ink-muted text-sm">{checkHints[kind]}</span>
            </span>
            <SegmentedChoice
              label={checkLabels[kind]}
              choices={choices}
              value={answers[kind]}
              onChange={(result) => setAnswers({ ...answers, [kind]: result })}
            />
          </li>
        ))}
      </ul>
      <TextInput
        label="Looked up with"
        hint="The service or register, for the history. Optional."
        maxLength={100}
        value={provider}
        onChange={(event) => setProvider(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={isSaving} disabled={Object.keys(answers).length === 0}>
          Save checks
        </Button>
        <Button
          variant="outline"
          onClick={() => setAnswers(Object.fromEntries(kinds.map((kind) => [kind, 'clear'])))}
        >
          All clear
        </Button>
      </div>
    </form>
  );
}
