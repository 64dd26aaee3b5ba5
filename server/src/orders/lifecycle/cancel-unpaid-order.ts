import type { Order } from '@reprise/contract/orders/order';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { isOwnOrder, type OrderRequester, orderNotFound } from '../order-access.ts';
import { findOrderRow, lockOrderRow, readOrder } from '../orders.queries.ts';
import { transitionOrder } from './change-status.ts';
import { isOpenOrder } from './reservation.ts';

/**
 * Cancels the caller's own unpaid order and returns its stock; repeating the call returns the cancelled order. The
 * `returnPayment` job ends a started payment.
 */
export async function cancelUnpaidOrder(
  deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'secret' | 'alerts'>,
  requester: OrderRequester,
  reference: string,
): Promise<Order> {
  const row = await findOrderRow(deps.db, reference);
  // Staff cancel orders of others with `changeStatus`.
  if (!row || !isOwnOrder(deps.secret, requester, row, deps.now())) throw orderNotFound();
  const { id } = row;
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, id);
    if (!order) throw orderNotFound();
    if (order.status === 'cancelled') return readOrder(tx, id);
    if (!isOpenOrder(order)) {
      throw order.paymentStatus === 'unpaid' || order.paymentStatus === 'started'
        ? new Problem('EDIT_CONFLICT', 'This order is already being prepared. Contact us to cancel it.')
        : new Problem('ALREADY_PAID', 'This order is already paid. Contact us to cancel it.');
    }
    await transitionOrder(tx, deps, order, {
      to: 'cancelled',
      actorId: requester.caller?.userId ?? null,
      now: deps.now(),
      reason: 'You cancelled the order before it was paid.',
    });
    return readOrder(tx, id);
  });
}
