import type { Order } from '@reprise/contract/orders/order';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { isOwnOrder, type OrderRequester, orderNotFound } from '../order-access.ts';
import { findOrderRow, lockOrderRow, readOrder } from '../orders.queries.ts';
import { transitionOrder } from './change-status.ts';

/**
 * Cancels the caller's own order before it ships; repeating the call returns the cancelled order. Stock returns in the
 * same transaction, and the `returnPayment` job ends a started payment or refunds a completed one, whatever its amount:
 * the money returns to the customer who paid it (decision 0045).
 */
export async function cancelOwnOrder(
  deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'secret' | 'alerts'>,
  requester: OrderRequester,
  reference: string,
): Promise<Order> {
  const row = await findOrderRow(deps.db, reference);
  // Staff cancel orders of others with `changeStatus`.
  if (!row || !isOwnOrder(deps.secret, requester, row, deps.now())) throw orderNotFound();
  const { id } = row;
  return inTransaction(deps.db, async (tx) => {
    // The lock makes a shipment at the same time wait, or this call see it.
    const order = await lockOrderRow(tx, id);
    if (!order) throw orderNotFound();
    if (order.status === 'cancelled') return readOrder(tx, id);
    if (order.status === 'shipped' || order.status === 'delivered') {
      throw new Problem('EDIT_CONFLICT', 'This order has already shipped, so it cannot be cancelled.');
    }
    await transitionOrder(tx, deps, order, {
      to: 'cancelled',
      actorId: requester.caller?.userId ?? null,
      now: deps.now(),
      reason: 'Cancelled by the customer.',
    });
    return readOrder(tx, id);
  });
}
