import { type ModelCodes, modelCodesInput } from '@reprise/contract/units/model-codes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../../admin-ui/dialog-form.tsx';
import { OutsideForm } from '../../../../admin-ui/outside-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';

type CodesDialogProps = {
  /** Null while the dialog is closed. */
  configuration: { modelKey: string; name: string } | null;
  onClose: () => void;
};

/** Edits the GTINs and part numbers of a configuration; may be opened from within the family's form. */
export function CodesDialog({ configuration, onClose }: CodesDialogProps) {
  return (
    <OutsideForm>
      <Modal open={configuration !== null} onClose={onClose} title={`Codes of ${configuration?.name ?? ''}`}>
        {configuration && <LoadedCodes modelKey={configuration.modelKey} onClose={onClose} />}
      </Modal>
    </OutsideForm>
  );
}

const keyOf = (modelKey: string) => ['model-codes', modelKey];

function LoadedCodes({ modelKey, onClose }: { modelKey: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keyOf(modelKey),
    queryFn: ({ signal }) => api.getModelCodes({ params: { key: modelKey } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <CodesForm modelKey={modelKey} codes={data.codes} onClose={onClose} />;
  if (!error) return <Skeleton className="h-64" />;
  return (
    <ErrorState title="The codes could not be loaded" onRetry={() => refetch()} retrying={isFetching}>
      {messageOf(error)}
    </ErrorState>
  );
}

function CodesForm({
  modelKey,
  codes,
  onClose,
}: {
  modelKey: string;
  codes: ModelCodes;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const [gtins, setGtins] = useState(codes.gtins.join('\n'));
  const [mpns, setMpns] = useState(codes.mpns.join('\n'));
  const [errors, setErrors] = useState<{ gtins?: string | undefined; mpns?: string | undefined }>({});
  const saving = useMutation({
    mutationFn: (body: ModelCodes) => api.updateModelCodes({ params: { key: modelKey }, body }),
    onSuccess: (answer) => {
      queries.setQueryData(keyOf(modelKey), answer);
      notify('success', 'Codes saved');
      onClose();
    },
  });
  const save = () => {
    const checked = modelCodesInput.safeParse({ gtins: linesOf(gtins), mpns: linesOf(mpns) });
    if (checked.success) {
      setErrors({});
      return saving.mutate(checked.data);
    }
    const firstOf = (field: string) => checked.error.issues.find(({ path }) => path[0] === field)?.message;
    setErrors({ gtins: firstOf('gtins'), mpns: firstOf('mpns') });
  };
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onCancel={onClose}
      submitLabel="Save codes"
      saving={saving.isPending}
      failure={saving.isError && messageOf(saving.error, 'The codes could not be saved. Try again.')}
    >
      <div className="grid gap-5">
        <TextArea
          label="GTINs"
          hint="Numbers below the barcodes of its boxes (EAN, UPC), one per line. Scans at the intake find the model by them, and product feeds name the first."
          rows={3}
          value={gtins}
          onChange={({ target }) => setGtins(target.value)}
          error={errors.gtins}
        />
        <TextArea
          label="Part numbers of the maker"
          hint="Also called MPN, such as MLPF3LL/A. One per line."
          rows={3}
          value={mpns}
          onChange={({ target }) => setMpns(target.value)}
          error={errors.mpns}
        />
      </div>
    </DialogForm>
  );
}

/** Returns the lines without blanks at their ends and without empty and repeated ones. */
const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];
