import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';

export const setupKey = ['payment-setup'];

/** Loads processor, keys and reconciliation results. */
export function usePaymentSetup() {
  return useQuery({
    queryKey: setupKey,
    queryFn: ({ signal }) => api.getPaymentSetup({}, { signal }),
    select: ({ setup }) => setup,
  });
}
