import { lockOrderRow } from '../orders/orders.queries.ts';
import type { SettleFreeOrder } from '../orders/placement/place-order.ts';
import { markPaid } from './mark-paid.ts';
import type { SettleDeps } from './settle-payment.ts';

/** Returns the function that marks an order with a total of 0 as paid, in the transaction that places it. */
export function freeOrderSettler(deps: SettleDeps): SettleFreeOrder {
  return async (tx, orderId) => {
    const order = await lockOrderRow(tx, orderId);
    if (!order || order.totalCents > 0) throw new Error(`Order ${orderId} is not free.`);
    await markPaid(tx, deps, order, order.id);
  };
}
