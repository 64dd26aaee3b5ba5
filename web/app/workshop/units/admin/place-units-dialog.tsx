import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { ActProgress } from './acts/use-act.tsx';
import { type ActDialogProps, useActForm } from './acts/use-act-form.ts';

/** Says in which bin units are; the label of a bin may be scanned. */
export function PlaceUnitsDialog({ units, onClose, onDone }: ActDialogProps) {
  const { form, progress } = useActForm({
    units,
    onClose,
    onDone,
    defaultValues: { place: '' },
    bodyOf: ({ place }) => ({ kind: 'place', place: place.trim().replace(/^bin-/i, '') }),
    done: 'placed',
  });
  return (
    <FormDialog form={form} title="Set bin" size="sm" onClose={onClose} submitLabel="Set bin">
      <div className="grid gap-4">
        <TextInput
          label="Bin"
          hint="Letters, digits, points and dashes, such as A3. Leave it blank if you do not know."
          autoComplete="off"
          spellCheck={false}
          maxLength={24}
          {...form.field('place')}
        />
        <ActProgress progress={progress} />
      </div>
    </FormDialog>
  );
}
