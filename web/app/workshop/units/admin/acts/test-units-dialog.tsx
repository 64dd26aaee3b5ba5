import { FormDialog } from '../../../../admin-ui/forms/form-dialog.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { nameOfUnits } from './name-of-units.ts';
import { ActProgress } from './use-act.tsx';
import { type ActDialogProps, useActForm } from './use-act-form.ts';

/** Records that many devices passed all tests of their checklists. */
export function TestUnitsDialog({ units, onClose, onDone }: ActDialogProps) {
  const { form, progress } = useActForm({
    units,
    onClose,
    onDone,
    defaultValues: { kind: 'test', reason: '' },
    done: 'tested',
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
        <ActProgress progress={progress} />
      </div>
    </FormDialog>
  );
}
