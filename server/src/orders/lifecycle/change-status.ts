import { isDeepStrictEqual } from 'node:util';
import { cents } from '@reprise/contract/money';
import { shippedSpan } from '@reprise/contract/orders/delivery';
import { heldSentence } from '@reprise/contract/orders/held-order';
import type { StatusChange } from '@reprise/contract/orders/order';
import {
  type OrderStatus,
  type PaymentStatus,
  stockEffect,
  type TimelineStatus,
} from '@reprise/contract/orders/order-status';
import { refundDestination } from '@reprise/contract/payments/payment-methods';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Deps } from '../../deps.ts';
import { moveDiscountUse } from '../../discounts/take-discount-use.ts';
import { users } from '../../identity/identity.tables.ts';
import { queueMail, queueOutgoingMail } from '../../notifications/mail-requests.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { assertPermission, type Caller } from '../../platform/http/endpoint.ts';
import type { Enqueue } from '../../platform/jobs/define-job.ts';
import { readSettings } from '../../settings/settings.queries.ts';
import { drawInvoicesOf } from '../invoices/draw-invoices.ts';
import { orderNotFound } from '../order-access.ts';
import { eraseOrder, returnPayment } from '../orders.jobs.ts';
import { lockOrderRow, type OrderRow, readOrder } from '../orders.queries.ts';
import { orderEvents, orders } from '../orders.tables.ts';
import { clearRefundedItems } from '../refunded-items.ts';
import { moveStock } from './move-stock.ts';
import { stepSentences } from './order-timeline.ts';
import { isOpenOrder, reservationEndOf } from './reservation.ts';

/** Staff who change an order's status. */
export type StatusChanger = Pick<Caller, 'userId' | 'permissions'>;

/** Without `refundApprovals`, cancelling refunds every amount at once. */
type ChangeDeps = Pick<Deps, 'jobs' | 'now' | 'alerts'> & { refundApprovals: RefundApprovals | null };

/**
 * Sets the status; any status may follow any other, but `orders.cancel` is required to and from cancelled, because
 * cancelling refunds money. Repeating the same status only stores the tracking details.
 */
export async function changeStatus(
  deps: Pick<Deps, 'db'> & ChangeDeps,
  reference: string,
  change: StatusChange,
  actor: StatusChanger,
): Promise<Pick<OrderRow, 'id' | 'orderNumber'>> {
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, reference);
    if (!order) throw orderNotFound();
    await changeLockedStatus(tx, deps, order, change, actor);
    return order;
  });
}

/** Sets the status of a locked order as `changeStatus` does. */
export async function changeLockedStatus(
  tx: Tx,
  deps: ChangeDeps,
  order: OrderRow,
  change: StatusChange,
  actor: StatusChanger,
): Promise<void> {
  const actorId = actor.userId;
  const isCancelled = order.status === 'cancelled';
  if (isCancelled && change.seenStatus !== undefined && change.seenStatus !== 'cancelled') {
    throw new Problem('EDIT_CONFLICT', 'This order has been cancelled in the meantime. Reload the page.');
  }
  if (isCancelled !== (change.status === 'cancelled')) assertPermission(actor, 'orders.cancel');
  if (isCancelled && change.status !== 'cancelled') assertReopenable(order);
  assertNothingDue(order, change.status);
  const { itemsReturned } = change;
  if (itemsReturned !== undefined) assertAsksForItems(order, change.status);
  const shipment = shipmentOf(order, change);
  await storeShipment(tx, order, shipment, deps.now());
  const paymentStatus = await paymentWithApproval(tx, deps, order, { to: change.status, actorId });
  await transitionOrder(tx, deps, order, {
    to: change.status,
    actorId,
    byStaff: true,
    now: deps.now(),
    paymentStatus,
    itemsReturned,
  });
  await recordChange(
    tx,
    order,
    { status: change.status, ...shipment, ...(itemsReturned !== undefined && { itemsReturned }) },
    actorId,
  );
}

/** Throws for an order that a sales channel has refunded: its buyer cannot pay again here. */
function assertReopenable({ paymentMethod }: OrderRow): void {
  if (paymentMethod !== 'channel') return;
  throw new Problem(
    'EDIT_CONFLICT',
    'This order was cancelled and refunded at its sales channel. It cannot be reopened.',
  );
}

/** Throws when a paid order would ship before the customer has paid what an edit added to it. */
function assertNothingDue({ status, dueCents }: OrderRow, to: OrderStatus): void {
  if (dueCents === 0 || isOut(status) || !isOut(to)) return;
  throw new Problem('PAYMENT_NOT_COMPLETED', heldSentence(dueCents));
}

const isOut = (status: OrderStatus): boolean => status === 'shipped' || status === 'delivered';

/** Throws unless a shipped order is being cancelled: only its items can be elsewhere. */
function assertAsksForItems({ status }: OrderRow, to: OrderStatus): void {
  if (isOut(status) && to === 'cancelled') return;
  const message = 'Only a shipped order that is being cancelled can have items that came back or not.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'itemsReturned', message }] });
}

/**
 * Functions of the payments slice that run in the transaction cancelling or reopening an order above the refund
 * limit.
 */
export type RefundApprovals = {
  /** Records the order's refund as pending approval; returns false when it needs none. */
  request(tx: Tx, order: OrderRow, actorId: string): Promise<boolean>;
  /** Withdraws the pending refund; returns the payment status of the order without it. */
  withdraw(tx: Tx, order: OrderRow, actorId: string): Promise<PaymentStatus>;
};

/** Returns the payment status set by a refund above the limit; undefined when `paymentAfter` applies. */
async function paymentWithApproval(
  tx: Tx,
  { refundApprovals }: { refundApprovals: RefundApprovals | null },
  order: OrderRow,
  { to, actorId }: Pick<Transition, 'to'> & { actorId: string },
): Promise<PaymentStatus | undefined> {
  const { status, paymentStatus } = order;
  if (!refundApprovals || status === to) return undefined;
  if (paymentStatus === 'refund-to-approve') return refundApprovals.withdraw(tx, order, actorId);
  const isRefundable = paymentStatus === 'paid' || paymentStatus === 'partly-refunded';
  if (to !== 'cancelled' || !isRefundable) return undefined;
  return (await refundApprovals.request(tx, order, actorId)) ? 'refund-to-approve' : undefined;
}

type Shipment = Pick<OrderRow, 'carrier' | 'trackingNumber'>;

/** Returns the tracking details after the change: undefined or empty leaves a field unchanged, null clears it. */
function shipmentOf(order: OrderRow, change: StatusChange): Shipment {
  const carrier = change.carrier === '' ? undefined : change.carrier;
  const trackingNumber = change.trackingNumber === '' ? undefined : change.trackingNumber;
  return {
    carrier: carrier === undefined ? order.carrier : carrier,
    trackingNumber: trackingNumber === undefined ? order.trackingNumber : trackingNumber,
  };
}

/** Stores the carrier and the tracking number of a locked order. */
export async function storeShipment(tx: Tx, order: OrderRow, shipment: Shipment, now: Date): Promise<void> {
  if (shipment.carrier === order.carrier && shipment.trackingNumber === order.trackingNumber) return;
  await tx
    .update(orders)
    .set({ ...shipment, updatedAt: now })
    .where(eq(orders.id, order.id));
}

async function recordChange(
  tx: Tx,
  { id, status, carrier, trackingNumber }: OrderRow,
  after: Shipment & { status: OrderStatus; itemsReturned?: boolean },
  actorId: string,
): Promise<void> {
  const before = { status, carrier, trackingNumber };
  if (isDeepStrictEqual(before, after)) return;
  await recordAudit(tx, { actorId, action: 'change order status', subject: `order ${id}`, before, after });
}

export type TransitionDeps = Pick<Deps, 'alerts'> & { jobs: { enqueue: Enqueue } };

type Transition = {
  to: OrderStatus;
  /** Null when the shop itself acts. */
  actorId: string | null;
  now: Date;
  /** True if staff make the change: its mail does not count against the recipient's mail budget. */
  byStaff?: boolean | undefined;
  /** Timeline description that replaces the default one. */
  reason?: string | undefined;
  /** False if the items of a cancelled order did not come back. */
  itemsReturned?: boolean | undefined;
  /** Payment status that replaces the result of `paymentAfter`. */
  paymentStatus?: PaymentStatus | undefined;
};

/**
 * Changes the status of a locked order with its side effects: stock, payment, timeline, mail. Lock order: the order
 * row before any product.
 */
export async function transitionOrder(
  tx: Tx,
  { jobs, alerts }: TransitionDeps,
  order: OrderRow,
  { to, actorId, byStaff = false, now, reason, paymentStatus, itemsReturned }: Transition,
): Promise<void> {
  if (order.status === to) return;
  const effect = stockEffect(order.status, to);
  // Codes are locked before products, as on placement.
  if (effect !== 'none') await moveDiscountUse(tx, order, effect === 'put-back' ? -1 : 1);
  const nextPaymentStatus = paymentStatus ?? paymentAfter(order, to);
  if (order.status === 'cancelled' && nextPaymentStatus === 'unpaid') await clearRefundedItems(tx, order.id);
  await moveStock(tx, order, { to, actorId, now, alerts, itemsReturned });
  if (
    to === 'cancelled' &&
    nextPaymentStatus !== order.paymentStatus &&
    nextPaymentStatus !== 'refund-to-approve'
  ) {
    await jobs.enqueue(tx, returnPayment, { orderId: order.id, cancelledAt: now.toISOString() });
  }
  const reopens = isOpenOrder({ status: to, paymentStatus: nextPaymentStatus });
  await tx
    .update(orders)
    .set({
      status: to,
      paymentStatus: nextPaymentStatus,
      // Only staff reopen orders, so the reservation lasts as long as that of a staff order.
      reservedUntil: reopens ? reservationEndOf('staff', await readSettings(tx), now) : null,
      reservationReleasedAt: null,
      updatedAt: now,
      // The whole payment is returned, or the whole total is to be paid again.
      ...((nextPaymentStatus === 'refunded' || nextPaymentStatus === 'unpaid') && { dueCents: cents(0) }),
      ...(to === 'shipped' && (await deliveryFrom(tx, order, now))),
    })
    .where(eq(orders.id, order.id));
  if (nextPaymentStatus !== order.paymentStatus) drawInvoicesOf(tx, order.id, { now });
  const eventId = await addEvents(tx, order, { to, actorId, now, reason });
  await queueStatusMail(tx, jobs, order, { to, eventId, byStaff });
  if (order.eraseWhenClosed && isClosed(to)) await jobs.enqueue(tx, eraseOrder, { orderId: order.id });
}

async function deliveryFrom(tx: Tx, { shippingMethod }: OrderRow, shippedAt: Date) {
  const { from, to } = shippedSpan(shippedAt, await readSettings(tx), shippingMethod);
  return { estimatedDelivery: from, latestDelivery: to };
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

const stepOf: Record<OrderStatus, TimelineStatus> = {
  pending: 'Reopened',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};

/** Inserts the timeline events of a transition; returns the id of the last one. */
async function addEvents(tx: Tx, order: OrderRow, { to, actorId, now, reason }: Transition): Promise<string> {
  const steps = [stepOf[to]];
  if (stockEffect(order.status, to) === 'take-again' && to !== 'pending') steps.unshift('Reopened');
  const events = steps.map((status, index) => ({
    id: newId('oev'),
    orderId: order.id,
    status,
    description: index === steps.length - 1 && reason ? reason : stepSentences[status],
    actorId,
    // One millisecond apart, so that sorting by time preserves their order.
    createdAt: new Date(now.getTime() + index),
  }));
  await tx.insert(orderEvents).values(events);
  return events.at(-1)?.id ?? order.id;
}

/** Tells the customer that a payment received after the order was cancelled is refunded. */
export async function notifyRefundOfOrder(
  tx: Tx,
  jobs: { enqueue: Enqueue },
  order: OrderRow,
  now: Date,
): Promise<void> {
  const reason = `Your payment arrived after the order was cancelled. It will be refunded ${refundDestination[order.paymentMethod]}.`;
  const eventId = await addEvents(tx, order, { to: 'cancelled', actorId: null, now, reason });
  await queueStatusMail(tx, jobs, order, { to: 'cancelled', eventId, byStaff: false });
}

const mailOf = {
  pending: undefined,
  processing: undefined,
  shipped: 'order-shipped',
  delivered: 'order-delivered',
  cancelled: 'order-cancelled',
} as const satisfies Record<OrderStatus, string | undefined>;

async function queueStatusMail(
  tx: Tx,
  jobs: { enqueue: Enqueue },
  before: OrderRow,
  { to, eventId, byStaff }: { to: OrderStatus; eventId: string; byStaff: boolean },
): Promise<void> {
  const kind = mailOf[to];
  // An erased order has no recipient.
  if (kind === undefined || before.email === '') return;
  if (kind !== 'order-cancelled' && !(await wantsDeliveryMails(tx, before.userId))) return;
  const event = { kind, eventKey: `${kind}:${eventId}`, byStaff };
  // Personal data is about to be erased: queue the rendered order instead of its id.
  if (before.eraseWhenClosed && isClosed(to)) {
    const order = await readOrder(tx, before.id);
    await queueOutgoingMail(tx, jobs, { ...event, to: before.email, order });
  } else {
    await queueMail(tx, jobs, { ...event, orderId: before.id });
  }
}

/** Returns true unless the customer has turned delivery mails off; guests cannot turn them off. */
async function wantsDeliveryMails(tx: Tx, userId: string | null): Promise<boolean> {
  if (userId === null) return true;
  const [user] = await tx.select({ wanted: users.deliveryEmails }).from(users).where(eq(users.id, userId));
  return user?.wanted ?? true;
}

function isClosed(status: OrderStatus): boolean {
  return status === 'delivered' || status === 'cancelled';
}
