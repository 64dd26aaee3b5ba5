import { type ModelSize, modelSize } from '@reprise/contract/shipping/parcel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../../admin-ui/dialog-form.tsx';
import { OutsideForm } from '../../../../admin-ui/outside-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { WholeNumberInput } from '../../../../ui/forms/number-input.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import {
  type ParcelValues,
  parcelErrors,
  parcelFields,
  parcelLabels,
  valuesOfParcel,
  wireOfParcel,
} from '../../../shipping/admin/parcel-values.ts';

type SizeDialogProps = {
  /** Null while the dialog is closed. */
  configuration: { modelKey: string; name: string } | null;
  onClose: () => void;
};

/** Edits the weight and size of a configuration; may be opened from within the family's form. */
export function SizeDialog({ configuration, onClose }: SizeDialogProps) {
  const title = `Weight and size of ${configuration?.name ?? ''}`;
  return (
    <OutsideForm>
      <Modal open={configuration !== null} onClose={onClose} title={title} size="md">
        {configuration && <LoadedSize modelKey={configuration.modelKey} onClose={onClose} />}
      </Modal>
    </OutsideForm>
  );
}

type LoadedSizeProps = { modelKey: string; onClose: () => void };

function LoadedSize({ modelKey, onClose }: LoadedSizeProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['model-size', modelKey],
    queryFn: ({ signal }) => api.getModelSize({ params: { key: modelKey } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <SizeForm modelKey={modelKey} size={data.size} onClose={onClose} />;
  if (!error) return <Skeleton className="h-48" />;
  return (
    <ErrorState title="The size could not be loaded" onRetry={() => refetch()} retrying={isFetching}>
      {messageOf(error)}
    </ErrorState>
  );
}

function SizeForm({ modelKey, size, onClose }: LoadedSizeProps & { size: ModelSize }) {
  const [values, setValues] = useState(() => valuesOfParcel(size));
  const [errors, setErrors] = useState<Partial<ParcelValues>>({});
  const saving = useMutation({
    mutationFn: (body: ModelSize) => api.updateModelSize({ params: { key: modelKey }, body }),
    onSuccess: () => {
      notify('success', 'Weight and size saved');
      onClose();
    },
  });
  const save = () => {
    const checked = modelSize.safeParse(wireOfParcel(values));
    if (checked.success) {
      setErrors({});
      return saving.mutate(checked.data);
    }
    setErrors(parcelErrors(checked.error));
  };
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onCancel={onClose}
      submitLabel="Save"
      saving={saving.isPending}
      failure={saving.isError && messageOf(saving.error, 'The size could not be saved. Try again.')}
    >
      <p className="mb-4 text-ink-muted text-sm">
        Of the device in its own box, with what is in it. Shipping labels are priced by them.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {parcelFields.map((field) => (
          <WholeNumberInput
            key={field}
            label={parcelLabels[field]}
            lowest={1}
            value={values[field]}
            onChange={({ target }) => setValues({ ...values, [field]: target.value })}
            error={errors[field]}
          />
        ))}
      </div>
    </DialogForm>
  );
}
