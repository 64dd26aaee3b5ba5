import type { Cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import { offeredMethods, type RedirectMethod } from '@reprise/contract/sales/payments/payment-methods';
import { and, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordLiveKeys } from '../../foundations/settings/live-payments.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { amountDueOf, isPaid } from '../orders/amount-due.ts';
import { payingReservation } from '../orders/lifecycle/reservation.ts';
import { setOrderPayment } from '../orders/lifecycle/set-order-payment.ts';
import { findOrderFor, type OrderRequester, orderNotFound } from '../orders/order-access.ts';
import { findOrderRow, lockOrderRow, type OrderRow } from '../orders/orders.queries.ts';
import { endPayment } from './end-payment.ts';
import type { PaymentLimits } from './payment-limits.ts';
import { findBlockingPayment, type PaymentRow } from './payments.queries.ts';
import { payments } from './payments.tables.ts';
import type { Intent, Processor } from './processors/processor.ts';
import { isOf, offeredProcessors, type ProcessorDeps } from './processors/processors.ts';
import { withdrawMethods } from './processors/redirect-methods.ts';
import { mayCountAsPaid, type SettleDeps } from './settle-payment.ts';

export type PaymentStart = {
  clientSecret: string;
  paymentIntentId: string;
  redirectMethods: RedirectMethod[];
  paymentPage: string | null;
};

type StartOptions = {
  limits?: PaymentLimits;
  /** Network that declined cards count for, from `networkOfPayer`. */
  network?: string | null;
};

/** Opens the payment of an order and extends its reservation; repeated calls return the same payment. */
export async function startPayment(
  deps: Pick<Deps, 'secret'> & SettleDeps & ProcessorDeps,
  requester: OrderRequester,
  request: { orderId: string; amount: Cents; paymentPage?: string | null | undefined },
  { limits, network = null }: StartOptions = {},
): Promise<PaymentStart> {
  const order = await findOrderFor(deps, requester, request.orderId, 'orders.place');
  assertOrderOpen(order);
  assertAmountMatches(order, request.amount);
  const open = await findBlockingPayment(deps.db, order);
  if (open && open.status !== 'created') return startOf(open, order);
  const offered = await offeredProcessors(deps, requester);
  const chosen = findChosen(offered, request.paymentPage);
  const current = chosen ?? offered.find((processor) => open && isOf(processor, open));
  if (open && current && (await isUsable(deps, open, order, current))) return startOf(open, order);
  if (open) await endOpenPayment(deps, open);
  // Without a choice not the page that the customer has left: some pages cannot be ended for another choice.
  const processor = chosen ?? (offered[0] as Processor);
  await limits?.countStart({ ...order, network });
  // Parallel calls count the same ended payments, so the processor returns the same intent to all.
  const attempt = await deps.db.$count(
    payments,
    and(eq(payments.orderId, order.id), inArray(payments.status, ['cancelled', 'refunded'])),
  );
  const redirectMethods = processor.name === 'adapter' ? [] : offeredMethods(await readSettings(deps.db));
  const intent = await processor.createIntent(intentKeyOf(order, attempt), {
    orderId: order.id,
    orderNumber: order.orderNumber,
    amountCents: amountDueOf(order),
    redirectMethods,
  });
  const missing = redirectMethods.filter((method) => !intent.redirectMethods.includes(method));
  if (missing.length > 0) await withdrawMethods(deps, missing);
  const opened = { intent, processor, network };
  const payment = await inTransaction(deps.db, (tx) => storePayment(tx, order.id, opened, deps.now()));
  // A parallel call of the same order chose another processor.
  if (!isOf(processor, payment)) throw wayChanged();
  return startOf(payment, order);
}

/** Returns the processor of this page, or of the checkout's form for null; undefined if the customer chose none. */
function findChosen(offered: Processor[], paymentPage: string | null | undefined): Processor | undefined {
  if (paymentPage === undefined) return undefined;
  const chosen = offered.find(({ page }) => page === paymentPage);
  if (!chosen) throw wayChanged();
  return chosen;
}

function wayChanged(): Problem {
  return new Problem('PAYMENT_UNAVAILABLE', 'The way to pay has changed. Please load this page again.');
}

/** Returns the processor's idempotency key; after an edit another, because the amount may be another. */
function intentKeyOf({ id, version }: OrderRow, attempt: number): string {
  return version === 0 ? `${id} ${attempt}` : `${id} ${attempt} ${version}`;
}

/** Returns true if the customer can still pay by the open payment, in the way that the checkout offers now. */
async function isUsable(
  { db }: ProcessorDeps,
  payment: PaymentRow,
  order: OrderRow,
  current: Processor,
): Promise<boolean> {
  // Opened at another processor, which the customer does not choose any more or the shop does not offer.
  if (!isOf(current, payment)) return false;
  return !(await isOutdated(db, payment, order)) && !(await hasEndedAtPage(payment, current));
}

/**
 * Returns true for a payment of the amount before an edit, for a test payment of a shop that went live, and for a
 * payment from before the order was cancelled and reopened, which a job is about to end. Reads the order again, because
 * a parallel call may have started the payment.
 */
async function isOutdated(db: Queryable, payment: PaymentRow, order: OrderRow): Promise<boolean> {
  if (!(await mayCountAsPaid(db, payment))) return true;
  if (payment.amountCents !== amountDueOf(order)) return true;
  if (order.paymentStatus === 'started' || isPaid(order)) return false;
  return (await findOrderRow(db, order.id))?.paymentStatus === 'unpaid';
}

/** Returns true if the customer cancelled the payment on the processor's page, or was too late for it. */
async function hasEndedAtPage(payment: PaymentRow, current: Processor): Promise<boolean> {
  if (payment.processor !== 'adapter') return false;
  return (await current.retrieveIntent(payment.intentId))?.status === 'cancelled';
}

/** Cancels an open payment at the processor; throws when it succeeded or cannot be cancelled yet. */
export async function endOpenPayment(deps: SettleDeps & ProcessorDeps, payment: PaymentRow): Promise<void> {
  const outcome = await endPayment(deps, payment);
  if (outcome === 'cancelled') return;
  if (outcome === 'paid') throw alreadyPaid();
  if (outcome === 'processing' && payment.page !== null) throw stillOpenAt(payment.page);
  throw paymentEnding();
}

function stillOpenAt(page: string): Problem {
  return new Problem(
    'PAYMENT_NOT_COMPLETED',
    `A payment at ${page} is still open and cannot be ended. Finish it there, or try again once it has expired.`,
  );
}

export function paymentEnding(): Problem {
  return new Problem(
    'IN_PROGRESS',
    'The previous payment is being cancelled. Please try again in a moment.',
    {
      retryAfterSeconds: 5,
    },
  );
}

type Opened = { intent: Intent; processor: Processor; network: string | null };

async function storePayment(
  tx: Tx,
  orderId: string,
  { intent, processor, network }: Opened,
  now: Date,
): Promise<PaymentRow> {
  const order = await lockOrderRow(tx, orderId);
  if (!order) throw orderNotFound();
  assertOrderOpen(order);
  const open = await findBlockingPayment(tx, order);
  if (open) return open;
  // Edited since the intent was created: its secret was not handed out, and the reconciliation ends it.
  if (intent.amountCents !== amountDueOf(order)) throw paymentEnding();
  const { holdMinutes } = await readSettings(tx);
  // Only pending orders have a reservation; a processed order is not cancelled for late payment.
  const reservedUntil = order.status === 'pending' ? payingReservation(order, holdMinutes, now) : null;
  // A further payment of an edited order leaves the order paid.
  if (!isPaid(order)) await setOrderPayment(tx, orderId, { paymentStatus: 'started', reservedUntil }, now);
  if (intent.livemode) await recordLiveKeys(tx, now);
  const [payment] = await tx
    .insert(payments)
    .values({
      id: newId('pay'),
      orderId,
      processor: processor.name,
      page: processor.page,
      intentId: intent.id,
      clientSecret: intent.clientSecret,
      pageUrl: intent.pageUrl,
      amountCents: amountDueOf(order),
      livemode: intent.livemode,
      redirectMethods: intent.redirectMethods,
      network,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: payments.intentId })
    .returning();
  // A parallel call stored this intent and it has ended since: the next attempt opens another.
  if (!payment) throw paymentEnding();
  return payment;
}

/** Returns the payment to the browser; throws while a succeeded payment is being reviewed or refunded. */
function startOf(payment: PaymentRow, order: OrderRow): PaymentStart {
  if (payment.status === 'needs-review') {
    throw new Problem(
      'IN_PROGRESS',
      'We received your payment and are reviewing it. We will email you; please do not pay again.',
    );
  }
  if (payment.status === 'succeeded') {
    if (isSettled(order)) throw alreadyPaid();
    throw new Problem(
      'IN_PROGRESS',
      'The previous payment is being refunded. Please try again in a moment.',
      {
        retryAfterSeconds: 5,
      },
    );
  }
  const { clientSecret, intentId: paymentIntentId, redirectMethods, pageUrl: paymentPage } = payment;
  return { clientSecret, paymentIntentId, redirectMethods, paymentPage };
}

/** Throws when the order is cancelled, or was paid and nothing more is due. */
export function assertOrderOpen(order: OrderRow): void {
  if (order.status === 'cancelled') throw new Problem('ORDER_CANCELLED', 'This order was cancelled.');
  if (isSettled(order) && amountDueOf(order) === 0) throw alreadyPaid();
}

/** Returns true when the order was paid, even if refunded since. */
function isSettled(order: OrderRow): boolean {
  return isPaid(order) || order.paymentStatus === 'refunded';
}

function alreadyPaid(): Problem {
  return new Problem('ALREADY_PAID', 'This order is already paid.');
}

function assertAmountMatches(order: OrderRow, amount: Cents): void {
  if (Math.abs(amount - amountDueOf(order)) <= 1) return;
  throw new Problem('AMOUNT_MISMATCH', 'The amount does not match the order total.');
}
