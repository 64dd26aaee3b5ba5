import { isDeepStrictEqual } from 'node:util';
import { addBusinessDays } from '@reprise/contract/orders/delivery';
import {
  type OrderStatus,
  type PaymentStatus,
  stockEffect,
  type TimelineStatus,
} from '@reprise/contract/orders/order-status';
import type { Order, StatusChange } from '@reprise/contract/orders/orders';
import type { ShippingMethod } from '@reprise/contract/orders/pricing';
import { payersAccount } from '@reprise/contract/payments/payment-methods';
import { eq } from 'drizzle-orm';
import { putBackStock, takeStock } from '../../catalog/stock/change-stock.ts';
import { users } from '../../identity/identity.tables.ts';
import { queueMail, queueOutgoingMail } from '../../notifications/mail-requests.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Deps } from '../../platform/deps.ts';
import { assertPermission, type Caller } from '../../platform/http/endpoint.ts';
import type { Enqueue } from '../../platform/jobs/jobs.ts';
import { readSettings } from '../../settings/settings.queries.ts';
import { orderNotFound } from '../order-access.ts';
import { eraseOrder, returnPayment } from '../orders.jobs.ts';
import { lockOrderRow, type OrderRow, readLines, readOrder } from '../orders.queries.ts';
import { orderEvents, orders } from '../orders.tables.ts';
import { invalidateSales } from '../orders.tags.ts';
import { stepSentences } from './order-timeline.ts';
import { isOpenOrder, reservationEndOf } from './reservation.ts';

/** Business days a parcel is on its way. */
const travelDays: Record<ShippingMethod, number> = { standard: 3, express: 1 };

/** Staff who change an order's status. */
export type StatusChanger = Pick<Caller, 'userId' | 'permissions'>;

/**
 * Staff set the status; any may follow any, but to and from cancelled only with `orders.cancel`, because cancelling
 * returns money. The same status again only stores where the parcel is.
 */
export async function changeStatus(
  deps: Pick<Deps, 'db' | 'jobs' | 'now'> & { refundApprovals: RefundApprovals | null },
  reference: string,
  change: StatusChange,
  actor: StatusChanger,
): Promise<Order> {
  const actorId = actor.userId;
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, reference);
    if (!order) throw orderNotFound();
    const isCancelled = order.status === 'cancelled';
    if (isCancelled !== (change.status === 'cancelled')) assertPermission(actor, 'orders.cancel');
    const parcel = parcelOf(order, change);
    await storeParcel(tx, order, parcel, deps.now());
    const paymentStatus = await paymentWithApproval(tx, deps, order, { to: change.status, actorId });
    await transitionOrder(tx, deps.jobs, order, {
      to: change.status,
      actorId,
      byStaff: true,
      now: deps.now(),
      paymentStatus,
    });
    await recordChange(tx, order, { status: change.status, ...parcel }, actorId);
    return readOrder(tx, order.id);
  });
}

/** What the payments slice does in the transaction that cancels or reopens an order above the refund limit. */
export type RefundApprovals = {
  /** Records the order's refund as waiting; false where it needs no approval. */
  request(tx: Tx, order: OrderRow, actorId: string): Promise<boolean>;
  /** Ends the waiting refund; returns the payment status of the order without it. */
  withdraw(tx: Tx, order: OrderRow, actorId: string): Promise<PaymentStatus>;
};

/** The payment status that a refund above the limit leads to; undefined where the usual rule holds. */
async function paymentWithApproval(
  tx: Tx,
  { refundApprovals }: { refundApprovals: RefundApprovals | null },
  order: OrderRow,
  { to, actorId }: Pick<Move, 'to'> & { actorId: string },
): Promise<PaymentStatus | undefined> {
  const { status, paymentStatus } = order;
  if (!refundApprovals || status === to) return undefined;
  if (paymentStatus === 'refund-to-approve') return refundApprovals.withdraw(tx, order, actorId);
  const isKept = paymentStatus === 'paid' || paymentStatus === 'partly-refunded';
  if (to !== 'cancelled' || !isKept) return undefined;
  return (await refundApprovals.request(tx, order, actorId)) ? 'refund-to-approve' : undefined;
}

type Parcel = Pick<OrderRow, 'carrier' | 'trackingNumber'>;

/** Left out or left empty keeps what is known; null forgets it. */
function parcelOf(order: OrderRow, change: StatusChange): Parcel {
  const carrier = change.carrier === '' ? undefined : change.carrier;
  const trackingNumber = change.trackingNumber === '' ? undefined : change.trackingNumber;
  return {
    carrier: carrier === undefined ? order.carrier : carrier,
    trackingNumber: trackingNumber === undefined ? order.trackingNumber : trackingNumber,
  };
}

async function storeParcel(tx: Tx, order: OrderRow, parcel: Parcel, now: Date): Promise<void> {
  if (parcel.carrier === order.carrier && parcel.trackingNumber === order.trackingNumber) return;
  await tx
    .update(orders)
    .set({ ...parcel, updatedAt: now })
    .where(eq(orders.id, order.id));
}

async function recordChange(
  tx: Tx,
  { id, status, carrier, trackingNumber }: OrderRow,
  after: Parcel & { status: OrderStatus },
  actorId: string,
): Promise<void> {
  const before = { status, carrier, trackingNumber };
  if (isDeepStrictEqual(before, after)) return;
  await recordAudit(tx, { actorId, action: 'change order status', subject: `order ${id}`, before, after });
}

type Move = {
  to: OrderStatus;
  /** Null where the shop itself acts. */
  actorId: string | null;
  now: Date;
  /** Staff moves the order: its mail is not counted in the budget of its address. */
  byStaff?: boolean | undefined;
  /** What the timeline says instead of the usual sentence. */
  because?: string | undefined;
  /** The order's payment status afterwards where the usual rule does not hold. */
  paymentStatus?: PaymentStatus | undefined;
};

/**
 * Moves a locked order on, with all that follows: stock, payment, timeline, mail. The order row is
 * locked before any product, here and everywhere.
 */
export async function transitionOrder(
  tx: Tx,
  jobs: { enqueue: Enqueue },
  order: OrderRow,
  { to, actorId, byStaff = false, now, because, paymentStatus }: Move,
): Promise<void> {
  if (order.status === to) return;
  await moveStock(tx, order, { to, actorId, now });
  const payment = paymentStatus ?? paymentAfter(order, to);
  if (to === 'cancelled' && payment !== order.paymentStatus && payment !== 'refund-to-approve') {
    await jobs.enqueue(tx, returnPayment, { orderId: order.id, cancelledAt: now.toISOString() });
  }
  const reopens = isOpenOrder({ status: to, paymentStatus: payment });
  await tx
    .update(orders)
    .set({
      status: to,
      paymentStatus: payment,
      // Only staff puts an order back to pending, so its customer gets as long as one of a staff order.
      holdUntil: reopens ? reservationEndOf('staff', await readSettings(tx), now) : null,
      holdReleasedAt: null,
      updatedAt: now,
      ...(to === 'shipped' && {
        estimatedDelivery: addBusinessDays(now, travelDays[order.shippingMethod]),
      }),
    })
    .where(eq(orders.id, order.id));
  const eventId = await addEvents(tx, order, { to, actorId, now, because });
  await queueStatusMail(tx, jobs, order, { to, eventId, byStaff });
  if (order.eraseWhenClosed && isClosed(to)) await jobs.enqueue(tx, eraseOrder, { orderId: order.id });
}

async function moveStock(
  tx: Tx,
  order: OrderRow,
  { to, actorId, now }: Omit<Move, 'because'>,
): Promise<void> {
  const effect = stockEffect(order.status, to);
  if (effect === 'none') return;
  invalidateSales(tx);
  const lines = await readLines(tx, order.id);
  const change = { orderId: order.id, actorId, now };
  if (effect === 'put-back') await putBackStock(tx, lines, { ...change, reason: 'cancellation' });
  else await takeStock(tx, lines, { ...change, reason: 'order' });
}

/**
 * Cancelling gives the money back or ends the started payment, of which a job tells the processor. An order that
 * is opened again has to be paid again.
 */
function paymentAfter({ status, paymentStatus }: OrderRow, to: OrderStatus): OrderRow['paymentStatus'] {
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

/** Writes what happened; returns the id of the last event. */
async function addEvents(tx: Tx, order: OrderRow, { to, actorId, now, because }: Move): Promise<string> {
  const steps = [stepOf[to]];
  if (stockEffect(order.status, to) === 'take-again' && to !== 'pending') steps.unshift('Reopened');
  const events = steps.map((status, at) => ({
    id: newId('oev'),
    orderId: order.id,
    status,
    description: at === steps.length - 1 && because ? because : stepSentences[status],
    actorId,
    // A millisecond apart, so that they stay in order.
    createdAt: new Date(now.getTime() + at),
  }));
  await tx.insert(orderEvents).values(events);
  return events.at(-1)?.id ?? order.id;
}

/** A payment went through after all when its locked order was cancelled already: the customer is told that it goes back. */
export async function notifyRefundOfOrder(
  tx: Tx,
  jobs: { enqueue: Enqueue },
  order: OrderRow,
  now: Date,
): Promise<void> {
  const because = `Your payment arrived after the order was cancelled. It goes back to ${payersAccount[order.paymentMethod]}.`;
  const eventId = await addEvents(tx, order, { to: 'cancelled', actorId: null, now, because });
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
  // An order without its person has nobody to write to.
  if (kind === undefined || before.email === '') return;
  if (kind !== 'order-cancelled' && !(await wantsDeliveryMails(tx, before.userId))) return;
  const event = { kind, eventKey: `${kind}:${eventId}`, byStaff };
  // The person is erased from such an order now; the mail keeps what it needs until it is sent.
  if (before.eraseWhenClosed && isClosed(to)) {
    const order = await readOrder(tx, before.id);
    await queueOutgoingMail(tx, jobs, { ...event, to: before.email, order });
  } else {
    await queueMail(tx, jobs, { ...event, orderId: before.id });
  }
}

/** A customer may do without the mails on an order's way; a guest has no place to say so. */
async function wantsDeliveryMails(tx: Tx, userId: string | null): Promise<boolean> {
  if (userId === null) return true;
  const [user] = await tx.select({ wanted: users.deliveryEmails }).from(users).where(eq(users.id, userId));
  return user?.wanted ?? true;
}

function isClosed(status: OrderStatus): boolean {
  return status === 'delivered' || status === 'cancelled';
}
