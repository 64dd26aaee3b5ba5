import type { Settings } from '@reprise/contract/foundations/settings';
import { deliverySpan } from '@reprise/contract/sales/orders/delivery';
import { ratesIn } from '@reprise/contract/sales/orders/shipping/zones';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../../foundations/notifications/mail-requests.ts';
import { readLivePayments } from '../../foundations/settings/live-payments.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import type { Tx } from '../../platform/database/database.ts';
import { dayMs } from '../../platform/time.ts';
import { setOrderPayment } from '../orders/lifecycle/set-order-payment.ts';
import {
  type Transition,
  type TransitionDeps,
  transitionOrders,
} from '../orders/lifecycle/transition-orders.ts';
import { endTestFigures } from '../orders/orders.jobs.ts';
import type { OrderRow } from '../orders/orders.queries.ts';
import { invalidateSales } from '../orders/orders.tags.ts';

/** Locked order with its method of payment, and the payment that pays it. */
type PaidOrder = { order: OrderRow; paymentId: string; settledAt: Date };

/** Marks a locked order as paid, with its mail and its way to processing. */
export async function markPaid(
  tx: Tx,
  deps: Pick<Deps, 'now'> & TransitionDeps,
  order: OrderRow,
  paymentId: string,
): Promise<void> {
  await markAllPaid(tx, deps, [{ order, paymentId, settledAt: deps.now() }]);
}

/** Marks locked orders as paid, as `markPaid` does. */
export async function markAllPaid(tx: Tx, deps: TransitionDeps, paid: PaidOrder[]): Promise<void> {
  const settings = await readSettings(tx);
  const transitions: Transition[] = [];
  for (const { order, settledAt } of paid) {
    const payment = paymentOf(order, settledAt, settings);
    if (order.status === 'pending' || order.status === 'cancelled') {
      transitions.push(toProcessing(order, settledAt, payment));
    } else {
      await setOrderPayment(tx, order.id, payment, settledAt);
    }
  }
  await transitionOrders(tx, deps, transitions);
  invalidateSales(tx);
  await endTestFiguresAfter(tx, deps, paid);
  for (const { order, paymentId } of paid) {
    // The mail of the return tells its customer about a replacement.
    if (order.returnId === null) await queuePaidMail(tx, deps, order, paymentId);
    if (settings.newOrderAlerts) await queueAlert(tx, deps, order);
  }
}

/** Queues the end of test figures with the first sale for real money. */
async function endTestFiguresAfter(tx: Tx, { jobs }: TransitionDeps, paid: PaidOrder[]): Promise<void> {
  const real = paid.find(({ order }) => !order.isTestPaid && order.totalCents > 0);
  if (real && (await readLivePayments(tx)).countsTestOrders)
    await jobs.enqueue(tx, endTestFigures, { orderId: real.order.id });
}

function paymentOf(order: OrderRow, settledAt: Date, settings: Settings) {
  const { paymentMethod, isTestPaid } = order;
  return {
    paymentStatus: 'paid',
    paymentMethod,
    isTestPaid,
    reservedUntil: null,
    predatesInvoices: false,
    ...laterDelivery(order, settledAt, settings),
  } as const;
}

/** Counts the delivery of an order that was paid a day or more after it was placed from its payment. */
function laterDelivery(order: OrderRow, paidAt: Date, settings: Settings) {
  const { status, createdAt, shippingMethod, country } = order;
  const isShipped = status === 'shipped' || status === 'delivered';
  if (isShipped || paidAt.getTime() - createdAt.getTime() < dayMs) return {};
  const { from, to } = deliverySpan(paidAt, ratesIn(settings, country), shippingMethod);
  return { estimatedDelivery: from, latestDelivery: to };
}

function toProcessing(order: OrderRow, now: Date, payment: ReturnType<typeof paymentOf>): Transition {
  const reason =
    order.totalCents === 0
      ? 'There is nothing to pay. We are preparing your order.'
      : 'Your payment has arrived. We are preparing your order.';
  const { paymentStatus, ...alsoChanged } = payment;
  return { order, to: 'processing', actorId: null, now, reason, paymentStatus, alsoChanged };
}

export async function queuePaidMail(
  tx: Tx,
  { jobs }: Pick<TransitionDeps, 'jobs'>,
  order: OrderRow,
  paymentId: string,
): Promise<void> {
  // An erased order has no recipient.
  if (order.email === '') return;
  const eventKey = `order-paid:${paymentId}`;
  await queueMail(tx, jobs, { kind: 'order-paid', eventKey, orderId: order.id });
}

async function queueAlert(tx: Tx, { jobs }: TransitionDeps, { id, orderNumber }: OrderRow): Promise<void> {
  await queueMail(tx, jobs, { kind: 'new-order', eventKey: `new-order:${id}`, orderNumber });
}
