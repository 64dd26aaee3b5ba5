import { unitAction } from '@reprise/contract/units/acts';
import type { Unit } from '@reprise/contract/units/unit';
import { FormDialog } from '../../../../admin-ui/forms/form-dialog.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { useOutcomesForm } from '../use-outcomes-form.tsx';
import { nameOfUnits } from './name-of-units.ts';
import { ActProgress, useAct } from './use-act.tsx';

type UnitsDialogProps = { units: Unit[]; onClose: () => void; onDone: () => void };

/** Records that many devices passed all tests of their checklists. */
export function TestUnitsDialog({ units, onClose, onDone }: UnitsDialogProps) {
  const act = useAct();
  const form = useOutcomesForm({
    units,
    defaultValues: { kind: 'test', reason: '' },
    schema: unitAction,
    save: (action) => act.run(units, action),
    done: () => 'tested',
    invalidates: [['units']],
    onDone: () => {
      onClose();
      onDone();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Tests of ${nameOfUnits(units)}`}
      onClose={onClose}
      submitLabel="All tests passed"
    >
      <div className="grid gap-4">
        <p className="text-sm">
          Each device gets a report in which every test of its checklist passed. Record devices that failed
          one by one. The battery stays as it was read.
        </p>
        <TextInput
          label="How they were tested"
          hint="Shown in the history of each device."
          required
          maxLength={500}
          {...form.field('reason')}
        />
        <ActProgress progress={act.progress} />
      </div>
    </FormDialog>
  );
}
