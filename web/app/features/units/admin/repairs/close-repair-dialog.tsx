import { readWhole } from '@reprise/contract/typed-number';
import type { RepairClosing } from '@reprise/contract/units/repairs';
import type { Unit } from '@reprise/contract/units/unit';
import { useState } from 'react';
import { DialogForm } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { WholeNumberInput } from '../../../../ui/forms/number-input.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { useRecord } from '../bench/use-record.ts';

type CloseRepairDialogProps = { unit: Unit; outcome: RepairClosing['outcome']; onClose: () => void };

/** Finishes the open repair or gives it up; test and grade are asked again. */
export function CloseRepairDialog({ unit, outcome, onClose }: CloseRepairDialogProps) {
  const [work, setWork] = useState('');
  const [typed, setTyped] = useState('');
  const isDone = outcome === 'done';
  const minutes = readWhole(typed || '0');
  const { save, isSaving, failure } = useRecord(
    (minutes: number) => api.closeRepair({ params: { id: unit.id }, body: { outcome, work, minutes } }),
    isDone ? 'Repair finished. Test the device again' : 'Repair given up',
    onClose,
  );
  return (
    <Modal open onClose={onClose} title={isDone ? 'Finish repair' : 'Give up repair'}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          if (typeof minutes === 'number') save(minutes);
        }}
        onCancel={onClose}
        submitLabel={isDone ? 'Finish repair' : 'Give up repair'}
        submitDisabled={work.trim() === '' || typeof minutes !== 'number'}
        saving={isSaving}
        failure={failure}
      >
        <div className="grid gap-4">
          <TextArea
            label={isDone ? 'Work done' : 'Reason'}
            required
            rows={3}
            maxLength={1000}
            value={work}
            onChange={(event) => setWork(event.target.value)}
          />
          <WholeNumberInput
            label="Minutes"
            hint="Booked to the device at the rate in the settings."
            value={typed}
            error={typeof minutes === 'number' ? undefined : 'Enter a whole number of minutes'}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      </DialogForm>
    </Modal>
  );
}
