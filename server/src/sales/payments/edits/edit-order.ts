import { type Cents, cents, formatMoney } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import type { Order } from '@reprise/contract/sales/orders/order';
import type { EditPreview, OrderEdit } from '@reprise/contract/sales/orders/order-edit';
import { queueMail } from '../../../foundations/notifications/mail-requests.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database/database.ts';
import { assertPermission, type Caller } from '../../../platform/http/endpoint.ts';
import { assertRecentAuthentication } from '../../../platform/recent-authentication.ts';
import { isAwaitingPayment, isPaid } from '../../orders/amount-due.ts';
import { assertSeenVersion } from '../../orders/edits/assert-seen-version.ts';
import { type EditPlan, planEdit } from '../../orders/edits/plan-edit.ts';
import { readForEdit } from '../../orders/edits/read-for-edit.ts';
import { storeEdit } from '../../orders/edits/store-edit.ts';
import { orderNotFound } from '../../orders/order-access.ts';
import { findOrderRow, lockOrderRow, type OrderRow, readOrder } from '../../orders/orders.queries.ts';
import { askTaxRate } from '../../orders/shipping/quote-checkout.ts';
import { balanceOf, balanceOrder } from '../balance-order.ts';
import { disputed } from '../disputes/disputed.ts';
import { markPaid } from '../mark-paid.ts';
import { readPaymentsOf } from '../order-payments.queries.ts';
import {
  findOpenPayment,
  leftOf,
  type PaymentRow,
  readSettledPayments,
  refundableOf,
} from '../payments.queries.ts';
import { assertLockedStay } from '../refunds/locked-devices.ts';
import { exceedsRefundLimit } from '../refunds/refund-limit.ts';
import { readRefundedShipping } from '../refunds/refunded-part.ts';
import { ifProcessorResponds, type RefundDeps, syncRefundsOfOrder } from '../refunds/request-refund.ts';
import { endOutdatedPayment } from './end-outdated-payment.ts';

/** Computes what the edit would do to the amounts; throws like the edit itself. Changes nothing. */
export async function previewOrderEdit(
  deps: EditDeps,
  reference: string,
  edit: OrderEdit,
): Promise<EditPreview> {
  const order = await findOrderRow(deps.db, reference);
  if (!order) throw orderNotFound();
  assertEditable(order, edit);
  const { plan, preview } = await prepareEdit(deps.db, order, edit, await readPlace(deps, edit));
  return { ...plan.totals, shippingByRule: plan.shippingByRule, ...preview };
}

/**
 * Edits an order that has not shipped, in one transaction: stock, totals and payments follow. What a paid order costs
 * more is due; what it costs less is refunded.
 */
export async function editOrder(
  deps: RefundDeps,
  reference: string,
  edit: OrderEdit,
  caller: Caller,
  { isUpgrade = false } = {},
): Promise<Order> {
  await ifProcessorResponds(deps, reference, () => syncRefundsOfOrder(deps, reference));
  const place = await readPlace(deps, edit);
  const orderId = await inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, reference);
    if (!order) throw orderNotFound();
    await editLocked(tx, deps, order, edit, { caller, place, isUpgrade });
    return order.id;
  });
  return { ...(await readOrder(deps.db, orderId)), payments: await readPaymentsOf(deps.db, orderId, deps) };
}

type Editing = { caller: Caller; place: Place; isUpgrade?: boolean };

/** Edits a locked order as `editOrder` does. */
export async function editLocked(
  tx: Tx,
  deps: RefundDeps,
  order: OrderRow,
  edit: OrderEdit,
  { caller, place, isUpgrade = false }: Editing,
): Promise<void> {
  assertEditable(order, edit);
  const { plan, preview, open } = await prepareEdit(tx, order, edit, place);
  if (plan.changes.length === 0 && plan.addressChanges.length === 0) return;
  // An upgrade keeps the price of the line, so that no price is set by hand.
  if (!isUpgrade) assertAllowed(edit, plan, preview, { caller, now: deps.now() });
  assertExpected(edit, preview);
  const isRepriced = plan.totals.total !== order.totalCents;
  if (isRepriced && open?.status === 'needs-review') throw underReview();
  const reason = edit.reason ?? '';
  const after = await storeEdit(tx, order, plan, {
    actorId: caller.userId,
    reason,
    unitsRemoved: edit.unitsRemoved ?? [],
    dueCents: isPaid(order) ? preview.amountDue : cents(0),
    now: deps.now(),
    alerts: deps.alerts,
  });
  const refundReason = reason || 'The order was edited';
  const refund = { cause: 'edit', reason: refundReason, actorId: caller.userId } as const;
  const { surplus } = isPaid(after) ? await balanceOrder(tx, deps, after, refund) : { surplus: cents(0) };
  if (isRepriced && open) await deps.jobs.enqueue(tx, endOutdatedPayment, { orderId: order.id });
  await queueEditMail(tx, deps, after, surplus);
  // With no amount to pay, stock and devices go the way of a paid order.
  if (after.totalCents === 0 && isAwaitingPayment(after)) await markPaid(tx, deps, after, after.id);
}

type EditDeps = Pick<RefundDeps, 'db' | 'now' | 'log' | 'environment' | 'secret'>;

/** Time of the edit, and the rate of the tax service at its address if the store asks one. */
export type Place = Parameters<typeof readForEdit>[3];

export async function readPlace(
  deps: EditDeps,
  { shippingAddress }: Pick<OrderEdit, 'shippingAddress'>,
): Promise<Place> {
  const { taxByAddress } = await readSettings(deps.db);
  return {
    now: deps.now(),
    basisPointsAtPlace: taxByAddress ? await askTaxRate(deps, shippingAddress) : null,
    isNumberInvalid: false,
  };
}

const isReplacement = () =>
  new Problem(
    'EDIT_CONFLICT',
    'This order replaces a returned item free of charge: only its address can change. To send something else, cancel it and decide on the return again.',
  );

type Amounts = Pick<EditPreview, 'paid' | 'amountDue' | 'refund' | 'needsApproval'>;

async function prepareEdit(
  db: Queryable,
  order: OrderRow,
  edit: OrderEdit,
  place: Place,
): Promise<{ plan: EditPlan; preview: Amounts; open: PaymentRow | undefined }> {
  const read = await readForEdit(
    db,
    order.id,
    edit.items.map(({ product }) => product),
    place,
  );
  const isFree = order.returnId !== null;
  const plan = planEdit(order, isFree ? { ...edit, shipping: cents(0) } : edit, read);
  if (isFree && (plan.itemChanges.length > 0 || plan.totals.total > 0)) throw isReplacement();
  const settled = isPaid(order) ? await readSettledPayments(db, order.id) : [];
  const open = await findOpenPayment(db, order.id);
  const { refundLimit } = await readSettings(db);
  const preview = amountsAfter(order, plan, settled, refundLimit);
  if (preview.refund > 0) {
    await assertLockedStay(db, order.id, read.items, plan);
    await assertShippingStays(db, order, plan);
  }
  return { plan, preview, open };
}

/** Throws if an edit would return shipping that was refunded by hand. */
async function assertShippingStays(
  db: Queryable,
  { id, shippingCents }: OrderRow,
  { totals: { shipping } }: EditPlan,
): Promise<void> {
  if (shipping >= shippingCents) return;
  const refunded = await readRefundedShipping(db, id);
  if (shipping >= refunded) return;
  const message = `${formatMoney(refunded)} of the shipping were refunded: charge at least that.`;
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'shipping', message }] });
}

function amountsAfter(
  order: OrderRow,
  { totals: { total } }: EditPlan,
  settled: PaymentRow[],
  refundLimit: Cents,
): Amounts {
  if (!isPaid(order)) {
    return { paid: cents(0), amountDue: total, refund: cents(0), needsApproval: false };
  }
  const { due, surplus } = balanceOf({ ...order, totalCents: total }, settled);
  if (surplus > refundableOf(settled)) throw disputed();
  return {
    paid: leftOf(settled),
    amountDue: due,
    refund: surplus,
    needsApproval: surplus > 0 && exceedsRefundLimit(settled, surplus, refundLimit),
  };
}

/** Throws when the order was edited since this version, or cannot be edited. */
function assertEditable(order: OrderRow, { version }: OrderEdit): void {
  assertSeenVersion(order, version);
  const reason = lockedReason(order);
  if (reason !== null) throw new Problem('EDIT_CONFLICT', reason);
}

function lockedReason({ status, paymentStatus, paymentMethod, email }: OrderRow): string | null {
  if (status === 'cancelled') return 'This order was cancelled. Reopen it to edit it.';
  if (status !== 'pending' && status !== 'processing') {
    return `This order is ${status}, so it cannot be edited. Refund items instead.`;
  }
  if (paymentMethod === 'channel')
    return 'This order came from a sales channel. Change it there, or refund it.';
  if (email === '') return 'The customer’s data was erased, so this order cannot be edited.';
  const isRefunded = paymentStatus === 'refunded' || paymentStatus === 'refund-to-approve';
  return isRefunded ? 'This order was refunded, so it cannot be edited.' : null;
}

function assertAllowed(
  { reason }: OrderEdit,
  { isPriceSet }: EditPlan,
  { refund, needsApproval }: Amounts,
  { caller, now }: { caller: Caller; now: Date },
): void {
  if (isPriceSet) {
    assertPermission(caller, 'prices.override');
    if (!reason) {
      const message = 'Enter why the price was changed.';
      throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'reason', message }] });
    }
  }
  if (refund > 0) assertPermission(caller, 'refunds.make');
  if (needsApproval) {
    assertPermission(caller, 'refunds.approve');
    assertRecentAuthentication(caller, now);
  }
}

/** Throws when a payment or refund has changed the amounts since the caller saw them. */
function assertExpected({ expected }: OrderEdit, { amountDue, refund }: Amounts): void {
  if (!expected || (expected.amountDue === amountDue && expected.refund === refund)) return;
  const outcome =
    refund > 0 ? `${formatMoney(refund)} would be refunded` : `${formatMoney(amountDue)} would be due`;
  throw new Problem('PRICE_CHANGED', `The amounts have changed: ${outcome}. Check them and save again.`);
}

function underReview(): Problem {
  return new Problem(
    'IN_PROGRESS',
    'A payment of this order needs review. Settle it under Settings, Payment first.',
  );
}

async function queueEditMail(tx: Tx, { jobs }: RefundDeps, order: OrderRow, refund: Cents): Promise<void> {
  await queueMail(tx, jobs, {
    kind: 'order-edited',
    eventKey: `order-edited:${order.id}:${order.version}`,
    orderId: order.id,
    byStaff: true,
    ...(refund > 0 && { refund }),
  });
}
