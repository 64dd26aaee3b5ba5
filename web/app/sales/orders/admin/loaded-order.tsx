import type { Order } from '@reprise/contract/sales/orders/order';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { api } from '../../../api/browser-api.ts';
import type { StatusChanging } from './fulfillment/status-change.tsx';
import { OrderDetails } from './order-details.tsx';

/** Loads an order by its number or id. */
export function useOrder(reference: string | null) {
  return useQuery({
    queryKey: ['order', reference],
    queryFn: () => api.getOrder({ params: { id: reference ?? '' } }),
    enabled: reference !== null,
    // A job stores and sends the refund of a cancelled order.
    refetchInterval: ({ state: { data } }) => (data && isRefundUnderway(data.order) ? 2000 : false),
  });
}

const isRefundUnderway = ({ payments = [] }: Order): boolean =>
  payments.some(
    ({ refunding, refunds }) => refunding > 0 || refunds.some(({ status }) => status === 'requested'),
  );

/** Shows an order, its skeleton or its error. */
export function LoadedOrder({ orderNumber, change }: { orderNumber: string; change: StatusChanging }) {
  const order = useOrder(orderNumber);
  return (
    <Loaded query={order} failed="This order could not be loaded">
      {({ order }) => <OrderDetails order={order} change={change} />}
    </Loaded>
  );
}
