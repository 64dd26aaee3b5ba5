import type { Settings } from '@reprise/contract/foundations/settings';
import { cents } from '@reprise/contract/money';
import { shippedSpan } from '@reprise/contract/sales/orders/delivery';
import {
  type OrderStatus,
  type PaymentStatus,
  stockEffect,
} from '@reprise/contract/sales/orders/order-status';
import { ratesIn } from '@reprise/contract/sales/orders/shipping/zones';
import { refundDestination } from '@reprise/contract/sales/payments/payment-methods';
import type { Deps } from '../../../deps.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Enqueue } from '../../../platform/jobs/define-job.ts';
import { moveDiscountUse } from '../../discounts/take-discount-use.ts';
import { drawInvoicesOf } from '../invoices/draw-invoices.ts';
import { eraseOrder, returnPayment } from '../orders.jobs.ts';
import type { OrderRow } from '../orders.queries.ts';
import { clearRefundedItems } from '../refunded-items.ts';
import { assertMayCancel } from '../replacements/assert-may-cancel.ts';
import { assertNumberChecked } from '../tax/exempt-orders.ts';
import { addStatusEvents } from './add-status-events.ts';
import { moveStocks, type StockMove } from './move-stock.ts';
import { queueStatusMails } from './queue-status-mails.ts';
import { isOpenOrder, reservationEndOf } from './reservation.ts';
import { type OrderChange, storeOrderChanges } from './store-order-changes.ts';

export type TransitionDeps = Pick<Deps, 'alerts'> & { jobs: { enqueue: Enqueue } };

export type Transition = StockMove & {
  /** True if staff make the change: its mail does not count against the recipient's mail budget. */
  byStaff?: boolean | undefined;
  /** Timeline description that replaces the default one. */
  reason?: string | undefined;
  /** Payment status that replaces the result of `paymentAfter`. */
  paymentStatus?: PaymentStatus | undefined;
  /** Further columns that change with the status. */
  alsoChanged?: Omit<OrderChange, 'status'> | undefined;
};

/** Changes the status of a locked order as `transitionOrders` does. */
export async function transitionOrder(
  tx: Tx,
  deps: TransitionDeps,
  order: OrderRow,
  transition: Omit<Transition, 'order'>,
): Promise<void> {
  await transitionOrders(tx, deps, [{ order, ...transition }]);
}

/**
 * Changes the status of locked orders, each once, with its side effects: stock, payment, timeline, mail. Lock order: the
 * order rows before any product. An order that already has the status stays unchanged.
 */
export async function transitionOrders(
  tx: Tx,
  { jobs, alerts }: TransitionDeps,
  transitions: Transition[],
): Promise<void> {
  const steps = transitions.filter(({ order, to }) => order.status !== to).map(planStep);
  if (steps.length === 0) return;
  for (const { order, to } of steps) if (to === 'shipped' || to === 'delivered') assertNumberChecked(order);
  await assertMayCancel(tx, steps);
  for (const step of steps) await clearBefore(tx, step);
  await moveStocks(tx, steps, { alerts });
  for (const { order, now } of steps.filter(endsPayment))
    await jobs.enqueue(tx, returnPayment, { orderId: order.id, cancelledAt: now.toISOString() });
  await storeSteps(tx, steps);
  for (const { order, nextPayment, now } of steps)
    if (nextPayment !== order.paymentStatus) drawInvoicesOf(tx, order.id, { now });
  await queueStatusMails(tx, jobs, await addStatusEvents(tx, steps));
  for (const { order } of steps.filter(({ isErasedNext }) => isErasedNext))
    await jobs.enqueue(tx, eraseOrder, { orderId: order.id });
}

type Step = ReturnType<typeof planStep>;

function planStep(transition: Transition) {
  const { order, to, paymentStatus } = transition;
  const isClosed = to === 'delivered' || to === 'cancelled';
  return {
    ...transition,
    nextPayment: paymentStatus ?? paymentAfter(order, to),
    isErasedNext: order.eraseWhenClosed && isClosed,
  };
}

/** Moves the use of a code, and forgets the refunds of an order that must be paid again. */
async function clearBefore(tx: Tx, { order, to, nextPayment }: Step): Promise<void> {
  const effect = stockEffect(order.status, to);
  // Codes are locked before products, as on placement.
  if (effect !== 'none') await moveDiscountUse(tx, order, effect === 'put-back' ? -1 : 1);
  if (order.status === 'cancelled' && nextPayment === 'unpaid') await clearRefundedItems(tx, order.id);
}

const endsPayment = ({ order, to, nextPayment }: Step): boolean =>
  to === 'cancelled' && nextPayment !== order.paymentStatus && nextPayment !== 'refund-to-approve';

async function storeSteps(tx: Tx, steps: Step[]): Promise<void> {
  const needsTerms = steps.some((step) => step.to === 'shipped' || reopens(step));
  const terms = needsTerms ? await readSettings(tx) : null;
  await storeOrderChanges(
    tx,
    steps.map((step) => ({ orderId: step.order.id, change: changeOf(step, terms), now: step.now })),
  );
}

const reopens = ({ to, nextPayment }: Step) => isOpenOrder({ status: to, paymentStatus: nextPayment });

function changeOf(step: Step, terms: Settings | null): OrderChange {
  const { order, to, nextPayment, now, alsoChanged } = step;
  const change: OrderChange = {
    ...alsoChanged,
    status: to,
    paymentStatus: nextPayment,
    // Only staff reopen orders, so the reservation lasts as long as that of a staff order.
    reservedUntil: terms && reopens(step) ? reservationEndOf('staff', terms, now) : null,
    reservationReleasedAt: null,
  };
  // The whole payment is returned, or the whole total is to be paid again.
  if (nextPayment === 'refunded' || nextPayment === 'unpaid') change.dueCents = cents(0);
  if (terms && to === 'shipped') {
    const { from, to: until } = shippedSpan(now, ratesIn(terms, order.country), order.shippingMethod);
    Object.assign(change, { estimatedDelivery: from, latestDelivery: until });
  }
  return change;
}

/**
 * Returns the payment status after a transition: cancelling refunds a payment or ends a started one, and a reopened
 * order must be paid again. The `returnPayment` job informs the processor.
 */
function paymentAfter(
  { status, paymentStatus, totalCents }: OrderRow,
  to: OrderStatus,
): OrderRow['paymentStatus'] {
  // An order that costs nothing has no payment to return.
  if (totalCents === 0) return paymentStatus;
  if (to === 'cancelled') {
    if (paymentStatus === 'paid' || paymentStatus === 'partly-refunded') return 'refunded';
    return paymentStatus === 'started' ? 'unpaid' : paymentStatus;
  }
  return status === 'cancelled' && paymentStatus === 'refunded' ? 'unpaid' : paymentStatus;
}

/** Tells the customer that a payment received after the order was cancelled is refunded. */
export async function notifyRefundOfOrder(
  tx: Tx,
  jobs: { enqueue: Enqueue },
  order: OrderRow,
  now: Date,
): Promise<void> {
  const reason = `Your payment arrived after the order was cancelled. It will be refunded ${refundDestination[order.paymentMethod]}.`;
  const step = planStep({ order, to: 'cancelled', actorId: null, now, reason });
  await queueStatusMails(tx, jobs, await addStatusEvents(tx, [step]));
}
