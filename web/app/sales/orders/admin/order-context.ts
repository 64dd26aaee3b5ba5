import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';

/** Loads the staff-only data of an order separately, so that it does not delay the order. */
export function useOrderContext(orderNumber: string) {
  return useQuery({
    queryKey: ['order', orderNumber, 'background'],
    queryFn: () => api.getOrderContext({ params: { id: orderNumber } }),
  });
}

export type LoadedContext = ReturnType<typeof useOrderContext>;
