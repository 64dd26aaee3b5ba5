import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@reprise/contract/problem';
import { heldSentence, unpaidSentence } from '@reprise/contract/sales/orders/held-order';
import type { StatusChange } from '@reprise/contract/sales/orders/order';
import type { OrderStatus, PaymentStatus } from '@reprise/contract/sales/orders/order-status';
import type { Deps } from '../../../deps.ts';
import { recordAudits } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { assertPermission, type Caller, hasPermission } from '../../../platform/http/endpoint.ts';
import { orderNotFound } from '../order-access.ts';
import { lockOrderRow, type OrderRow } from '../orders.queries.ts';
import { assertNotCollected } from '../shipping/pickup.ts';
import { storeOrderChanges } from './store-order-changes.ts';
import { type Transition, transitionOrders } from './transition-orders.ts';

/** Staff who change an order's status. */
export type StatusChanger = Pick<Caller, 'userId' | 'permissions'>;

/** Without `refundApprovals`, cancelling refunds every amount at once. */
type ChangeDeps = Pick<Deps, 'jobs' | 'alerts'> & { refundApprovals: RefundApprovals | null };

/**
 * Sets the status; any status may follow any other, but `orders.cancel` is required to and from cancelled, because
 * cancelling refunds money, and `payments.record` to ship what brought none. Repeating the same status only stores the tracking details.
 */
export async function changeStatus(
  deps: Pick<Deps, 'db' | 'now'> & ChangeDeps,
  reference: string,
  change: StatusChange,
  actor: StatusChanger,
): Promise<Pick<OrderRow, 'id' | 'orderNumber'>> {
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, reference);
    if (!order) throw orderNotFound();
    await changeLockedStatuses(tx, deps, [{ order, change, now: deps.now() }], actor);
    return order;
  });
}

type LockedChange = { order: OrderRow; change: StatusChange; now: Date };

/** Sets the status of locked orders as `changeStatus` does. */
export async function changeLockedStatuses(
  tx: Tx,
  deps: ChangeDeps,
  changes: LockedChange[],
  actor: StatusChanger,
): Promise<void> {
  for (const { order, change } of changes) assertAllowed(order, change, actor);
  const actorId = actor.userId;
  const transitions = [];
  for (const { order, change, now } of changes) {
    const { status: to, itemsReturned, units: unitsReturned } = change;
    const shipment = shipmentOf(order, change);
    if (order.status === to) await storeShipment(tx, order, shipment, now);
    const paymentStatus = await paymentWithApproval(tx, deps, order, { to, actorId });
    const by = { actorId, now, byStaff: true };
    const answer = { itemsReturned, unitsReturned };
    transitions.push({ order, to, ...by, paymentStatus, ...answer, alsoChanged: shipment });
  }
  await transitionOrders(tx, deps, transitions);
  await recordChanges(tx, changes, actorId);
}

function assertAllowed(order: OrderRow, change: StatusChange, actor: StatusChanger): void {
  const isCancelled = order.status === 'cancelled';
  if (change.carrier || change.trackingNumber)
    assertNotCollected(
      order,
      'This order is collected at the counter: it has no carrier and no tracking number.',
    );
  if (change.seenStatus !== undefined && change.seenStatus !== order.status) {
    const became = isCancelled ? 'was cancelled' : `was set to ${order.status}`;
    throw new Problem('EDIT_CONFLICT', `This order ${became} in the meantime. Reload the page.`);
  }
  if (isCancelled !== (change.status === 'cancelled')) assertPermission(actor, 'orders.cancel');
  if (isCancelled && change.status !== 'cancelled') assertReopenable(order);
  assertNothingDue(order, change.status);
  if (!isOut(order.status) && isOut(change.status)) assertMayLeave(order, actor);
  for (const field of ['itemsReturned', 'units'] as const) {
    if (change[field] !== undefined) assertAsksForItems(order, change.status, field);
  }
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
export function assertNothingDue({ status, dueCents }: OrderRow, to: OrderStatus): void {
  if (dueCents === 0 || isOut(status) || !isOut(to)) return;
  throw new Problem('PAYMENT_NOT_COMPLETED', heldSentence(dueCents));
}

/** Throws for an order that brought no money, unless the actor may record its payment. Orders that cost nothing are paid. */
export function assertMayLeave(
  { paymentStatus, totalCents }: Pick<OrderRow, 'paymentStatus' | 'totalCents'>,
  actor: Pick<StatusChanger, 'permissions'>,
): void {
  const sentence = totalCents === 0 ? null : unpaidSentence(paymentStatus);
  if (sentence === null || hasPermission(actor, 'payments.record')) return;
  throw new Problem('PAYMENT_NOT_COMPLETED', sentence);
}

/** True for an order that is on its way or has arrived. */
export const isOut = (status: OrderStatus): boolean => status === 'shipped' || status === 'delivered';

/** Throws unless a shipped order is being cancelled: only its items can be elsewhere. */
function assertAsksForItems({ status }: OrderRow, to: OrderStatus, field: string): void {
  if (isOut(status) && to === 'cancelled') return;
  const message = 'Only a shipped order that is being cancelled can have items that came back or not.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field, message }] });
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
  /** Throws if a dispute prevents the refund that the cancellation by a customer promises. */
  assertUndisputed(tx: Tx, orderId: string): Promise<void>;
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
  await storeOrderChanges(tx, [{ orderId: order.id, change: shipment, now }]);
}

async function recordChanges(tx: Tx, changes: LockedChange[], actorId: string): Promise<void> {
  const entries = changes.map(({ order, change }) => {
    const { status, itemsReturned, units } = change;
    const returned = {
      ...(itemsReturned !== undefined && { itemsReturned }),
      ...(units && units.length > 0 && { units }),
    };
    return {
      actorId,
      action: 'change order status',
      subject: `order ${order.id}`,
      before: { status: order.status, carrier: order.carrier, trackingNumber: order.trackingNumber },
      after: { status, ...shipmentOf(order, change), ...returned },
    };
  });
  const changed = entries.filter(({ before, after }) => !isDeepStrictEqual(before, after));
  if (changed.length > 0) await recordAudits(tx, changed);
}
