import type { Unit } from '@reprise/contract/units/unit';
import { useState } from 'react';
import { DialogForm } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { useRecord } from '../bench/use-record.ts';

type RepairDialogProps = { unit: Unit; onClose: () => void };

/** Opens a repair; the device moves there. */
export function OpenRepairDialog({ unit, onClose }: RepairDialogProps) {
  const [fault, setFault] = useState('');
  const { save, isSaving, failure } = useRecord(
    () => api.openRepair({ params: { id: unit.id }, body: { fault } }),
    'Repair opened',
    onClose,
  );
  return (
    <Modal open onClose={onClose} title={`Repair of ${unit.number}`}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          save(undefined);
        }}
        onCancel={onClose}
        submitLabel="Open repair"
        submitDisabled={fault.trim() === ''}
        saving={isSaving}
        failure={failure}
      >
        <TextArea
          label="Fault"
          required
          rows={3}
          maxLength={500}
          value={fault}
          onChange={(event) => setFault(event.target.value)}
        />
      </DialogForm>
    </Modal>
  );
}
