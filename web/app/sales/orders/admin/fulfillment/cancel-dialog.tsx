import { formatMoney } from '@reprise/contract/money';
import type { Order, StatusChange } from '@reprise/contract/sales/orders/order';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ChoiceGroup, Radio } from '../../../../ui/forms/checkbox.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { useLastValue } from '../../../../ui/overlays/use-dialog.ts';
import { isPartlyShipped } from '../../parcels.ts';
import { ReturnedDevices, sentDevices } from '../returned-devices.tsx';
import { refundByHandText, useCancellations } from './cancellation-list.tsx';

type Answer = Pick<StatusChange, 'itemsReturned' | 'units'>;

type CancelDialogProps = {
  order: Order | null;
  saving: boolean;
  onCancelOrder: (answer: Answer) => void;
  onClose: () => void;
};

/** Confirms a cancellation: says what is refunded, and asks whether the items of a shipped order came back. */
export function CancelDialog({ order, saving, onCancelOrder, onClose }: CancelDialogProps) {
  const shown = useLastValue(order);
  return (
    <Modal
      open={order !== null}
      onClose={onClose}
      size="sm"
      title={`Cancel order ${shown?.orderNumber ?? ''}`}
    >
      {order && (
        <Confirmation order={order} saving={saving} onCancelOrder={onCancelOrder} onClose={onClose} />
      )}
    </Modal>
  );
}

function Confirmation({ order, saving, onCancelOrder, onClose }: CancelDialogProps & { order: Order }) {
  const [itemsReturned, setItemsReturned] = useState<boolean | undefined>();
  const devices = order.items.flatMap(sentDevices);
  const [units, setUnits] = useState(devices.filter(({ isBack }) => isBack).map(({ number }) => number));
  const areAllDevices = order.items.every((item) => sentDevices(item).length >= item.quantity);
  const wasShipped = order.status === 'shipped' || order.status === 'delivered';
  // Not collected yet: nothing has to come back from anywhere.
  const isAtCounter = order.status === 'shipped' && order.shippingMethod === 'pickup';
  const isPaid = order.paymentStatus === 'paid' || order.paymentStatus === 'partly-refunded';
  return (
    <div className="grid gap-4 text-sm">
      {isPaid && <RefundSentence id={order.id} />}
      {wasShipped && devices.length > 0 && (
        <>
          <ReturnedDevices
            label={isAtCounter ? 'Which devices are still at the counter?' : 'Which devices came back?'}
            devices={devices}
            chosen={units}
            onChange={setUnits}
          />
          <p className="text-ink-muted">
            The others are on their way back until they are scanned at Receive.
          </p>
        </>
      )}
      {wasShipped && !areAllDevices && (
        <ChoiceGroup label={isAtCounter ? 'Are the items still at the counter?' : 'Did the items come back?'}>
          <Radio
            name="items-returned"
            label="Yes, back in stock"
            checked={itemsReturned === true}
            onChange={() => setItemsReturned(true)}
          />
          <Radio
            name="items-returned"
            label="Not back"
            hint="The stock stays as it is. The stock history says “not returned”."
            checked={itemsReturned === false}
            onChange={() => setItemsReturned(false)}
          />
        </ChoiceGroup>
      )}
      {isPartlyShipped(order) ? (
        <p>
          Parcels that have left are not called back: their devices are on their way back until they are
          scanned at Receive. The rest returns to stock.
        </p>
      ) : (
        !wasShipped && <p>The items return to stock.</p>
      )}
      <p className="text-ink-muted">The customer gets an email.</p>
      <div className="-mx-5 -mb-5 flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3.5">
        <Button variant="outline" onClick={onClose}>
          Keep the order
        </Button>
        <Button
          variant="danger"
          loading={saving}
          disabled={wasShipped && !areAllDevices && itemsReturned === undefined}
          onClick={() =>
            onCancelOrder({
              ...(itemsReturned !== undefined && { itemsReturned }),
              ...(wasShipped && units.length > 0 && { units }),
            })
          }
        >
          {isPaid ? 'Cancel and refund' : 'Cancel the order'}
        </Button>
      </div>
    </div>
  );
}

function RefundSentence({ id }: { id: string }) {
  const { data } = useCancellations([id]);
  const preview = data?.[0];
  if (!preview) {
    return <p>The rest of the payment is refunded; above the refund limit, the refund needs approval.</p>;
  }
  return (
    <p>
      {formatMoney(preview.refund)} will be refunded{preview.needsApproval && ' after approval'}.{' '}
      {preview.isRefundedByHand && refundByHandText}
    </p>
  );
}
