import { expectedRemoval, type Lot } from '@reprise/contract/workshop/lots/lot';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { formatCount } from '../../../formats.ts';
import { TextInput } from '../../../ui/forms/text-input.tsx';

type RemoveExpectedDialogProps = { lot: Lot; onClose: () => void };

/** Removes all devices of a manifest that have not come, such as those of a file that was applied by mistake. */
export function RemoveExpectedDialog({ lot, onClose }: RemoveExpectedDialogProps) {
  const { expected } = lot.counts;
  const devices = `${formatCount(expected)} expected ${expected === 1 ? 'device' : 'devices'}`;
  const form = useSavedForm({
    defaultValues: { reason: '' },
    schema: expectedRemoval,
    save: (body) => api.removeExpectedUnits({ params: { id: lot.id }, body }),
    done: `${devices} removed`,
    invalidates: [['lots'], ['units']],
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Remove ${devices}`}
      size="sm"
      onClose={onClose}
      submitLabel="Remove devices"
    >
      <div className="grid gap-5">
        <p className="text-sm">
          They leave the manifest, and the supplier is not asked for them. Received devices stay.
        </p>
        <TextInput label="Reason" required maxLength={500} {...form.field('reason')} />
      </div>
    </FormDialog>
  );
}
