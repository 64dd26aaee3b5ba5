import { createHash } from 'node:crypto';
import type { CallOutput } from '@reprise/contract/endpoint';
import { addCents, type Cents, cents, formatMoney } from '@reprise/contract/money';
import { Problem, problemCodeOf } from '@reprise/contract/problem';
import type { OrderItemInput } from '@reprise/contract/sales/cart';
import type { TaxPart } from '@reprise/contract/sales/orders/invoice';
import type { RefundKind } from '@reprise/contract/sales/orders/order';
import { partsOfItems } from '@reprise/contract/sales/orders/refund-items';
import type { ManualMethod } from '@reprise/contract/sales/payments/payment-methods';
import type { paymentEndpoints } from '@reprise/contract/sales/payments/payments';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { isPaid } from '../../orders/amount-due.ts';
import { drawInvoicesOf } from '../../orders/invoices/draw-invoices.ts';
import { orderNotFound } from '../../orders/order-access.ts';
import { findOrderRow, lockOrderRow, type OrderRow, readOrder } from '../../orders/orders.queries.ts';
import { planRefundedItems, type RefundedItem, storeRefundedItems } from '../../orders/refunded-items.ts';
import { balanceOf } from '../balance-order.ts';
import { disputed } from '../disputes/disputed.ts';
import { wasChargedBack } from '../disputes/record-chargeback.ts';
import { readPaymentsOf } from '../order-payments.queries.ts';
import {
  leftOf,
  type PaymentRow,
  type RefundRow,
  readSettledPayments,
  refundableOf,
  refundedOf,
  toRefund,
} from '../payments.queries.ts';
import { refunds } from '../payments.tables.ts';
import type { ProcessorDeps } from '../processors/processors.ts';
import {
  assertConnected,
  assertDisconnected,
  type Disconnected,
  findDisconnected,
} from './disconnected-payments.ts';
import { assertLeavesLocked } from './locked-devices.ts';
import { exceedsRefundLimit } from './refund-limit.ts';
import { creditedPart, readRefundedPart } from './refunded-part.ts';
import { sendRefund } from './send-refund.ts';
import { storeRefundOf } from './store-refund.ts';
import { syncProcessorRefunds } from './sync-refunds.ts';

export type RefundDeps = Pick<Deps, 'db' | 'now' | 'jobs' | 'log' | 'alerts'> & ProcessorDeps;

export type RefundRequest = {
  /** Refunds the rest when omitted. */
  amount?: Cents | null | undefined;
  reason?: string | null | undefined;
  /** Part that the amount is of; goods and shipping in proportion when omitted. */
  kind?: RefundKind | null | undefined;
  /** Units to refund; without an amount, what the customer paid for them. */
  items?: OrderItemInput[] | undefined;
  /** How staff returned the money of a payment whose page is not connected any more. */
  byHand?: { method: ManualMethod; reference: string } | null | undefined;
  /** True if these units return to stock. */
  restock?: boolean | undefined;
  actorId: string;
  idempotencyKey: string | null;
  /** Throws unless the caller may refund above the limit and has recently reauthenticated. */
  assertMayExceedLimit: () => void;
};

/**
 * Refunds an order for an administrator. The refund is committed before it is sent; if the processor does not
 * respond, it stays `requested` and a job retries.
 */
export async function refundOrder(
  deps: RefundDeps,
  reference: string,
  request: RefundRequest,
): Promise<CallOutput<typeof paymentEndpoints.refundOrder>> {
  const { isReachable, disconnected } = await syncBeforeRefund(deps, reference);
  const { id, orderId } = await inTransaction(deps.db, (tx) =>
    requestRefund(tx, deps, reference, { ...request, disconnected }),
  );
  if (isReachable) await ifProcessorResponds(deps, reference, () => sendRefund(deps, id));
  const [refund] = await deps.db.select().from(refunds).where(eq(refunds.id, id));
  if (!refund) throw new Error(`Refund ${id} does not exist.`);
  const order = await readOrder(deps.db, orderId);
  return {
    order: { ...order, payments: await readPaymentsOf(deps.db, orderId, deps) },
    refund: toRefund(refund),
  };
}

/** Syncs the refunds of an order that staff are about to refund; not reachable if the processor does not respond. */
export async function syncBeforeRefund(
  deps: RefundDeps,
  reference: string,
): Promise<{ isReachable: boolean; disconnected: Disconnected }> {
  const disconnected = await findDisconnected(deps, await readSettledOf(deps, reference));
  const sync = () => syncRefundsOfOrder(deps, reference);
  return { isReachable: await ifProcessorResponds(deps, reference, sync), disconnected };
}

async function readSettledOf({ db }: RefundDeps, reference: string): Promise<PaymentRow[]> {
  const order = await findOrderRow(db, reference);
  return order ? readSettledPayments(db, order.id) : [];
}

export async function syncRefundsOfOrder(deps: RefundDeps, reference: string): Promise<void> {
  for (const payment of await readSettledOf(deps, reference)) await syncProcessorRefunds(deps, payment);
}

/** Returns false when the processor does not respond; the job then does the work. */
export async function ifProcessorResponds(
  { log }: RefundDeps,
  order: string,
  ask: () => Promise<void>,
): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (problemCodeOf(error) !== 'PAYMENT_UNAVAILABLE') throw error;
    log.warn({ err: error, order }, 'payment processor unavailable, refund is pending');
    return false;
  }
}

async function requestRefund(
  tx: Tx,
  deps: RefundDeps,
  reference: string,
  request: RefundRequest & { disconnected: Disconnected },
): Promise<{ id: string; orderId: string }> {
  const order = await lockOrderRow(tx, reference);
  if (!order) throw orderNotFound();
  const requestHash = hashOf(order.id, request);
  const previous = await findPrevious(tx, request);
  if (previous) {
    if (previous.requestHash === requestHash) return previous;
    throw new Problem('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another refund.');
  }
  const settled = await readSettledPayments(tx, order.id);
  const { byHand, disconnected, actorId, idempotencyKey } = request;
  if (settled.length === 0 || !isPaid(order)) throw await nothingToRefund(tx, order);
  if (!byHand) assertConnected(disconnected, settled);
  const refundable = byHand ? assertDisconnected(disconnected, settled) : settled;
  const { items: planned, suggested, parts } = await itemsOf(tx, order.id, request);
  const part = await readRefundedPart(tx, order.id, request);
  const least = suggested ?? part?.suggested;
  const left = refundableOf(refundable);
  const amountCents = amountOf(refundable, request.amount ?? (least && cents(Math.min(least, left))));
  await assertLeavesLocked(tx, order.id, { items: planned, amountCents, paid: least, left: leftOf(settled) });
  const reason = request.reason ?? '';
  const refundedBefore = refundedOf(settled);
  const refundedCents = (refundedBefore + amountCents) as Cents;
  const { refundLimit } = await readSettings(tx);
  if (exceedsRefundLimit(settled, amountCents, refundLimit)) request.assertMayExceedLimit();
  const isRestocked = request.restock ?? namesDevices(planned);
  if (!isRestocked && namesDevices(planned)) throw devicesBack();
  // Before the payment status: an order refunded in full is no sale any more.
  const items = planned && (await storeRefundedItems(tx, deps, planned, { order, isRestocked, actorId }));
  // A surplus that a failed refund left goes first.
  const surplusCents = cents(Math.min(balanceOf(order, settled).surplus, amountCents));
  const {
    ids: [id = ''],
    paymentStatus,
  } = await storeRefundOf(
    tx,
    deps,
    { order, settled: [...new Set([...refundable, ...settled])] },
    {
      amountCents,
      surplusCents,
      reason,
      cause: 'administrator',
      actorId,
      kind: part?.kind ?? null,
      ...(byHand && { returnedBy: byHand.method, returnReference: byHand.reference }),
    },
    {
      ...(items && { items, isRestocked }),
      ...(idempotencyKey && { idempotencyScope: actorId, idempotencyKey, requestHash }),
    },
  );
  const credited = part
    ? await creditedPart(tx, part, amountCents)
    : items && { items, amountCents, parts: parts ?? [] };
  if (credited) drawInvoicesOf(tx, order.id, { now: deps.now(), credited });
  await recordAudit(tx, {
    actorId,
    action: 'refund order',
    subject: `order ${order.id}`,
    before: { paymentStatus: order.paymentStatus, refundedCents: refundedBefore },
    after: {
      paymentStatus,
      refundedCents,
      reason,
      refundId: id,
      ...(part && { of: part.kind }),
      ...(byHand && { returnedBy: byHand.method, reference: byHand.reference }),
      ...(items && { items: itemsText(items), restocked: isRestocked }),
    },
  });
  return { id, orderId: order.id };
}

/** Returns the units to refund, what the customer paid for them by tax rate; nothing for a refund of an amount. */
async function itemsOf(
  tx: Tx,
  orderId: string,
  { items: requested, amount }: RefundRequest,
): Promise<{ items?: RefundedItem[]; suggested?: Cents; parts?: TaxPart[] }> {
  if (requested === undefined) return {};
  const order = await readOrder(tx, orderId);
  const items = planRefundedItems(order, requested);
  const parts = partsOfItems(order, requested);
  const suggested = addCents(parts.map(({ amount }) => amount));
  if (suggested > 0 || amount) return { items, suggested, parts };
  throw new Problem('NOT_REFUNDABLE', 'Nothing was paid for these items. Enter an amount to refund.');
}

const namesDevices = (items: RefundedItem[] | undefined): boolean =>
  items?.some(({ units }) => units !== undefined) ?? false;

function devicesBack(): Problem {
  const message = 'Devices are named as back, and the items as not returned. Leave out one of them.';
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'restock', message }] });
}

const itemsText = (items: RefundedItem[]): string =>
  items.map(({ name, quantity, units }) => [`${quantity} × ${name}`, ...(units ?? [])].join(' ')).join(', ');

function hashOf(
  orderId: string,
  { amount, reason, items, restock = false, kind, byHand }: RefundRequest,
): string {
  const ofPart = kind ? [kind] : [];
  const parts = [
    orderId,
    amount ?? null,
    reason ?? '',
    ...(items ? [items, restock] : ofPart),
    ...(byHand ? [byHand] : []),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

async function findPrevious(
  tx: Tx,
  { actorId, idempotencyKey }: RefundRequest,
): Promise<RefundRow | undefined> {
  if (idempotencyKey === null) return undefined;
  const [previous] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.idempotencyScope, actorId), eq(refunds.idempotencyKey, idempotencyKey)));
  return previous;
}

async function nothingToRefund(tx: Tx, { id, paymentStatus }: OrderRow): Promise<Problem> {
  if (paymentStatus === 'refund-to-approve') {
    const message = 'A refund of this order is awaiting approval. Approve or decline it first.';
    return new Problem('NOT_REFUNDABLE', message);
  }
  if (await wasChargedBack(tx, id)) {
    return new Problem(
      'NOT_REFUNDABLE',
      'The bank has returned this payment to the cardholder after a dispute.',
    );
  }
  const message =
    paymentStatus === 'refunded'
      ? 'This order has already been refunded in full.'
      : 'This order has no payment to refund.';
  return new Problem('NOT_REFUNDABLE', message);
}

function amountOf(settled: PaymentRow[], request: Cents | null | undefined): Cents {
  const left = refundableOf(settled);
  if (left === 0 && leftOf(settled) > 0) throw disputed();
  if (left === 0) throw new Problem('NOT_REFUNDABLE', 'This order has already been refunded in full.');
  if (request === null || request === undefined) return left;
  if (request <= left) return request;
  const message = `Only ${formatMoney(left)} of this payment is left to refund.`;
  throw new Problem('NOT_REFUNDABLE', message, { errors: [{ field: 'amount', message }] });
}
