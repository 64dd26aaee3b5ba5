import {
  type CheckKind,
  type CheckResult,
  checkLabels,
  checkResultLabels,
  checkResults,
  checksOf,
} from '@reprise/contract/grading/device-checks';
import { unitAction } from '@reprise/contract/units/acts';
import { maxCarrier } from '@reprise/contract/units/carrier';
import type { Unit } from '@reprise/contract/units/unit';
import { FormDialog } from '../../../../admin-ui/forms/form-dialog.tsx';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { SegmentedChoice } from '../bench/segmented-choice.tsx';
import { useOutcomesForm } from '../use-outcomes-form.tsx';
import { nameOfUnits } from './name-of-units.ts';
import { ActProgress, useAct } from './use-act.tsx';

type UnitsDialogProps = { units: Unit[]; onClose: () => void; onDone: () => void };

const choices = checkResults.map((value) => ({ value, label: checkResultLabels[value] }));

/** Records the same answers of registers and account services for many devices. */
export function CheckUnitsDialog({ units, onClose, onDone }: UnitsDialogProps) {
  const kinds = [...new Set(units.flatMap(({ model }) => checksOf(model.kind)))];
  const act = useAct();
  const form = useOutcomesForm({
    units,
    defaultValues: { answers: {} as Partial<Record<CheckKind, CheckResult>>, provider: '', carrier: '' },
    schema: unitAction,
    bodyOf: ({ answers, provider, carrier }) => ({
      kind: 'check',
      checks: kinds.flatMap((kind) => {
        const result = answers[kind];
        return result ? { kind, result, provider, ...(kind === 'carrier-lock' && { carrier }) } : [];
      }),
    }),
    save: (action) => act.run(units, action),
    done: () => 'checked',
    invalidates: [['units']],
    onDone: () => {
      onClose();
      onDone();
    },
  });
  const answers = form.choice('answers');
  const lock = answers.value['carrier-lock'];
  return (
    <FormDialog
      form={form}
      title={`Checks of ${nameOfUnits(units)}`}
      onClose={onClose}
      submitLabel="Save checks"
      submitDisabled={Object.keys(answers.value).length === 0}
    >
      <div className="grid gap-4">
        {kinds.map((kind) => (
          <div key={kind} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
            <span className="font-medium text-sm">{checkLabels[kind]}</span>
            <SegmentedChoice
              label={checkLabels[kind]}
              choices={choices}
              value={answers.value[kind]}
              onChange={(result) => answers.onChange({ ...answers.value, [kind]: result })}
            />
          </div>
        ))}
        {(lock === 'flagged' || lock === 'blocked') && (
          <TextInput label="Carrier" required maxLength={maxCarrier} {...form.field('carrier')} />
        )}
        <TextInput label="Looked up with" maxLength={100} {...form.field('provider')} />
        <div>
          <Button
            size="sm"
            variant="outline"
            onClick={() => answers.onChange(Object.fromEntries(kinds.map((kind) => [kind, 'clear'])))}
          >
            All clear
          </Button>
        </div>
        <ActProgress progress={act.progress} />
      </div>
    </FormDialog>
  );
}
