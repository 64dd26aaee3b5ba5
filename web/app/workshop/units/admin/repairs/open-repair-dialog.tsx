import { newRepair } from '@reprise/contract/workshop/units/repairs';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { FormDialog } from '../../../../admin-ui/forms/form-dialog.tsx';
import { api } from '../../../../api/browser-api.ts';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { useStepForm } from '../bench/use-step-form.ts';

type RepairDialogProps = { unit: Unit; onClose: () => void };

/** Opens a repair; the device moves there. */
export function OpenRepairDialog({ unit, onClose }: RepairDialogProps) {
  const form = useStepForm({
    defaultValues: { fault: '' },
    schema: newRepair,
    save: (body) => api.openRepair({ params: { id: unit.id }, body }),
    done: 'Repair opened',
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Repair of ${unit.number}`}
      onClose={onClose}
      submitLabel="Open repair"
      submitDisabled={form.watch('fault').trim() === ''}
    >
      <TextArea label="Fault" required rows={3} maxLength={500} {...form.field('fault')} />
    </FormDialog>
  );
}
