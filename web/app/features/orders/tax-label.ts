import type { Order } from '@reprise/contract/orders/order';
import { percentOfBasisPoints } from '@reprise/contract/orders/pricing';

/** Returns "Tax (8.875%)", or "Tax" for an order placed before rates were stored. */
export function taxLabel({ taxBasisPoints }: Pick<Order, 'taxBasisPoints'>): string {
  return taxBasisPoints == null ? 'Tax' : `Tax (${percentOfBasisPoints(taxBasisPoints)}%)`;
}
