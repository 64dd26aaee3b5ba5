import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { amountDueOf } from '../orders/amount-due.ts';
import type { TransitionDeps } from '../orders/lifecycle/transition-orders.ts';
import type { OrderRow } from '../orders/orders.queries.ts';
import { markAllPaid } from './mark-paid.ts';
import { payments } from './payments.tables.ts';
import { paidIntent, storePaidIntents } from './processors/test-processor.ts';

type PastPayment = { order: OrderRow; settledAt: Date };

/** Marks locked orders of the past, at least one, as paid with a test card. */
export async function recordTestPayments(tx: Tx, deps: TransitionDeps, paid: PastPayment[]): Promise<void> {
  const recorded = paid.map(({ order, settledAt }) => {
    const intent = paidIntent(order.id, amountDueOf(order));
    return { order: asPaidByTestCard(order), paymentId: newId('pay'), settledAt, intent };
  });
  await storePaidIntents(
    tx,
    recorded.map(({ intent }) => intent),
  );
  await tx.insert(payments).values(
    recorded.map(({ order, paymentId, settledAt, intent }) => ({
      id: paymentId,
      orderId: order.id,
      processor: 'test' as const,
      intentId: intent.id,
      clientSecret: intent.clientSecret,
      amountCents: intent.amountCents,
      status: 'succeeded' as const,
      settledAt,
      createdAt: settledAt,
      updatedAt: settledAt,
    })),
  );
  await markAllPaid(tx, deps, recorded);
}

const asPaidByTestCard = (order: OrderRow): OrderRow => ({
  ...order,
  paymentMethod: 'card',
  isTestPaid: true,
});
