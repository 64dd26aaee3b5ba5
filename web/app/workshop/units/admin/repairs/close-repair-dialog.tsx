import { readWhole } from '@reprise/contract/typed-number';
import { type RepairClosing, repairClosing } from '@reprise/contract/workshop/units/repairs';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { FormDialog } from '../../../../admin-ui/forms/form-dialog.tsx';
import { api } from '../../../../api/browser-api.ts';
import { WholeNumberInput } from '../../../../ui/forms/number-input.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { useStepForm } from '../bench/use-step-form.ts';

type CloseRepairDialogProps = { unit: Unit; outcome: RepairClosing['outcome']; onClose: () => void };

/** Finishes the open repair or gives it up; test and grade are asked again. */
export function CloseRepairDialog({ unit, outcome, onClose }: CloseRepairDialogProps) {
  const isDone = outcome === 'done';
  const form = useStepForm({
    defaultValues: { work: '', minutes: '' },
    schema: repairClosing,
    bodyOf: ({ work, minutes }) => ({ outcome, work, minutes: readWhole(minutes) ?? 0 }),
    mode: 'onChange',
    save: (body) => api.closeRepair({ params: { id: unit.id }, body }),
    done: isDone ? 'Repair finished. Test the device again' : 'Repair given up',
    onDone: onClose,
  });
  const minutes = form.field('minutes');
  const label = isDone ? 'Finish repair' : 'Give up repair';
  return (
    <FormDialog
      form={form}
      title={label}
      onClose={onClose}
      submitLabel={label}
      submitDisabled={form.watch('work').trim() === '' || minutes.error !== undefined}
    >
      <div className="grid gap-4">
        <TextArea
          label={isDone ? 'Work done' : 'Reason'}
          required
          rows={3}
          maxLength={1000}
          {...form.field('work')}
        />
        <WholeNumberInput
          label="Minutes"
          hint="Booked to the device at the rate in the settings."
          {...minutes}
        />
      </div>
    </FormDialog>
  );
}
