import { percentOfBasisPoints } from '@reprise/contract/orders/pricing';
import type { Order } from '@reprise/contract/sales/orders/order';

/** Returns "Tax (8.875%)" or "Tax in the total (20%)", or "Tax" for an order placed before rates were stored. */
export function taxLabel({
  taxBasisPoints,
  taxIncluded,
}: Pick<Order, 'taxBasisPoints' | 'taxIncluded'>): string {
  const label = taxIncluded ? 'Tax in the total' : 'Tax';
  return taxBasisPoints == null ? label : `${label} (${percentOfBasisPoints(taxBasisPoints)}%)`;
}
