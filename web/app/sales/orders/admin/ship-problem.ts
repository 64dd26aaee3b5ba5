import { heldSentence, unpaidSentence } from '@reprise/contract/sales/orders/held-order';
import type { Order } from '@reprise/contract/sales/orders/order';
import { exemptionHold } from '@reprise/contract/sales/orders/tax/exemption';
import { usePermissions } from '../../../session/use-permissions.ts';
import { restDueOf } from '../payment-due.ts';

/** Returns a function that says why this member of staff cannot ship an order; null if it can be shipped. */
export function useShipProblem(): (
  order: Pick<Order, 'paymentStatus' | 'amountDue' | 'exemption'>,
) => string | null {
  const can = usePermissions();
  return (order) => {
    const due = restDueOf(order);
    if (due > 0) return heldSentence(due);
    const hold = exemptionHold(order.exemption?.status);
    if (hold !== null) return hold;
    return can('payments.record') ? null : unpaidSentence(order.paymentStatus);
  };
}
