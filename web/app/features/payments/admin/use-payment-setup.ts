import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';

export const setupKey = ['payment-setup'];

/** Who takes cards, with which keys, and whether the books add up. */
export function usePaymentSetup() {
  return useQuery({
    queryKey: setupKey,
    queryFn: ({ signal }) => api.getPaymentSetup({}, { signal }),
    select: ({ setup }) => setup,
  });
}
