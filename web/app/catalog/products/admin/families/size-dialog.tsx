import { type ModelSize, modelSize } from '@reprise/contract/sales/orders/shipping/parcel';
import { DialogForm } from '../../../../admin-ui/dialog-form.tsx';
import { LoadedDialog } from '../../../../admin-ui/forms/loaded-dialog.tsx';
import { useSavedForm } from '../../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../../api/browser-api.ts';
import {
  parcelFields,
  parcelLabels,
  valuesOfParcel,
  wireOfParcel,
} from '../../../../sales/shipping-labels/admin/parcel-values.ts';
import { WholeNumberInput } from '../../../../ui/forms/number-input.tsx';
import type { ConfigurationDialogProps } from './codes-dialog.tsx';

/** Edits the weight and size of a configuration. */
export function SizeDialog({ modelKey, name, onClose }: ConfigurationDialogProps) {
  return (
    <LoadedDialog
      title={`Weight and size of ${name}`}
      onClose={onClose}
      query={{
        queryKey: ['model-size', modelKey],
        queryFn: ({ signal }) => api.getModelSize({ params: { key: modelKey } }, { signal }),
      }}
      failed="The size could not be loaded"
      skeleton="h-48"
    >
      {({ size }) => <SizeForm modelKey={modelKey} size={size} onClose={onClose} />}
    </LoadedDialog>
  );
}

type SizeFormProps = { modelKey: string; size: ModelSize; onClose: () => void };

function SizeForm({ modelKey, size, onClose }: SizeFormProps) {
  const form = useSavedForm({
    defaultValues: valuesOfParcel(size),
    schema: modelSize,
    bodyOf: wireOfParcel,
    save: (body) => api.updateModelSize({ params: { key: modelKey }, body }),
    done: 'Weight and size saved',
    failed: 'The size could not be saved. Try again.',
    invalidates: [],
    onSaved: onClose,
  });
  return (
    <DialogForm form={form} onCancel={onClose} submitLabel="Save">
      <p className="mb-4 text-ink-muted text-sm">
        Of the device in its own box, with what is in it. Shipping labels are priced by them.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {parcelFields.map((name) => (
          <WholeNumberInput key={name} label={parcelLabels[name]} lowest={1} {...form.field(name)} />
        ))}
      </div>
    </DialogForm>
  );
}
