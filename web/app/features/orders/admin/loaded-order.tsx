import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../layouts/admin/message-of.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { OrderDetails } from './order-details.tsx';
import type { StatusChanging } from './status-change.tsx';

/** One order by its number: while it loads, when it cannot be, and as it is. */
export function LoadedOrder({ orderNumber, change }: { orderNumber: string; change: StatusChanging }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['order', orderNumber],
    queryFn: () => api.getOrder({ params: { id: orderNumber } }),
  });
  if (data) return <OrderDetails order={data.order} change={change} />;
  if (error) {
    return (
      <ErrorState title="This order could not be loaded" onRetry={() => refetch()} retrying={isFetching}>
        {messageOf(error, 'The shop did not answer.')}
      </ErrorState>
    );
  }
  return (
    <div className="grid h-96 place-items-center text-ink-muted text-xl">
      <Spinner label="Loading" />
    </div>
  );
}
