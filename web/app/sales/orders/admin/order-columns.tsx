import { formatMoney } from '@reprise/contract/money';
import type { Order } from '@reprise/contract/sales/orders/order';
import type { OrderStatus } from '@reprise/contract/sales/orders/order-status';
import { pickupLabel } from '@reprise/contract/sales/orders/shipping/pickup';
import type { ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { UndoButton } from '../../../admin-ui/undo.tsx';
import { formatDay, formatTime } from '../../../formats.ts';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { restDueOf } from '../payment-due.ts';
import { StatusSelect } from './fulfillment/status-select.tsx';
import { paymentLabels, paymentTones } from './order-tones.ts';

type Parts = {
  onStatus: (order: Order, status: OrderStatus) => void;
  savingId: string | null;
  onView: (order: Order) => void;
};

/** Columns of the order list. */
export function orderColumns({ onStatus, savingId, onView }: Parts): ListColumn<Order>[] {
  return [
    {
      id: 'order',
      label: 'Order',
      cell: (order) => <OrderNumber order={order} onView={onView} />,
    },
    { id: 'customer', label: 'Customer', cell: (order) => <Customer order={order} /> },
    {
      id: 'date',
      label: 'Date',
      sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap">
          {formatDay(createdAt)}{' '}
          <span className="text-ink-muted md:max-xl:block md:max-xl:text-xs">{formatTime(createdAt)}</span>
        </time>
      ),
    },
    {
      id: 'total',
      label: 'Total',
      number: true,
      sort: { ascending: 'total-low', descending: 'total-high', first: 'descending' },
      cell: (order) => <Total order={order} />,
    },
    {
      id: 'status',
      label: 'Status',
      cell: (order) => (
        <span className="inline-flex items-center">
          <StatusSelect
            order={order}
            saving={savingId === order.id}
            onChange={(status) => onStatus(order, status)}
          />
          <UndoButton itemId={order.id} state={order.status} />
        </span>
      ),
    },
    {
      id: 'payment',
      label: 'Payment',
      optional: true,
      phone: 'labelled',
      cell: ({ paymentStatus }) => (
        <StatusDot tone={paymentTones[paymentStatus]}>{paymentLabels[paymentStatus]}</StatusDot>
      ),
    },
    {
      id: 'tracking',
      label: 'Tracking',
      optional: true,
      phone: 'labelled',
      cell: ({ shippingMethod, carrier, trackingNumber }) =>
        shippingMethod === 'pickup'
          ? pickupLabel
          : [carrier, trackingNumber].filter(Boolean).join(' ') || <span className="text-ink-faint">–</span>,
    },
    {
      id: 'email',
      label: 'Email',
      optional: true,
      phone: 'labelled',
      cell: ({ shippingAddress, user }) => shippingAddress.email || user.email,
    },
    {
      id: 'items',
      label: 'Items',
      optional: true,
      phone: 'hidden',
      cell: ({ items }) => (
        <span className="block max-w-72 truncate">{items.map(({ product }) => product.name).join(', ')}</span>
      ),
    },
  ];
}

function OrderNumber({ order, onView }: { order: Order } & Pick<Parts, 'onView'>) {
  return (
    <span className="block">
      <button
        type="button"
        onClick={() => onView(order)}
        className="tabular rounded-control font-medium hover:text-primary-text hover:underline"
      >
        {order.orderNumber}
      </button>
      <span className="ml-2 font-normal text-ink-muted max-md:text-xs md:max-xl:ml-0 md:max-xl:block md:max-xl:text-xs">
        {itemCount(order)}
      </span>
    </span>
  );
}

function Total({ order }: { order: Order }) {
  return (
    <>
      {isDue(order) && (
        <span className="mr-2 text-warn-text text-xs md:max-xl:mr-0 md:max-xl:block">not paid</span>
      )}
      {restDueOf(order) > 0 && (
        <span className="mr-2 text-warn-text text-xs md:max-xl:mr-0 md:max-xl:block">
          {formatMoney(restDueOf(order))} due
        </span>
      )}
      {order.paymentStatus === 'refund-to-approve' && (
        <span
          className="mr-2 text-warn-text text-xs md:max-xl:mr-0 md:max-xl:block"
          title="The refund needs approval"
        >
          <span className="md:max-xl:sr-only">refund </span>to approve
        </span>
      )}
      {order.paymentMethod === 'channel' && (
        <span
          title="Sold on a sales channel"
          className="mr-2 text-ink-muted text-xs md:max-xl:mr-0 md:max-xl:block"
        >
          channel
        </span>
      )}
      {order.isTestPaid && (
        <span
          className="mr-2 text-warn-text text-xs md:max-xl:mr-0 md:max-xl:block"
          title="Paid in test mode: no money was received"
        >
          test
        </span>
      )}
      {formatMoney(order.total)}
    </>
  );
}

function Customer({ order: { shippingAddress, shippingMethod, user } }: { order: Order }) {
  const place = [shippingAddress.city, shippingAddress.zipCode].filter(Boolean).join(', ');
  return (
    <span className="block max-w-72 truncate max-xl:py-1 md:max-lg:max-w-32 lg:max-xl:max-w-40">
      {shippingAddress.name || user.name || 'Account deleted'}
      <span className="ml-2 text-ink-muted max-xl:ml-0 max-xl:block max-xl:text-xs">
        {shippingMethod === 'pickup' ? pickupLabel : place}
      </span>
    </span>
  );
}

function itemCount({ items }: Order): string {
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return `${units} ${units === 1 ? 'item' : 'items'}`;
}

function isDue({ paymentStatus, status }: Order): boolean {
  return (paymentStatus === 'unpaid' || paymentStatus === 'started') && status !== 'cancelled';
}
