import type { Unit } from '@reprise/contract/units/unit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { ProblemList } from './move-units-dialog.tsx';
import { reportOutcomes } from './unit-outcomes.ts';

type PlaceUnitsDialogProps = { units: Unit[]; onClose: () => void; onDone: () => void };

/** Says in which bin units are; the label of a bin may be scanned. */
export function PlaceUnitsDialog({ units, onClose, onDone }: PlaceUnitsDialogProps) {
  const [typed, setTyped] = useState('');
  const [problems, setProblems] = useState<string[]>([]);
  const queries = useQueryClient();
  const place = useMutation({
    mutationFn: () =>
      api.placeUnits({
        body: { ids: units.map(({ id }) => id), place: typed.trim().replace(/^bin-/i, '') },
      }),
    onSuccess: ({ outcomes }) => {
      const rejected = reportOutcomes(units, outcomes, 'placed');
      void queries.invalidateQueries({ queryKey: ['units'] });
      setProblems(rejected);
      if (rejected.length > 0) return;
      onClose();
      onDone();
    },
  });
  return (
    <Modal open onClose={onClose} title="Set bin" size="sm">
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          place.mutate();
        }}
        onCancel={onClose}
        submitLabel="Set bin"
        saving={place.isPending}
        failure={
          place.isError
            ? messageOf(place.error, noResponse('safe'))
            : problems.length > 0 && <ProblemList problems={problems} />
        }
      >
        <TextInput
          label="Bin"
          hint="Letters, digits, points and dashes, such as A3. Leave it blank if you do not know."
          autoComplete="off"
          spellCheck={false}
          maxLength={24}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </DialogForm>
    </Modal>
  );
}
