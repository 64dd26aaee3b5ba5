import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';

/** What only the staff sees of an order; it comes beside the order and does not hold it up. */
export function useBackground(orderNumber: string) {
  return useQuery({
    queryKey: ['order', orderNumber, 'background'],
    queryFn: () => api.getOrderBackground({ params: { id: orderNumber } }),
  });
}

export type Background = ReturnType<typeof useBackground>;
