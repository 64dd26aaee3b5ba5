import type { Unit } from '@reprise/contract/units/unit';
import { unitEndpoints } from '@reprise/contract/units/units';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { api } from '../../../api/browser-api.ts';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { useOutcomesForm } from './use-outcomes-form.tsx';

type PlaceUnitsDialogProps = { units: Unit[]; onClose: () => void; onDone: () => void };

/** Says in which bin units are; the label of a bin may be scanned. */
export function PlaceUnitsDialog({ units, onClose, onDone }: PlaceUnitsDialogProps) {
  const form = useOutcomesForm({
    units,
    defaultValues: { place: '' },
    schema: unitEndpoints.placeUnits.body,
    bodyOf: ({ place }) => ({ ids: units.map(({ id }) => id), place: place.trim().replace(/^bin-/i, '') }),
    save: (body) => api.placeUnits({ body }),
    done: () => 'placed',
    invalidates: [['units']],
    onDone: () => {
      onClose();
      onDone();
    },
  });
  return (
    <FormDialog form={form} title="Set bin" size="sm" onClose={onClose} submitLabel="Set bin">
      <TextInput
        label="Bin"
        hint="Letters, digits, points and dashes, such as A3. Leave it blank if you do not know."
        autoComplete="off"
        spellCheck={false}
        maxLength={24}
        {...form.field('place')}
      />
    </FormDialog>
  );
}
