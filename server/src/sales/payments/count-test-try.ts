import { problemCodeOf } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { orders } from '../orders/orders.tables.ts';
import type { PaymentLimits } from './payment-limits.ts';
import { payments } from './payments.tables.ts';

/** Counts a payment attempt at the test processor, which simulates a card network and does not know orders. */
export async function countTestTry<T>(
  db: Db,
  limits: PaymentLimits,
  clientSecret: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const [payment] = await db
    .select({
      clientSecret: payments.clientSecret,
      network: payments.network,
      id: orders.id,
      userId: orders.userId,
      email: orders.email,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.intentId, clientSecret.split('_secret_', 1)[0] ?? ''));
  // Do not count attempts with a wrong secret: a stranger could otherwise exhaust the attempts of an order.
  if (payment?.clientSecret !== clientSecret) return attempt();
  return limits.countTry(payment, attempt, (error) => problemCodeOf(error) === 'CARD_DECLINED');
}
