import { formatMoney } from '@reprise/contract/money';
import type { OrderStatus } from '@reprise/contract/order-status';
import type { Order } from '@reprise/contract/orders';
import { Eye } from 'lucide-react';
import { formatDay, formatMoment } from '../../../dates.ts';
import { RowActions } from '../../../layouts/admin/row-actions.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { StatusSelect } from './status-select.tsx';

type OrderRowProps = {
  order: Order;
  saving: boolean;
  onStatus: (status: OrderStatus) => void;
  onView: () => void;
};

export function OrderRow({ order, saving, onStatus, onView }: OrderRowProps) {
  const { orderNumber, items, shippingAddress, createdAt, total, status, paymentStatus } = order;
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          onClick={onView}
          className="tabular rounded-control font-medium hover:text-primary-text hover:underline"
        >
          {orderNumber}
        </button>
        <span className="ml-2 font-normal text-ink-muted max-lg:ml-0 max-lg:block max-lg:text-xs">
          {units} {units === 1 ? 'item' : 'items'}
        </span>
      </th>
      <td>
        <span className="block max-w-72 truncate max-lg:py-1">
          {shippingAddress.name || order.user.name || 'Account deleted'}
          <span className="ml-2 text-ink-muted max-lg:ml-0 max-lg:block max-lg:text-xs">
            {[shippingAddress.city, shippingAddress.zipCode].filter(Boolean).join(', ')}
          </span>
        </span>
      </td>
      <td>
        <time dateTime={createdAt} title={formatMoment(createdAt)}>
          {formatDay(createdAt)}
        </time>
      </td>
      <td className="number">
        {(paymentStatus === 'unpaid' || paymentStatus === 'started') && status !== 'cancelled' && (
          <span className="mr-2 text-warn-text text-xs">not paid</span>
        )}
        {formatMoney(total)}
      </td>
      <td>
        <StatusSelect orderNumber={orderNumber} status={status} saving={saving} onChange={onStatus} />
      </td>
      <td>
        <RowActions>
          <IconButton label={`View order ${orderNumber}`} title="View" size="sm" onClick={onView}>
            <Eye className="size-4" aria-hidden="true" />
          </IconButton>
        </RowActions>
      </td>
    </tr>
  );
}
