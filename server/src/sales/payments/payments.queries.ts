import { type Cents, cents } from '@reprise/contract/money';
import type { Refund } from '@reprise/contract/sales/orders/order';
import { and, desc, eq, inArray, max, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { isPaid } from '../orders/amount-due.ts';
import type { OrderMoney } from '../orders/export-orders.ts';
import type { OrderRow } from '../orders/orders.queries.ts';
import { payments, refunds } from './payments.tables.ts';

export type PaymentRow = typeof payments.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;

/** Returns true for a payment that staff recorded: no processor knows it. */
export const isRecorded = ({ processor }: PaymentRow): boolean => processor === 'manual';

/** Returns the order's unsettled payment; there is at most one. */
export async function findOpenPayment(db: Queryable, orderId: string): Promise<PaymentRow | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.status, ['created', 'needs-review'])));
  return payment;
}

/** Returns the payments that the order has received, newest first; several if an edit raised its total. */
export function readSettledPayments(db: Queryable, orderId: string): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'succeeded')))
    .orderBy(desc(payments.createdAt), desc(payments.id));
}

/** Returns the payment that blocks a new one: an open one or, for an unpaid order, one that is being refunded. */
export async function findBlockingPayment(db: Queryable, order: OrderRow): Promise<PaymentRow | undefined> {
  const open = await findOpenPayment(db, order.id);
  if (open || isPaid(order)) return open;
  return (await readSettledPayments(db, order.id))[0];
}

/** Returns the sum of the completed and pending refunds. */
export function refundedOf(settled: PaymentRow[]): Cents {
  return cents(settled.reduce((sum, { refundedCents }) => sum + refundedCents, 0));
}

/** Returns the part of the payments that is not refunded. */
export function leftOf(settled: PaymentRow[]): Cents {
  return cents(settled.reduce((sum, { amountCents, refundedCents }) => sum + amountCents - refundedCents, 0));
}

/** Returns the part of the payments that can be refunded; the processor rejects refunds of disputed payments. */
export function refundableOf(settled: PaymentRow[]): Cents {
  return leftOf(settled.filter(({ isDisputed }) => !isDisputed));
}

export async function findPayment(db: Queryable, id: string): Promise<PaymentRow | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, id));
  return payment;
}

export async function findRefund(db: Queryable, id: string): Promise<RefundRow | undefined> {
  const [refund] = await db.select().from(refunds).where(eq(refunds.id, id));
  return refund;
}

/** Returns the payment of an intent at Stripe; the ids of other processors are not Stripe's to name. */
export async function findStripePayment(db: Queryable, intentId: string): Promise<PaymentRow | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.intentId, intentId), eq(payments.processor, 'stripe')));
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

/** Payments and refunds of orders, for exports; orders without a settled payment are missing. */
export async function readMoneyOf(db: Queryable, orderIds: string[]): Promise<Map<string, OrderMoney>> {
  const lastRefunds = db
    .select({
      paymentId: refunds.paymentId,
      at: max(refunds.createdAt).as('at'),
      byHand:
        sql<Cents>`coalesce(sum(${refunds.amountCents}) filter (where ${refunds.returnedBy} is not null), 0)`.as(
          'by_hand',
        ),
    })
    .from(refunds)
    .where(and(inArray(refunds.orderId, orderIds), inArray(refunds.status, movedStatuses)))
    .groupBy(refunds.paymentId)
    .as('last_refunds');
  const rows = await db
    .select({
      orderId: payments.orderId,
      paidAt: max(payments.settledAt),
      refunded: sql<Cents>`sum(${payments.refundedCents})::float8`,
      returnedByHand: sql<Cents>`coalesce(sum(${lastRefunds.byHand}), 0)::float8`,
      refundedAt: sql<Date | null>`max(${lastRefunds.at})`.mapWith(refunds.createdAt),
    })
    .from(payments)
    .leftJoin(lastRefunds, eq(lastRefunds.paymentId, payments.id))
    .where(and(inArray(payments.orderId, orderIds), inArray(payments.status, ['succeeded', 'refunded'])))
    .groupBy(payments.orderId);
  return new Map(rows.map(({ orderId, ...money }) => [orderId, money]));
}

/** Statuses of refunds that are counted in `refundedCents`. */
const movedStatuses = ['requested', 'pending', 'succeeded'] as const;

/** Returns the page of Stripe's dashboard that takes the evidence. */
export function stripeDisputeUrl(id: string, livemode: boolean): string {
  return `https://dashboard.stripe.com/${livemode ? '' : 'test/'}disputes/${id}`;
}

export function toRefund(refund: RefundRow): Refund {
  const { id, amountCents, reason, status, failure, declineReason, items, isRestocked, createdAt, kind } =
    refund;
  const { returnedBy, returnReference } = refund;
  return {
    id,
    amount: amountCents,
    reason,
    status,
    failure,
    declineReason,
    ...(kind && { kind }),
    ...(returnedBy && { byHand: { method: returnedBy, reference: returnReference } }),
    ...(items && {
      items: items.map(({ name, quantity, units = [], unlisted = units.length }) => ({
        name,
        quantity,
        unlisted,
        ...(units.length > 0 && { units }),
      })),
      restocked: isRestocked,
    }),
    createdAt: createdAt.toISOString(),
  };
}
