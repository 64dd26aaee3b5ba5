import type { Order } from '@reprise/contract/orders/orders';
import { Problem } from '@reprise/contract/problem';
import { inTransaction } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { isOwnOrder, type OrderRequester, orderNotFound } from '../order-access.ts';
import { findOrderRow, lockOrderRow, readOrder } from '../orders.queries.ts';
import { transitionOrder } from './change-status.ts';
import { isOpenOrder } from './reservation.ts';

/**
 * A customer or guest cancels an own order that is not paid, and its stock returns. Asked again, it answers the
 * cancelled order. A payment that was started is ended by the same job as that of any cancelled order.
 */
export async function cancelUnpaidOrder(
  deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'secret'>,
  reader: OrderRequester,
  reference: string,
): Promise<Order> {
  const found = await findOrderRow(deps.db, reference);
  // Staff cancels other people's orders by changing their status.
  if (!found || !isOwnOrder(deps.secret, reader, found, deps.now())) throw orderNotFound();
  const { id } = found;
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, id);
    if (!order) throw orderNotFound();
    if (order.status === 'cancelled') return readOrder(tx, id);
    if (!isOpenOrder(order)) {
      throw order.paymentStatus === 'unpaid' || order.paymentStatus === 'started'
        ? new Problem('EDIT_CONFLICT', 'This order is being prepared already. Write to us to cancel it.')
        : new Problem('ALREADY_PAID', 'This order is paid already. Write to us to cancel it.');
    }
    await transitionOrder(tx, deps.jobs, order, {
      to: 'cancelled',
      actorId: reader.caller?.userId ?? null,
      now: deps.now(),
      because: 'You cancelled the order before it was paid.',
    });
    return readOrder(tx, id);
  });
}
