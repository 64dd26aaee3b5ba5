import { problemCodeOf } from '@reprise/contract/problem';
import { useState } from 'react';
import { api } from '../../api/browser-api.ts';
import { messageOf, noResponse } from '../../api/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { notify } from '../../ui/overlays/notify.ts';
import { outbox } from './outbox/browser-outbox.ts';
import { clearReserved } from './reserved-lines.ts';

type CancelOrderButtonProps = {
  order: { id: string; orderNumber: string };
  accessToken: string | null;
  /** Text about the refund of a paid order. */
  refund?: string | undefined;
  /** Called when the order is cancelled or can no longer be. */
  onSettled: () => void;
};

/** Cancels an order that has not shipped after a confirmation. */
export function CancelOrderButton({ order, accessToken, refund, onSettled }: CancelOrderButtonProps) {
  const [asking, setAsking] = useState(false);
  const [cancelling, setCancelling] = useState(false);

  async function cancel(): Promise<void> {
    setCancelling(true);
    try {
      const options = accessToken === null ? {} : { orderToken: accessToken };
      await api.cancelOwnOrder({ params: { id: order.id } }, options);
      if (outbox.unpaidOrder()?.orderId === order.id) clearReserved();
      outbox.forgetOrder(order.id);
      notify('success', `Order ${order.orderNumber} is cancelled.`);
      setAsking(false);
      onSettled();
    } catch (error) {
      notify('error', messageOf(error, noResponse('retry')));
      if (problemCodeOf(error) !== undefined) {
        setAsking(false);
        onSettled();
      }
    } finally {
      setCancelling(false);
    }
  }

  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Cancel order ${order.orderNumber}`}
        onClick={() => setAsking(true)}
      >
        Cancel order
      </Button>
      <Modal
        open={asking}
        onClose={() => setAsking(false)}
        title={`Cancel order ${order.orderNumber}?`}
        size="sm"
        footer={
          <>
            <Button variant="outline" onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button variant="danger" loading={cancelling} onClick={cancel}>
              Cancel order
            </Button>
          </>
        }
      >
        <p>{refund ?? 'Nothing was charged.'} The items go back on sale.</p>
      </Modal>
    </>
  );
}
