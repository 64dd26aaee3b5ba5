import { formatMoney } from '@reprise/contract/money';
import type { Order } from '@reprise/contract/sales/orders/order';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatDateTime } from '../../../formats.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { OrderSection } from './order-section.tsx';

type Sold = Awaited<ReturnType<typeof api.getChannelOrder>>['channelOrder'];

/** Figures of the channel that the order came from, and if it knows of the shipment. */
export function ChannelOrderFacts({ order }: { order: Order }) {
  const can = usePermissions();
  const queries = useQueryClient();
  const queryKey = ['channel-order', order.id];
  const params = { id: order.id };
  const { data } = useQuery({
    queryKey: [...queryKey, order.status, order.paymentStatus],
    queryFn: ({ signal }) => api.getChannelOrder({ params }, { signal }),
  });
  const sending = useMutation({
    mutationFn: () => api.resendShipment({ params }),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
    onError: (error) => notify('error', messageOf(error, 'The channel was not told. Try again.')),
  });
  const confirming = useMutation({
    mutationFn: () => api.confirmChannelSale({ params }),
    onSuccess: () => notify('success', 'Sale confirmed'),
    onError: (error) => notify('error', messageOf(error, 'The sale was not confirmed. Try again.')),
    onSettled: () => queries.invalidateQueries(),
  });
  if (!data) return null;
  const sold = data.channelOrder;
  return (
    <OrderSection title={`Sold on ${sold.channel}`}>
      {sold.check && (
        <div className="mb-4 grid justify-items-start gap-3">
          <ProblemBox
            message={`${sold.check} Check the order at ${sold.channel}. It does not ship before the sale is confirmed.`}
          />
          {can('payments.record') && (
            <Button size="sm" loading={confirming.isPending} onClick={() => confirming.mutate()}>
              Confirm that {sold.channel} was paid
            </Button>
          )}
        </div>
      )}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm">
        <Fact label="Number there">
          <span className="wrap-anywhere">{sold.number}</span>
        </Fact>
        <Fact label="Buyer paid">
          <span className="tabular">{formatMoney(sold.buyerPaid)}</span>
          {sold.taxCollected > 0 && (
            <span className="block text-ink-muted">
              with {formatMoney(sold.taxCollected)} tax, which {sold.channel} pays
            </span>
          )}
        </Fact>
        {sold.fee !== null && (
          <Fact label="Fee">
            <span className="tabular">{formatMoney(sold.fee)}</span>
          </Fact>
        )}
        <Fact label="Shipment">
          <ShipmentState order={order} sold={sold} />
        </Fact>
      </dl>
      {sold.shipment.state === 'failed' && can('orders.pack') && (
        <Button
          size="sm"
          variant="outline"
          className="mt-3"
          loading={sending.isPending}
          onClick={() => sending.mutate()}
        >
          Tell {sold.channel} again
        </Button>
      )}
    </OrderSection>
  );
}

function ShipmentState({ order, sold: { channel, shipment } }: { order: Order; sold: Sold }) {
  if (shipment.state === 'by-hand') return 'By the shipments file';
  if (shipment.sentAt !== null) {
    return (
      <>
        <StatusDot tone="good">{channel} knows</StatusDot>
        <time dateTime={shipment.sentAt} className="block text-ink-muted">
          {formatDateTime(shipment.sentAt)}
        </time>
      </>
    );
  }
  if (shipment.failure) {
    return (
      <>
        <StatusDot tone="bad">{channel} was not told</StatusDot>
        <span className="wrap-anywhere block text-bad-text">{shipment.failure}</span>
      </>
    );
  }
  const isOut = order.status === 'shipped' || order.status === 'delivered';
  return isOut ? <StatusDot tone="warn">Being told</StatusDot> : 'Once it has shipped';
}
