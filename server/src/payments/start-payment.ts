import type { Cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import { and, eq, inArray } from 'drizzle-orm';
import { payingReservation } from '../orders/lifecycle/reservation.ts';
import { findOrderFor, type OrderRequester, orderNotFound } from '../orders/order-access.ts';
import { findOrderRow, lockOrderRow, type OrderRow } from '../orders/orders.queries.ts';
import { orders } from '../orders/orders.tables.ts';
import { inTransaction, type Queryable, type Tx } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Deps } from '../platform/deps.ts';
import { recordLiveKeys } from '../settings/live-payments.ts';
import { readSettings } from '../settings/settings.queries.ts';
import { endPayment } from './end-payment.ts';
import type { PaymentLimits } from './payment-limits.ts';
import { findLivePayment, type PaymentRow } from './payments.queries.ts';
import { payments } from './payments.tables.ts';
import { withdrawPaypal } from './processors/paypal.ts';
import type { Intent, Processor } from './processors/processor.ts';
import { type ProcessorDeps, processorInUse } from './processors/processors.ts';
import { mayCountAsPaid, type SettleDeps } from './settle-payment.ts';

export type PaymentStart = { clientSecret: string; paymentIntentId: string; takesPaypal: boolean };

type StartOptions = {
  /** Who takes the payment instead of the processor in use. */
  processor?: Processor;
  limits?: PaymentLimits;
  /** Where declined cards count, from `networkOfPayer`. */
  network?: string | null;
};

/** Opens the payment of an order, whose stock stays reserved while it can be made. Asked again, it answers the same one. */
export async function startPayment(
  deps: Pick<Deps, 'secret'> & SettleDeps & ProcessorDeps,
  reader: OrderRequester,
  request: { orderId: string; amount: Cents },
  { processor, limits, network = null }: StartOptions = {},
): Promise<PaymentStart> {
  const order = await findOrderFor(deps, reader, request.orderId, 'orders.place');
  refuseClosed(order);
  refuseOtherAmount(order, request.amount);
  const open = await findLivePayment(deps.db, order.id);
  if (open && !(await isLeftOver(deps.db, open, order))) return startOf(open, order);
  if (open) await endLeftOver(deps, open);
  const taker = processor ?? (await processorInUse(deps));
  await limits?.countStart({ ...order, network });
  // All who ask at once count the same payments that are over, so the processor gives them the same intent.
  const attempt = await deps.db.$count(
    payments,
    and(eq(payments.orderId, order.id), inArray(payments.status, ['cancelled', 'refunded'])),
  );
  const { paypalEnabled: paypal } = await readSettings(deps.db);
  const intent = await taker.createIntent(`${order.id} ${attempt}`, {
    orderId: order.id,
    orderNumber: order.orderNumber,
    amountCents: order.totalCents,
    paypal,
  });
  if (paypal && !intent.takesPaypal) await withdrawPaypal(deps);
  const opened = { intent, processor: taker.name, network };
  const payment = await inTransaction(deps.db, (tx) => storePayment(tx, order.id, opened, deps.now()));
  return startOf(payment, order);
}

/**
 * A test payment of a shop that has gone live since; or, of an order that was cancelled and opened again, its payment
 * from before, which a job is about to end. The order is read once more, as another call may have started the payment.
 */
async function isLeftOver(db: Queryable, payment: PaymentRow, order: OrderRow): Promise<boolean> {
  if (payment.status !== 'created') return false;
  if (!(await mayCountAsPaid(db, payment))) return true;
  if (order.paymentStatus === 'started') return false;
  return (await findOrderRow(db, order.id))?.paymentStatus === 'unpaid';
}

async function endLeftOver(deps: SettleDeps & ProcessorDeps, payment: PaymentRow): Promise<void> {
  const standing = await endPayment(deps, payment);
  if (standing === 'cancelled') return;
  if (standing === 'paid') throw alreadyPaid();
  throw beingEnded();
}

function beingEnded(): Problem {
  return new Problem('IN_PROGRESS', 'The earlier payment is being ended. Please try again in a moment.', {
    retryAfterSeconds: 5,
  });
}

type Opened = { intent: Intent; processor: Processor['name']; network: string | null };

async function storePayment(
  tx: Tx,
  orderId: string,
  { intent, processor, network }: Opened,
  now: Date,
): Promise<PaymentRow> {
  const order = await lockOrderRow(tx, orderId);
  if (!order) throw orderNotFound();
  refuseClosed(order);
  const open = await findLivePayment(tx, orderId);
  if (open) return open;
  const { holdMinutes } = await readSettings(tx);
  await tx
    .update(orders)
    .set({
      paymentStatus: 'started',
      // An order that is on its way already is not taken back because nobody paid in time.
      holdUntil: order.status === 'pending' ? payingReservation(order, holdMinutes, now) : null,
      updatedAt: now,
    })
    .where(eq(orders.id, orderId));
  if (intent.livemode) await recordLiveKeys(tx, now);
  const [payment] = await tx
    .insert(payments)
    .values({
      id: newId('pay'),
      orderId,
      processor,
      intentId: intent.id,
      clientSecret: intent.clientSecret,
      amountCents: order.totalCents,
      livemode: intent.livemode,
      takesPaypal: intent.takesPaypal,
      network,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: payments.intentId })
    .returning();
  // Somebody else had stored it, and it was ended while this one was on its way: the next try opens another.
  if (!payment) throw beingEnded();
  return payment;
}

/** A payment that succeeded and is about to go back stands in the way of a new one for a moment. */
function startOf(payment: PaymentRow, order: OrderRow): PaymentStart {
  if (payment.status === 'held') {
    throw new Problem(
      'IN_PROGRESS',
      'Your payment has arrived and is being looked at. We will write to you; please do not pay again.',
    );
  }
  if (payment.status === 'succeeded') {
    if (isSettled(order)) throw alreadyPaid();
    throw new Problem('IN_PROGRESS', 'The earlier payment is being refunded. Please try again in a moment.', {
      retryAfterSeconds: 5,
    });
  }
  const { clientSecret, intentId: paymentIntentId, takesPaypal } = payment;
  return { clientSecret, paymentIntentId, takesPaypal };
}

function refuseClosed(order: OrderRow): void {
  if (order.status === 'cancelled') throw new Problem('ORDER_CANCELLED', 'This order was cancelled.');
  if (isSettled(order)) throw alreadyPaid();
}

/** Paid, whatever part of it went back since. */
function isSettled({ paymentStatus }: OrderRow): boolean {
  return paymentStatus === 'paid' || paymentStatus === 'partly-refunded' || paymentStatus === 'refunded';
}

function alreadyPaid(): Problem {
  return new Problem('ALREADY_PAID', 'This order is paid already.');
}

function refuseOtherAmount(order: OrderRow, amount: Cents): void {
  if (Math.abs(amount - order.totalCents) <= 1) return;
  throw new Problem('AMOUNT_MISMATCH', 'The amount is not the total of the order.');
}
