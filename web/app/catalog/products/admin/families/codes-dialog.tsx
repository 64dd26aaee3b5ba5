import { type ModelCodes, modelCodesInput } from '@reprise/contract/workshop/units/model-codes';
import { DialogForm } from '../../../../admin-ui/dialog-form.tsx';
import { LoadedDialog } from '../../../../admin-ui/forms/loaded-dialog.tsx';
import { useSavedForm } from '../../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../../api/browser-api.ts';
import { TextArea } from '../../../../ui/forms/text-area.tsx';

export type ConfigurationDialogProps = { modelKey: string; name: string; onClose: () => void };

/** Edits the GTINs and part numbers of a configuration. */
export function CodesDialog({ modelKey, name, onClose }: ConfigurationDialogProps) {
  return (
    <LoadedDialog
      title={`Codes of ${name}`}
      onClose={onClose}
      query={{
        queryKey: ['model-codes', modelKey],
        queryFn: ({ signal }) => api.getModelCodes({ params: { key: modelKey } }, { signal }),
      }}
      failed="The codes could not be loaded"
      skeleton="h-64"
    >
      {({ codes }) => <CodesForm modelKey={modelKey} codes={codes} onClose={onClose} />}
    </LoadedDialog>
  );
}

type CodesFormProps = { modelKey: string; codes: ModelCodes; onClose: () => void };

function CodesForm({ modelKey, codes, onClose }: CodesFormProps) {
  const form = useSavedForm({
    defaultValues: { gtins: codes.gtins.join('\n'), mpns: codes.mpns.join('\n') },
    schema: modelCodesInput,
    bodyOf: ({ gtins, mpns }) => ({ gtins: linesOf(gtins), mpns: linesOf(mpns) }),
    save: (body) => api.updateModelCodes({ params: { key: modelKey }, body }),
    done: 'Codes saved',
    failed: 'The codes could not be saved. Try again.',
    invalidates: [],
    onSaved: onClose,
  });
  return (
    <DialogForm form={form} onCancel={onClose} submitLabel="Save codes">
      <div className="grid gap-5">
        <TextArea
          label="GTINs"
          hint="Numbers below the barcodes of its boxes (EAN, UPC), one per line. Scans at the intake find the model by them, and product feeds name the first."
          rows={3}
          {...form.field('gtins')}
        />
        <TextArea
          label="Part numbers of the maker"
          hint="Also called MPN, such as MLPF3LL/A. One per line."
          rows={3}
          {...form.field('mpns')}
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
