import { unitAction } from '@reprise/contract/units/acts';
import type { Unit } from '@reprise/contract/units/unit';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { ActProgress, useAct } from './acts/use-act.tsx';
import { useOutcomesForm } from './use-outcomes-form.tsx';

type PlaceUnitsDialogProps = { units: Unit[]; onClose: () => void; onDone: () => void };

/** Says in which bin units are; the label of a bin may be scanned. */
export function PlaceUnitsDialog({ units, onClose, onDone }: PlaceUnitsDialogProps) {
  const act = useAct();
  const form = useOutcomesForm({
    units,
    defaultValues: { place: '' },
    schema: unitAction,
    bodyOf: ({ place }) => ({ kind: 'place', place: place.trim().replace(/^bin-/i, '') }),
    save: (action) => act.run(units, action),
    done: () => 'placed',
    invalidates: [['units']],
    onDone: () => {
      onClose();
      onDone();
    },
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
        <ActProgress progress={act.progress} />
      </div>
    </FormDialog>
  );
}
