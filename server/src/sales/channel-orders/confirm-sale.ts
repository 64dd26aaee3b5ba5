import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { lockOrderRow } from '../orders/orders.queries.ts';
import { recordChannelPayment } from '../payments/record-channel-payment.ts';
import { channelOrders } from './channel-orders.tables.ts';
import type { SoldDeps } from './store-sold-order.ts';

/** Marks an order that was to be checked as paid at its channel, also one that was released since: it takes stock again. */
export async function confirmSale(deps: SoldDeps, orderId: string, actorId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, orderId);
    const isIt = eq(channelOrders.orderId, orderId);
    const [sold] = await tx.select().from(channelOrders).where(isIt).for('update');
    const isWaiting = sold && sold.checkReason !== '' && !sold.isCancelled;
    if (!order || !isWaiting || order.paymentStatus !== 'unpaid')
      throw new Problem('EDIT_CONFLICT', 'This order has nothing to confirm. Load it again.');
    await tx.update(channelOrders).set({ checkReason: '', updatedAt: deps.now() }).where(isIt);
    await recordChannelPayment(tx, deps, order, { channel: sold.channelName, number: sold.externalId });
    await recordAudit(tx, {
      actorId,
      action: 'confirm channel sale',
      subject: `order ${orderId}`,
      before: { check: sold.checkReason },
      after: { paymentStatus: 'paid', amountCents: order.totalCents },
    });
  });
}
