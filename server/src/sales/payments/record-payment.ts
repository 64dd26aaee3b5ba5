import { Problem } from '@reprise/contract/problem';
import type { Order } from '@reprise/contract/sales/orders/order';
import type { ManualMethod } from '@reprise/contract/sales/payments/payment-methods';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { amountDueOf, isPaid } from '../orders/amount-due.ts';
import { orderNotFound } from '../orders/order-access.ts';
import { findOrderRow, lockOrderRow, type OrderRow, readOrder } from '../orders/orders.queries.ts';
import { markPaid } from './mark-paid.ts';
import { readPaymentsOf } from './order-payments.queries.ts';
import { findBlockingPayment } from './payments.queries.ts';
import { payments } from './payments.tables.ts';
import type { ProcessorDeps } from './processors/processors.ts';
import { type SettleDeps, settleRest } from './settle-payment.ts';
import { assertOrderOpen, endOpenPayment, paymentEnding } from './start-payment.ts';

type RecordedPayment = {
  method: ManualMethod;
  reference?: string | undefined;
  note?: string | undefined;
};

/**
 * Marks an unpaid order as paid outside the processor. An open payment is cancelled there first: the customer must not
 * pay twice.
 */
export async function recordPayment(
  deps: SettleDeps & ProcessorDeps,
  reference: string,
  recorded: RecordedPayment,
  actorId: string,
): Promise<Order> {
  const order = await findOrderRow(deps.db, reference);
  if (!order) throw orderNotFound();
  assertOrderOpen(order);
  const open = await findBlockingPayment(deps.db, order);
  if (open?.status === 'needs-review') throw underReview();
  if (open?.status === 'created') await endOpenPayment(deps, open);
  await inTransaction(deps.db, async (tx) => {
    const locked = await lockOrderRow(tx, order.id);
    if (!locked) throw orderNotFound();
    assertOrderOpen(locked);
    if (await findBlockingPayment(tx, locked)) throw paymentEnding();
    assertNotOfChannel(locked);
    await storeRecorded(tx, deps, locked, { recorded, actorId });
  });
  return { ...(await readOrder(deps.db, order.id)), payments: await readPaymentsOf(deps.db, order.id, deps) };
}

/** Buyers pay a channel: a payment recorded here would book money that the channel settles. */
function assertNotOfChannel(order: OrderRow): void {
  if (order.paymentMethod !== 'channel' || isPaid(order)) return;
  throw new Problem(
    'VALIDATION_ERROR',
    'Its buyer pays at the channel. Confirm the sale on the order instead.',
  );
}

function underReview(): Problem {
  return new Problem(
    'IN_PROGRESS',
    'A payment of this order needs review. Settle it under Settings, Payment first.',
  );
}

async function storeRecorded(
  tx: Tx,
  deps: SettleDeps,
  order: OrderRow,
  { recorded, actorId }: { recorded: RecordedPayment; actorId: string },
): Promise<void> {
  const { method, reference = '', note = '' } = recorded;
  const now = deps.now();
  const id = newId('pay');
  await tx.insert(payments).values({
    id,
    orderId: order.id,
    processor: 'manual',
    intentId: id,
    clientSecret: '',
    amountCents: amountDueOf(order),
    livemode: true,
    method,
    status: 'succeeded',
    reference,
    note,
    recordedBy: actorId,
    settledAt: now,
    createdAt: now,
    updatedAt: now,
  });
  if (isPaid(order)) await settleRest(tx, deps, order, id);
  else await markPaid(tx, deps, { ...order, paymentMethod: method, isTestPaid: false }, id);
  await recordAudit(tx, {
    actorId,
    action: 'record payment',
    subject: `order ${order.id}`,
    before: { paymentStatus: order.paymentStatus },
    after: { paymentStatus: 'paid', amountCents: amountDueOf(order), method, reference, note },
  });
}
