import { formatMoney } from '@reprise/contract/money';
import type { UserOrder } from '@reprise/contract/people/identity/user-admin';
import { statusLabelsOf } from '@reprise/contract/sales/orders/shipping/pickup';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../../api/browser-api.ts';
import { formatDay } from '../../../formats.ts';
import { orderTones } from '../../../sales/orders/admin/order-tones.ts';
import { StatusDot } from '../../../ui/status-dot.tsx';

/** Leads to the orders of a customer in another shop, if there are any. */
export function PastOrdersLink({ email }: { email: string }) {
  const query = { search: email, limit: 1 };
  const { data } = useQuery({
    queryKey: ['past-orders', query],
    queryFn: ({ signal }) => api.listPastOrders({ query }, { signal }),
  });
  const count = data?.pagination.total ?? 0;
  if (count === 0) return null;
  return (
    <Link to={`/admin/past-orders?search=${encodeURIComponent(email)}`} className="text-link text-sm">
      {count} {count === 1 ? 'order' : 'orders'} in another shop
    </Link>
  );
}

export function OrderLine({ order }: { order: UserOrder }) {
  return (
    <li className="grid grid-cols-[7.5rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-3 py-2 text-sm sm:grid-cols-[7.5rem_7rem_minmax(0,1fr)_auto]">
      <Link to={`/admin/orders/${order.id}`} className="tabular justify-self-start font-medium text-link">
        {order.orderNumber}
      </Link>
      <StatusDot tone={orderTones[order.status]}>
        {statusLabelsOf(order.shippingMethod)[order.status]}
      </StatusDot>
      <time dateTime={order.createdAt} className="text-ink-muted max-sm:row-start-2">
        {formatDay(order.createdAt)}
      </time>
      <span className="tabular">{formatMoney(order.total)}</span>
    </li>
  );
}
