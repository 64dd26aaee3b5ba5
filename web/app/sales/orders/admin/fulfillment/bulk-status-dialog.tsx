import type { OrderStatus } from '@reprise/contract/sales/orders/order-status';
import { type ChangeOutcome, maxBulkOrders, type OrderSummary } from '@reprise/contract/sales/orders/orders';
import { sharedStatusLabels } from '@reprise/contract/sales/orders/shipping/pickup';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../../api/error-message.ts';
import { formatCount } from '../../../../formats.ts';
import { Button } from '../../../../ui/button.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { ProblemBox } from '../../../../ui/problem-box.tsx';
import { useMissingPaymentText } from '../missing-payment.ts';
import { CancellationList } from './cancellation-list.tsx';
import { partlyShippedText } from './partly-shipped-text.ts';
import { updateFailed } from './status-change.tsx';
import { pressAgainText, useSecondPress } from './use-second-press.ts';

type BulkStatusDialogProps = {
  orders: OrderSummary[];
  status: OrderStatus;
  /** True if any order was changed. */
  onClose: (done: boolean) => void;
};

const formatMetric = (count: number) => `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`;

const consequences: Record<OrderStatus, string> = {
  pending: 'No email is sent.',
  processing: 'No email is sent.',
  shipped: 'Customers who want order emails get one. To add tracking numbers, close this and choose Ship.',
  delivered: 'Customers who want order emails get one.',
  cancelled:
    'Payments are refunded; refunds above the limit need approval. The items return to stock, and the customers get an email.',
};

const isNotSent = ({ status }: OrderSummary) => status !== 'shipped' && status !== 'delivered';

/** Sets the status of several orders after a preview, and lists unchanged orders with the reason. */
export function BulkStatusDialog({ orders, status, onClose }: BulkStatusDialogProps) {
  // A copy, because the list reloads behind the dialog.
  const [chosen] = useState(orders);
  const [outcomes, setOutcomes] = useState<ChangeOutcome[]>([]);
  const changed = outcomes.filter((outcome) => outcome.changed).length;
  const unchanged = outcomes.filter((outcome) => !outcome.changed);
  const label = sharedStatusLabels(chosen.map(({ shippingMethod }) => shippingMethod))[status];
  const setting = useSetStatus({ status, label }, setOutcomes, () => onClose(true));
  const close = () => {
    if (!setting.isPending) onClose(changed > 0);
  };
  const finished = outcomes.length === chosen.length && !setting.isPending;
  const missing = useMissingPaymentText(status === 'shipped' ? chosen.filter(isNotSent) : []);
  const second = useSecondPress(missing !== null);
  const isCancelling = status === 'cancelled';
  const partly = partlyShippedText(chosen, status);
  return (
    <Modal
      open
      onClose={close}
      size={isCancelling ? 'md' : 'sm'}
      title={
        finished
          ? `${unchanged.length} ${unchanged.length === 1 ? 'order was' : 'orders were'} not changed`
          : isCancelling
            ? `Cancel ${formatMetric(chosen.length)}`
            : `Set ${formatMetric(chosen.length)} to ${label}`
      }
      footer={
        finished ? (
          <Button variant="outline" onClick={close}>
            Close
          </Button>
        ) : (
          <>
            <Button variant="outline" disabled={setting.isPending} onClick={close}>
              {isCancelling ? 'Keep them' : 'Leave them'}
            </Button>
            <Button
              variant={isCancelling || second.isArmed ? 'danger' : 'primary'}
              loading={setting.isPending}
              onClick={(event) => second.press(() => setting.mutate(chosen), event)}
            >
              {isCancelling
                ? 'Cancel the orders'
                : `Set to ${label}${second.isArmed ? ' without payment' : ''}`}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-3 text-sm">
        {setting.isError && <FormFailure>{messageOf(setting.error, noResponse('safe'))}</FormFailure>}
        {!finished && missing && <ProblemBox message={missing} />}
        {!finished && second.isArmed && <FormFailure>{pressAgainText}</FormFailure>}
        {!finished && <p>{consequences[status]}</p>}
        {!finished && partly && <p className="rounded-control bg-warn-tint px-3 py-2">{partly}</p>}
        {!finished && !setting.isPending && isCancelling && (
          <CancellationList ids={chosen.map(({ id }) => id)} />
        )}
        {setting.isPending && <Progress done={outcomes.length} all={chosen.length} />}
        {unchanged.length > 0 && !setting.isPending && (
          <UnchangedOrders outcomes={unchanged} orders={chosen} />
        )}
      </div>
    </Modal>
  );
}

function Progress({ done, all }: { done: number; all: number }) {
  return (
    <p role="status" className="grid gap-2">
      <progress className="progress" max={all} value={done} aria-label="Orders done" />
      <span className="tabular">
        {done} of {formatMetric(all)} done
      </span>
    </p>
  );
}

/** Sends batches in sequence; orders that already have the status are unchanged. */
function useSetStatus(
  { status, label }: { status: OrderStatus; label: string },
  onProgress: (outcomes: ChangeOutcome[]) => void,
  onAllChanged: () => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (orders: OrderSummary[]) => {
      const outcomes: ChangeOutcome[] = [];
      onProgress(outcomes);
      for (let index = 0; index < orders.length; index += maxBulkOrders) {
        const changes = orders
          .slice(index, index + maxBulkOrders)
          .map((order) => ({ id: order.id, status, seenStatus: order.status }));
        outcomes.push(...(await api.changeOrderStatuses({ body: { changes } })).outcomes);
        onProgress([...outcomes]);
      }
      return outcomes;
    },
    onSuccess: (outcomes) => {
      const changed = outcomes.filter((outcome) => outcome.changed).length;
      if (changed > 0) notify('success', `${formatMetric(changed)} set to ${label.toLowerCase()}`);
      if (changed === outcomes.length) onAllChanged();
      else notify('error', updateFailed);
    },
    onError: () => notify('error', updateFailed),
    onSettled: () => queries.invalidateQueries(),
  });
}

function UnchangedOrders({ outcomes, orders }: { outcomes: ChangeOutcome[]; orders: OrderSummary[] }) {
  const numbers = new Map(orders.map(({ id, orderNumber }) => [id, orderNumber]));
  return (
    <ul className="divide-y divide-line">
      {outcomes.map(({ id, message }) => (
        <li key={id} className="flex flex-wrap gap-x-3 py-2">
          <span className="tabular font-medium">{numbers.get(id) ?? id}</span>
          <span className="text-bad-text">{message}</span>
        </li>
      ))}
    </ul>
  );
}
