import type { Unit } from '@reprise/contract/workshop/units/unit';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { nameOfUnits } from '../acts/name-of-units.ts';
import { WipeForm } from './wipe-form.tsx';

type WipeUnitsDialogProps = { units: Unit[]; onClose: () => void; onDone: () => void };

/** Records the erasure of a rack of devices at once. */
export function WipeUnitsDialog({ units, onClose, onDone }: WipeUnitsDialogProps) {
  const [first] = units;
  if (!first) return null;
  return (
    <Modal open onClose={onClose} title={`Erasure of ${nameOfUnits(units)}`}>
      <WipeForm
        units={units}
        kind={first.model.kind}
        onDone={() => {
          onClose();
          onDone();
        }}
      />
    </Modal>
  );
}
