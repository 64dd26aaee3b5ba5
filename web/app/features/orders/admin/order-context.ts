import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';

/** What only the staff sees of an order; it comes beside the order and does not hold it up. */
export function useOrderContext(orderNumber: string) {
  return useQuery({
    queryKey: ['order', orderNumber, 'background'],
    queryFn: () => api.getOrderContext({ params: { id: orderNumber } }),
  });
}

export type LoadedContext = ReturnType<typeof useOrderContext>;
