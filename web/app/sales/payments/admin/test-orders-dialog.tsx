import type { TestMode } from '@reprise/contract/sales/payments/test-mode';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';

type TestOrder = TestMode['openOrders'][number];

/** Lists the open test orders with what returns to stock, and cancels them. */
export function TestOrdersDialog({ state, onClose }: { state: TestMode; onClose: () => void }) {
  const { openOrders, openOrderCount } = state;
  const cancellation = useMutation({
    mutationFn: () =>
      api.changeOrderStatuses({
        body: { changes: openOrders.map(({ id }) => ({ id, status: 'cancelled' as const })) },
      }),
  });
  const outcomes = new Map(cancellation.data?.outcomes.map((outcome) => [outcome.id, outcome]));
  return (
    <Modal
      open
      onClose={onClose}
      title="Cancel open test orders"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {cancellation.isSuccess ? 'Done' : 'Keep them'}
          </Button>
          {!cancellation.isSuccess && (
            <Button variant="danger" loading={cancellation.isPending} onClick={() => cancellation.mutate()}>
              {`Cancel ${openOrders.length} ${openOrders.length === 1 ? 'order' : 'orders'}`}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3 text-sm">
        {cancellation.isError && (
          <FormFailure>{messageOf(cancellation.error, noResponse('retry'))}</FormFailure>
        )}
        <p>These orders were paid with test cards. What they hold returns to stock.</p>
        {openOrderCount > openOrders.length && <p>The newest {openOrders.length} come first.</p>}
        <ul className="divide-y divide-line border-line border-y">
          {openOrders.map((order) => (
            <li key={order.id} className="grid gap-1 py-2.5">
              <span className="flex flex-wrap justify-between gap-x-3">
                <Link to={`/admin/orders/${order.id}`} className="text-link font-medium">
                  {order.orderNumber}
                </Link>
                <OutcomeOf outcome={outcomes.get(order.id)} />
              </span>
              {order.items.map((item) => (
                <ItemLine key={item.id} item={item} />
              ))}
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}

function ItemLine({ item: { name, quantity, devices } }: { item: TestOrder['items'][number] }) {
  return (
    <span className="text-ink-muted [overflow-wrap:anywhere]">
      {quantity} × {name}
      {devices.length > 0 && ` (${devices.join(', ')})`}
    </span>
  );
}

type OutcomeProps = { outcome: { changed: boolean; message: string | null } | undefined };

function OutcomeOf({ outcome }: OutcomeProps) {
  if (!outcome) return null;
  if (outcome.changed) return <span className="text-good-text">Cancelled, back in stock</span>;
  return <span className="text-bad-text">{outcome.message}</span>;
}
