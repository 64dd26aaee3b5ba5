import { problemCodeOf } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { orders } from '../orders/orders.tables.ts';
import type { Db } from '../platform/database/database.ts';
import type { PaymentLimits } from './payment-limits.ts';
import { payments } from './payments.tables.ts';

/** Counts a try at the test processor; it plays a card network, which does not know our orders. */
export async function countTestTry<T>(
  db: Db,
  limits: PaymentLimits,
  clientSecret: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const [found] = await db
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
  // A guessed secret counts for nobody: a stranger could otherwise use up the tries of an order.
  if (found?.clientSecret !== clientSecret) return attempt();
  return limits.countTry(found, attempt, (error) => problemCodeOf(error) === 'CARD_DECLINED');
}
