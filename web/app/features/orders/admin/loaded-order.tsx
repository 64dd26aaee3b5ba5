import type { Order } from '@reprise/contract/orders/order';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
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
  const { data, error, isFetching, refetch } = useOrder(orderNumber);
  if (data) return <OrderDetails order={data.order} change={change} />;
  if (error) {
    return (
      <ErrorState title="This order could not be loaded" onRetry={() => refetch()} retrying={isFetching}>
        {messageOf(error)}
      </ErrorState>
    );
  }
  return (
    <div className="grid h-96 place-items-center text-ink-muted text-xl">
      <Spinner label="Loading" />
    </div>
  );
}
