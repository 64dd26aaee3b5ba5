import {
  type CheckKind,
  type CheckResult,
  checkHints,
  checkLabels,
  checksOf,
} from '@reprise/contract/catalog/grading/device-checks';
import { newChecks } from '@reprise/contract/workshop/units/bench';
import { maxCarrier } from '@reprise/contract/workshop/units/carrier';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { isForSale } from '../is-for-sale.ts';
import { checkChoices } from './check-choices.ts';
import { SegmentedChoice } from './segmented-choice.tsx';
import { ignoreEnter } from './use-bench-keys.ts';
import { type StepFormProps, useStepForm } from './use-step-form.ts';

type Answers = Partial<Record<CheckKind, CheckResult>>;

/** True for an answer that names a carrier. */
const isLocked = (kind: CheckKind, result: CheckResult | undefined) =>
  kind === 'carrier-lock' && (result === 'flagged' || result === 'blocked');

/** Answers of registers and account services. */
export function ChecksForm({ unit, bench, onDone }: StepFormProps) {
  const kinds = checksOf(bench.kind);
  const form = useStepForm({
    defaultValues: {
      answers: Object.fromEntries(bench.checks.map(({ kind, result }) => [kind, result])) as Answers,
      provider: '',
      carrier: unit.carrier ?? '',
    },
    schema: newChecks,
    bodyOf: ({ answers, provider, carrier }) => ({
      checks: kinds.flatMap((kind) => {
        const result = answers[kind];
        if (!result) return [];
        return { kind, result, provider, ...(isLocked(kind, result) && { carrier }) };
      }),
    }),
    save: (body) => api.recordUnitChecks({ params: { id: unit.id }, body }),
    done: 'Checks saved',
    onDone,
  });
  const answers = form.choice('answers');
  const isOnSale = isForSale(unit);
  const isBlocking = Object.values(answers.value).includes('blocked');
  return (
    <form noValidate className="grid gap-4" onKeyDown={ignoreEnter} onSubmit={form.submit}>
      {form.failure && <FormFailure>{form.failure}</FormFailure>}
      {isOnSale && <OnSaleHint />}
      <ul className="grid gap-3">
        {kinds.map((kind) => (
          <li key={kind} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
            <span>
              <span className="block font-medium text-sm">{checkLabels[kind]}</span>
              <span className="block text-ink-muted text-sm">{checkHints[kind]}</span>
            </span>
            <SegmentedChoice
              label={checkLabels[kind]}
              choices={checkChoices}
              value={answers.value[kind]}
              onChange={(result) => answers.onChange({ ...answers.value, [kind]: result })}
            />
            {isLocked(kind, answers.value[kind]) && (
              <TextInput
                label="Carrier"
                hint="The one that it works with."
                required
                maxLength={maxCarrier}
                {...form.field('carrier')}
              />
            )}
          </li>
        ))}
      </ul>
      <TextInput
        label="Looked up with"
        hint="The service or register, for the history. Optional."
        maxLength={100}
        {...form.field('provider')}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          data-finishes
          loading={form.isSaving}
          disabled={isOnSale ? !isBlocking : Object.keys(answers.value).length === 0}
          variant={isOnSale ? 'danger' : 'primary'}
        >
          {isOnSale ? 'Block and take off sale' : 'Save checks'}
        </Button>
        {!isOnSale && (
          <NoFindings
            onClick={() => answers.onChange(Object.fromEntries(kinds.map((kind) => [kind, 'clear'])))}
          />
        )}
      </div>
    </form>
  );
}

function OnSaleHint() {
  return (
    <p className="text-ink-muted text-sm">
      A blocked check takes this device off the sale into quarantine. For other answers, move it to the bench
      first.
    </p>
  );
}

function NoFindings({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="outline" aria-keyshortcuts="p" onClick={onClick}>
      No findings
    </Button>
  );
}
