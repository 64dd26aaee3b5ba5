import { amountDueOf } from '../orders/amount-due.ts';
import type { OrderRow } from '../orders/orders.queries.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import { payments } from './payments.tables.ts';
import { storePaidIntent } from './processors/test-processor.ts';
import { markPaid, type SettleDeps } from './settle-payment.ts';

/** Marks a locked order of the past as paid with a test card. */
export async function recordTestPayment(tx: Tx, deps: SettleDeps, order: OrderRow): Promise<void> {
  const now = deps.now();
  const id = newId('pay');
  const amountCents = amountDueOf(order);
  const intent = await storePaidIntent(tx, order.id, amountCents);
  await tx.insert(payments).values({
    id,
    orderId: order.id,
    processor: 'test',
    intentId: intent.id,
    clientSecret: intent.clientSecret,
    amountCents,
    status: 'succeeded',
    settledAt: now,
    createdAt: now,
    updatedAt: now,
  });
  await markPaid(tx, deps, { ...order, paymentMethod: 'card', isTestPaid: true }, id);
}
