import { type OrderStatus, orderStatuses, orderStatusLabels } from '@reprise/contract/order-status';
import { type ChangeOutcome, mostAtOnce, type Order } from '@reprise/contract/orders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Printer, Truck } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../layouts/admin/message-of.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { notify } from '../../../ui/notify.ts';
import { BulkShipDialog } from './bulk-ship-dialog.tsx';
import { printAddress } from './print-address.ts';

/** What can be done with several orders at once. */
export function BulkActions({ orders, onDone }: { orders: Order[]; onDone: () => void }) {
  const [shipping, setShipping] = useState(false);
  const [asked, setAsked] = useState<OrderStatus | null>(null);
  const [failed, setFailed] = useState<ChangeOutcome[]>([]);
  const change = useBulkStatus(orders, (outcomes) => {
    setAsked(null);
    const left = outcomes.filter(({ changed }) => !changed);
    if (left.length > 0) setFailed(left);
    else onDone();
  });
  if (orders.length > mostAtOnce) {
    return <p className="text-ink-muted text-sm">At most {mostAtOnce} orders at once.</p>;
  }
  const set = (status: OrderStatus) => (status === 'cancelled' ? setAsked(status) : change.mutate(status));
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setShipping(true)}>
        <Truck className="size-4" aria-hidden="true" />
        Ship…
      </Button>
      <select
        aria-label="Set the status of the selected orders"
        value=""
        disabled={change.isPending}
        onChange={(event) => set(event.target.value as OrderStatus)}
        className="control min-h-8 w-auto py-0.5 text-sm"
      >
        <option value="" disabled>
          Set status…
        </option>
        {orderStatuses.map((status) => (
          <option key={status} value={status}>
            {orderStatusLabels[status]}
          </option>
        ))}
      </select>
      <a
        href={printAddress('packing-slips', orders)}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ size: 'sm', variant: 'outline' })}
      >
        <Printer className="size-4" aria-hidden="true" />
        Packing slips
      </a>
      {shipping && (
        <BulkShipDialog
          orders={orders}
          onClose={(done) => {
            setShipping(false);
            if (done) onDone();
          }}
        />
      )}
      <Modal
        open={asked !== null}
        onClose={() => setAsked(null)}
        size="sm"
        title={`Cancel ${orders.length} orders`}
        footer={
          <>
            <Button variant="outline" onClick={() => setAsked(null)}>
              Keep them
            </Button>
            <Button variant="danger" loading={change.isPending} onClick={() => change.mutate('cancelled')}>
              Cancel the orders
            </Button>
          </>
        }
      >
        <p className="text-sm">
          What was paid goes back to the customers, the items return to stock, and a mail says so.
        </p>
      </Modal>
      <FailedDialog
        outcomes={failed}
        orders={orders}
        onClose={() => {
          setFailed([]);
          onDone();
        }}
      />
    </>
  );
}

function useBulkStatus(orders: Order[], onAnswer: (outcomes: ChangeOutcome[]) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (status: OrderStatus) =>
      api.changeOrderStatuses({ body: { changes: orders.map(({ id }) => ({ id, status })) } }),
    onSuccess: ({ outcomes }, status) => {
      const changed = outcomes.filter((outcome) => outcome.changed).length;
      if (changed > 0) {
        notify('success', `${changed} ${changed === 1 ? 'order' : 'orders'} set to ${status}`);
      }
      onAnswer(outcomes);
    },
    onError: (error) => notify('error', messageOf(error, 'Failed to update order status')),
    onSettled: () => queries.invalidateQueries(),
  });
}

type FailedDialogProps = { outcomes: ChangeOutcome[]; orders: Order[]; onClose: () => void };

/** Which orders stayed as they were, and why. */
function FailedDialog({ outcomes, orders, onClose }: FailedDialogProps) {
  const numberOf = (id: string) => orders.find((order) => order.id === id)?.orderNumber ?? id;
  return (
    <Modal
      open={outcomes.length > 0}
      onClose={onClose}
      title={`${outcomes.length} ${outcomes.length === 1 ? 'order was' : 'orders were'} not changed`}
      footer={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className="divide-y divide-line text-sm">
        {outcomes.map(({ id, message }) => (
          <li key={id} className="flex flex-wrap gap-x-3 py-2">
            <span className="tabular font-medium">{numberOf(id)}</span>
            <span className="text-bad-text">{message}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
