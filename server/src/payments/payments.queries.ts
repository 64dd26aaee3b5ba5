import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import { payments } from './payments.tables.ts';

export type PaymentRow = typeof payments.$inferSelect;

/** The payment of an order that is open or done; there is at most one. */
export async function findLivePayment(db: Queryable, orderId: string): Promise<PaymentRow | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.status, ['created', 'succeeded'])))
    .orderBy(desc(payments.createdAt))
    .limit(1);
  return payment;
}

export async function findPaymentOfOrder(
  db: Queryable,
  intentId: string,
  orderId: string,
): Promise<PaymentRow | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.intentId, intentId), eq(payments.orderId, orderId)));
  return payment;
}
