import {
  type CheckKind,
  type CheckResult,
  checkLabels,
  checksOf,
} from '@reprise/contract/catalog/grading/device-checks';
import { maxCarrier } from '@reprise/contract/workshop/units/carrier';
import { FormDialog } from '../../../../admin-ui/forms/form-dialog.tsx';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { checkChoices } from '../bench/check-choices.ts';
import { SegmentedChoice } from '../bench/segmented-choice.tsx';
import { isForSale } from '../is-for-sale.ts';
import { nameOfUnits } from './name-of-units.ts';
import { ActProgress } from './use-act.tsx';
import { type ActDialogProps, useActForm } from './use-act-form.ts';

/** Records the same answers of registers and account services for many devices. */
export function CheckUnitsDialog({ units, onClose, onDone }: ActDialogProps) {
  const kinds = [...new Set(units.flatMap(({ model }) => checksOf(model.kind)))];
  const { form, progress } = useActForm({
    units,
    onClose,
    onDone,
    defaultValues: { answers: {} as Partial<Record<CheckKind, CheckResult>>, provider: '', carrier: '' },
    bodyOf: ({ answers, provider, carrier }) => ({
      kind: 'check',
      checks: kinds.flatMap((kind) => {
        const result = answers[kind];
        return result ? { kind, result, provider, ...(kind === 'carrier-lock' && { carrier }) } : [];
      }),
    }),
    done: 'checked',
  });
  const answers = form.choice('answers');
  const lock = answers.value['carrier-lock'];
  return (
    <FormDialog
      form={form}
      title={`Checks of ${nameOfUnits(units)}`}
      size="lg"
      onClose={onClose}
      submitLabel="Save checks"
      submitDisabled={Object.keys(answers.value).length === 0}
    >
      <div className="grid gap-4">
        {units.some(isForSale) && (
          <p className="text-ink-muted text-sm">
            A blocked check takes devices off the sale into quarantine. Other answers are recorded on the
            bench only.
          </p>
        )}
        {kinds.map((kind) => (
          <div key={kind} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
            <span className="font-medium text-sm">{checkLabels[kind]}</span>
            <SegmentedChoice
              label={checkLabels[kind]}
              choices={checkChoices}
              value={answers.value[kind]}
              onChange={(result) => answers.onChange({ ...answers.value, [kind]: result })}
            />
          </div>
        ))}
        {(lock === 'flagged' || lock === 'blocked') && (
          <TextInput label="Carrier" required maxLength={maxCarrier} {...form.field('carrier')} />
        )}
        <TextInput label="Looked up with" maxLength={100} {...form.field('provider')} />
        {!units.every(isForSale) && (
          <div>
            <Button
              size="sm"
              variant="outline"
              onClick={() => answers.onChange(Object.fromEntries(kinds.map((kind) => [kind, 'clear'])))}
            >
              All clear
            </Button>
          </div>
        )}
        <ActProgress progress={progress} />
      </div>
    </FormDialog>
  );
}
