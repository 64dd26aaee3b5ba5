import { type Condition, conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import type { ProductTracking } from '@reprise/contract/workshop/units/tracking';
import { type ReactNode, useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

type Question = { condition: Condition; tracking: ProductTracking; answer: (isConfirmed: boolean) => void };

/**
 * Asks before a save gives the devices of a product another condition than they were graded. `confirm` resolves true
 * without a question if nothing changes for any device.
 */
export function useConditionConfirmation({ id, condition: current }: AdminProduct): {
  confirm: (condition: Condition) => Promise<boolean>;
  dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question | null>(null);
  const confirm = async (condition: Condition) => {
    if (condition === current) return true;
    const tracking = await readTracking(id);
    if (tracking === null) return false;
    if (tracking.tracking !== 'serial' || tracking.listed + tracking.waiting === 0) return true;
    return new Promise<boolean>((answer) => setQuestion({ condition, tracking, answer }));
  };
  const close = (isConfirmed: boolean) => {
    question?.answer(isConfirmed);
    setQuestion(null);
  };
  const dialog = question && <ConditionDialog {...question} onClose={close} />;
  return { confirm, dialog };
}

/** Returns null after telling that the shop did not respond. */
async function readTracking(id: string): Promise<ProductTracking | null> {
  try {
    return (await api.getTracking({ params: { id } })).tracking;
  } catch (error) {
    notify('error', messageOf(error, 'The devices of this product could not be counted. Save again.'));
    return null;
  }
}

type ConditionDialogProps = Omit<Question, 'answer'> & { onClose: (isConfirmed: boolean) => void };

function ConditionDialog({ condition, tracking: { listed, waiting }, onClose }: ConditionDialogProps) {
  const label = conditionLabels[condition];
  return (
    <Modal
      open
      onClose={() => onClose(false)}
      title={`Sell its devices as ${label}?`}
      footer={
        <>
          <Button variant="outline" onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button onClick={() => onClose(true)}>Sell as {label}</Button>
        </>
      }
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-sm">
        <li>
          {listed === 1 ? 'The device on sale is' : `The ${listed} devices on sale are`} sold as {label} from
          now on, whatever grade {listed === 1 ? 'it has' : 'they have'}. So are packed ones.
        </li>
        {waiting > 0 && (
          <li>
            {waiting === 1 ? 'One device is' : `${waiting} devices are`} promised to orders that were placed
            with the condition of before.
          </li>
        )}
        <li>
          The grades stay in the history of each device, with a note that the condition was set by hand.
        </li>
      </ul>
    </Modal>
  );
}
