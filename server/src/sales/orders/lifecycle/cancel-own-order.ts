import { Problem } from '@reprise/contract/problem';
import type { Order } from '@reprise/contract/sales/orders/order';
import type { Deps } from '../../../deps.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { readOrderDevices } from '../../../workshop/units/in-orders/order-devices.queries.ts';
import { readStockLines, withDevices } from '../devices/stock-lines.ts';
import { isOwnOrder, type OrderRequester, orderNotFound } from '../order-access.ts';
import { findOrderRow, lockOrderRow, readOrder } from '../orders.queries.ts';
import { isPartlyShipped } from '../parcels/parcels.queries.ts';
import type { RefundApprovals } from './change-status.ts';
import { transitionOrder } from './transition-orders.ts';

/**
 * Cancels the caller's own order before its first device is packed or it ships; repeating the call returns the cancelled order. Stock returns in the
 * same transaction, and the `returnPayment` job ends a started payment or refunds a completed one, whatever its amount:
 * the money returns to the customer who paid it (decision 0045).
 */
export async function cancelOwnOrder(
  deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'secret' | 'alerts'> & { refundApprovals: RefundApprovals },
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
    await assertNotPacked(tx, id);
    if (await isPartlyShipped(tx, id)) {
      throw new Problem(
        'EDIT_CONFLICT',
        'A part of this order has already left, so it cannot be cancelled here. Send us a message about the rest.',
      );
    }
    await deps.refundApprovals.assertUndisputed(tx, id);
    await transitionOrder(tx, deps, order, {
      to: 'cancelled',
      actorId: requester.caller?.userId ?? null,
      now: deps.now(),
      reason: 'Cancelled by the customer.',
    });
    return readOrder(tx, id);
  });
}

/** Throws once a device of the locked order is packed: packing locks the order, too. */
async function assertNotPacked(tx: Tx, orderId: string): Promise<void> {
  const lines = withDevices(await readStockLines(tx, orderId));
  const devices = await readOrderDevices(
    tx,
    lines.map(({ itemId }) => itemId),
  );
  if (!devices.some(({ isPacked }) => isPacked)) return;
  throw new Problem(
    'EDIT_CONFLICT',
    'This order is being packed, so it cannot be cancelled here. Send us a message if it is not too late.',
  );
}
