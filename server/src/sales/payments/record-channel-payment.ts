import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { OrderRow } from '../orders/orders.queries.ts';
import { markPaid } from './mark-paid.ts';
import { payments } from './payments.tables.ts';
import type { SettleDeps } from './settle-payment.ts';

/** Marks a locked order as paid at the sales channel that it came from. `number` is that of the order there. */
export async function recordChannelPayment(
  tx: Tx,
  deps: SettleDeps,
  order: OrderRow,
  { channel, number }: { channel: string; number: string },
): Promise<void> {
  const now = deps.now();
  const id = newId('pay');
  await tx.insert(payments).values({
    id,
    orderId: order.id,
    processor: 'channel',
    intentId: `${id} ${number}`,
    clientSecret: '',
    amountCents: order.totalCents,
    livemode: true,
    method: 'channel',
    status: 'succeeded',
    reference: number,
    note: channel,
    settledAt: order.createdAt,
    createdAt: now,
    updatedAt: now,
  });
  await markPaid(tx, deps, { ...order, paymentMethod: 'channel', isTestPaid: false }, id);
}
