import { addCents, type Cents, cents, formatMoney } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import { isTaken, type ReturnDecision, type ReturnEnd } from '@reprise/contract/sales/returns/return-states';
import {
  limitReturned,
  type ReturnedAmount,
  returnedAmount,
} from '@reprise/contract/sales/returns/returned-amount';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import type { MailedSettlement } from '../../foundations/notifications/mails/settled-return.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import type { Tx } from '../../platform/database/database.ts';
import { runOnce } from '../../platform/http/run-once.ts';
import { inRetriedTransaction, moveInTransaction } from '../../workshop/units/move-units.ts';
import { isPaid } from '../orders/amount-due.ts';
import { drawInvoicesOf } from '../orders/invoices/draw-invoices.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { type RefundedItem, storeArrival, storeRefundedItems } from '../orders/refunded-items.ts';
import { balanceOf } from '../payments/balance-order.ts';
import { disputed } from '../payments/disputes/disputed.ts';
import { wasChargedBack } from '../payments/disputes/record-chargeback.ts';
import { type PaymentRow, readSettledPayments, refundableOf } from '../payments/payments.queries.ts';
import { assertConnected, type Disconnected } from '../payments/refunds/disconnected-payments.ts';
import { exceedsRefundLimit } from '../payments/refunds/refund-limit.ts';
import { readRefundedShipping } from '../payments/refunds/refunded-part.ts';
import {
  ifProcessorResponds,
  type RefundDeps,
  syncBeforeRefund,
} from '../payments/refunds/request-refund.ts';
import { sendRefund } from '../payments/refunds/send-refund.ts';
import { storeRefundOf } from '../payments/refunds/store-refund.ts';
import type { SettleDeps as SettlePaymentDeps } from '../payments/settle-payment.ts';
import { queueStepMail } from './answer-return.ts';
import { findUsableLabel, labelToDeduct } from './labels/label-of-return.ts';
import { closeIfEnded } from './receive-return.ts';
import { isPaidBack, isToSettle, leftToReturn, toReturned, unitsOf } from './return.queries.ts';
import { leaveDevices, loseDevices } from './return-devices.ts';
import {
  findReturnRow,
  type LineRow,
  type LockedReturn,
  lockReturn,
  namesOf,
  recordReturnEvent,
  updateLines,
  updateReturn,
} from './return-rows.ts';
import { returnLines } from './returns.tables.ts';
import {
  endReplaced,
  isReplaced,
  lockProductsOf,
  refundReplaced,
  replaceItems,
  wasReplaced,
} from './settle-replacements.ts';

type SettleDeps = RefundDeps & SettlePaymentDeps & Pick<Deps, 'shortages'>;

export type Settlement = {
  /** Amount that the caller saw. */
  amount: Cents;
  actorId: string;
  idempotencyKey: string | null;
  /** Throws unless the caller may refund above the limit and has recently reauthenticated. */
  assertMayExceedLimit: () => void;
};

/**
 * Settles the decided lines of a case: one transaction for refund, stock, devices and documents. The processor is asked
 * afterwards, as for refunds by hand.
 */
export async function settleReturn(
  deps: SettleDeps,
  number: string,
  settlement: Settlement,
): Promise<string> {
  const { orderId } = await findReturnRow(deps.db, number);
  const { isReachable, disconnected } = await syncBeforeRefund(deps, orderId);
  const refundIds: string[] = [];
  const id = await inRetriedTransaction(deps.db, (tx) => {
    refundIds.length = 0;
    const { actorId, idempotencyKey: key, amount } = settlement;
    const once = { operation: `settle return ${number}`, actorId, key, body: { amount }, now: deps.now() };
    return runOnce(tx, once, async () => {
      const locked = await lockReturn(tx, number);
      refundIds.push(...(await settleLocked(tx, deps, locked, { ...settlement, disconnected })));
      return locked.row.id;
    });
  });
  for (const refund of isReachable ? refundIds : [])
    await ifProcessorResponds(deps, orderId, () => sendRefund(deps, refund));
  return id;
}

type By = { actorId: string; now: Date };

async function settleLocked(
  tx: Tx,
  deps: SettleDeps,
  locked: LockedReturn,
  settlement: Settlement & { disconnected: Disconnected },
): Promise<string[]> {
  const { order, row } = locked;
  const by = { actorId: settlement.actorId, now: deps.now() };
  const decided = locked.lines.filter(isToSettle);
  if (decided.length === 0)
    throw new Problem('RETURN_STATE', `Nothing of ${row.number} is decided and not settled.`);
  assertUnlocked(decided);
  await lockProductsOf(tx, locked);
  const [byHand, lines] = splitByHand(decided);
  const paidBack = lines.filter(isPaidBack);
  const owed = returnedAmount(
    await readOrder(tx, order.id),
    toReturned(paidBack),
    order.standardShippingCents,
    {
      labelPrice: labelToDeduct(row, await findUsableLabel(tx, row.id), paidBack),
      refundedShipping: await readRefundedShipping(tx, order.id),
    },
  );
  const settled = isPaid(order) ? await readSettledPayments(tx, order.id) : [];
  const planned = limitReturned(owed, leftToReturn(order, settled));
  const { total } = planned;
  if (refundableOf(settled) < total) throw disputed();
  if (total > 0) assertConnected(settlement.disconnected, settled);
  if (settlement.amount !== total) {
    const message = `This settlement gives back ${formatMoney(total)}. Check it and settle again.`;
    throw new Problem('AMOUNT_MISMATCH', message, { details: { amount: total } });
  }
  const { refundLimit } = await readSettings(tx);
  if (exceedsRefundLimit(settled, total, refundLimit)) settlement.assertMayExceedLimit();
  await takeArrived(tx, deps, locked, byHand, by);
  await refundReplaced(tx, deps, locked, paidBack.filter(wasReplaced), { ...by, isRefunded: false });
  const items = await storeItems(tx, deps, locked, paidBack, by);
  const refundIds = await refundTotal(tx, deps, locked, { settled, total, items, planned }, by);
  const placed = await replaceItems(tx, deps, locked, lines.filter(isReplaced), by);
  await moveDevices(tx, deps, locked, [...lines, ...byHand], by);
  await endReplaced(tx, placed, by.now);
  const isByBank = total < owed.total && (await wasChargedBack(tx, order.id));
  await endLines(tx, { lines, byHand, planned, isByBank }, by.now);
  await updateReturn(
    tx,
    row.id,
    {
      shippingCents: cents(row.shippingCents + planned.shipping),
      labelCents: cents(row.labelCents + planned.label),
    },
    by.now,
  );
  const numbers = placed.map(({ orderNumber }) => orderNumber).join(', ');
  const sent = numbers === '' ? '' : `, replaced by order ${numbers}`;
  const detail = `${namesOf(decided)}: ${formatMoney(total)}${sent}`;
  await recordReturnEvent(tx, row.id, { kind: 'settled', detail }, by);
  await closeIfEnded(tx, row.id, by.now);
  await queueStepMail(tx, deps, row.id, 'settled', by.now, mailedSettlement(locked, planned, by));
  await recordAudit(tx, {
    actorId: by.actorId,
    action: 'settle return',
    subject: `order ${order.id}`,
    after: { return: row.number, lines: detail, refundedCents: total },
  });
  return refundIds;
}

/** Returns the figures of a settlement for its mail; `locked` is the case before it. */
function mailedSettlement(
  { row, lines }: LockedReturn,
  { total, label }: ReturnedAmount,
  { now }: By,
): MailedSettlement {
  const before = addCents(lines.map(({ line }) => line.amountCents ?? cents(0)));
  const totalAmount = cents(row.shippingCents - row.labelCents + before + total);
  return { settledAt: now.toISOString(), amount: total, totalAmount, label };
}

/** Throws if a device to keep is locked to an account: it can neither be tested nor sold. */
function assertUnlocked(lines: readonly LineRow[]): void {
  const isLocked = ({ line, blockedBy }: LineRow) =>
    isTaken(line.decision) &&
    line.match !== 'lost' &&
    (line.lockedAt !== null || blockedBy?.includes('account-lock') === true);
  const locked = lines.find(isLocked);
  if (!locked) return;
  throw new Problem(
    'RETURN_STATE',
    `${locked.unit} is locked to an account. Ask the customer to remove it, or decide otherwise.`,
  );
}

/** Separates lines whose money went back outside the case, from those of which units are left. */
function splitByHand(decided: readonly LineRow[]): [LineRow[], LineRow[]] {
  const left = new Map(decided.map(({ line, left }) => [line.orderItemId, left]));
  const byHand: LineRow[] = [];
  const lines: LineRow[] = [];
  for (const row of decided) {
    const rest = (left.get(row.line.orderItemId) ?? 0) - unitsOf(row);
    const isGone = row.unitId !== null && !row.isBound && !row.line.isTakenOver;
    if (isPaidBack(row) && (rest < 0 || isGone)) byHand.push(row);
    else lines.push(row);
    if (isPaidBack(row) && rest >= 0 && !isGone) left.set(row.line.orderItemId, rest);
  }
  return [byHand, lines];
}

/** Takes over devices that arrived after their money had gone back by hand. */
async function takeArrived(
  tx: Tx,
  deps: SettleDeps,
  locked: LockedReturn,
  byHand: readonly LineRow[],
  by: By,
): Promise<void> {
  const { order } = locked;
  const isOurs = (row: LineRow) => wasReplaced(row) && (row.isBound || row.line.isTakenOver);
  await refundReplaced(tx, deps, locked, byHand.filter(isOurs), { ...by, isRefunded: true });
  for (const { productId, unit, isBound, line } of byHand.filter((row) => !wasReplaced(row))) {
    if (unit === null || !isBound || line.decision !== 'refund') continue;
    const change = { ...by, alerts: deps.alerts, orderId: order.id, isTestPaid: order.isTestPaid };
    await storeArrival(tx, { productId, unit }, { ...change, isRefunded: true, isSold: isPaid(order) });
  }
}

/** Marks the units as refunded: those that came back to the shop, then those that did not. */
async function storeItems(
  tx: Tx,
  deps: SettleDeps,
  { order }: LockedReturn,
  paidBack: readonly LineRow[],
  { actorId }: By,
): Promise<{ items: RefundedItem[]; isRestocked: boolean }> {
  const comesBack = ({ line, unitId }: LineRow) =>
    line.decision === 'refund' && (unitId !== null || line.disposition === 'restock');
  const replaced = itemsOf(paidBack.filter(wasReplaced));
  const others = paidBack.filter((line) => !wasReplaced(line));
  const back = itemsOf(others.filter(comesBack));
  const away = itemsOf(others.filter((line) => !comesBack(line)));
  const returned =
    back.length > 0 ? await storeRefundedItems(tx, deps, back, { order, isRestocked: true, actorId }) : [];
  const kept =
    away.length > 0 ? await storeRefundedItems(tx, deps, away, { order, isRestocked: false, actorId }) : [];
  return {
    items: [...returned, ...replaced, ...kept],
    isRestocked: back.length > 0 || replaced.length > 0,
  };
}

/** Returns the units of lines by product, with the numbers of their devices. */
function itemsOf(lines: readonly LineRow[]): RefundedItem[] {
  return [...Map.groupBy(lines, ({ productId }) => productId)].map(([productId, rows]) => {
    const units = rows.flatMap(({ unit, line }) =>
      unit !== null && line.decision === 'refund' ? [unit] : [],
    );
    const quantity = rows.reduce((sum, row) => sum + unitsOf(row), 0);
    return { productId, name: rows[0]?.paidName ?? '', quantity, ...(units.length > 0 && { units }) };
  });
}

type Refunding = {
  settled: PaymentRow[];
  total: Cents;
  items: { items: RefundedItem[]; isRestocked: boolean };
  planned: ReturnedAmount;
};

/** Stores the refund and its credit note; returns the refunds to send. */
async function refundTotal(
  tx: Tx,
  deps: SettleDeps,
  { order, row }: LockedReturn,
  { settled, total, items, planned }: Refunding,
  { actorId, now }: By,
): Promise<string[]> {
  if (total === 0) return [];
  const surplusCents = cents(Math.min(balanceOf(order, settled).surplus, total));
  const { ids } = await storeRefundOf(
    tx,
    deps,
    { order, settled },
    { amountCents: total, surplusCents, reason: `Return ${row.number}`, cause: 'administrator', actorId },
    items,
  );
  const credited = { items: items.items, amountCents: total, parts: planned.parts };
  drawInvoicesOf(tx, order.id, { now, credited });
  return ids;
}

/** Moves the devices of settled lines: refunded ones where the decision says, the others to their customer. */
async function moveDevices(
  tx: Tx,
  deps: SettleDeps,
  { order, row }: LockedReturn,
  lines: readonly LineRow[],
  by: By,
): Promise<void> {
  for (const found of lines) {
    const { line, unitId, unitState } = found;
    if (unitId === null) continue;
    if (line.match === 'lost') {
      await loseDevices(tx, [found], by);
      continue;
    }
    if (line.isTakenOver) continue;
    if (!isTaken(line.decision)) {
      await leaveDevices(tx, order, [found], by);
      continue;
    }
    const move = placeOf(line.disposition ?? 'bench');
    if (unitState === move.to || (move.to === 'bench' && unitState !== 'returned')) continue;
    const reason = `Return ${row.number}`;
    const mover = { ...by, canWaive: true };
    const [outcome] = await moveInTransaction(tx, deps, { ids: [unitId], ...move, reason }, mover);
    if (outcome?.problem) throw new Problem('UNIT_STATE', `${found.unit}: ${outcome.problem}`);
  }
}

function placeOf(disposition: NonNullable<LineRow['line']['disposition']>) {
  if (disposition === 'quarantine') return { to: 'quarantine' as const };
  if (disposition === 'parts' || disposition === 'scrap' || disposition === 'supplier')
    return { to: 'gone' as const, goneAs: disposition };
  return { to: 'bench' as const };
}

const endOf: Record<Exclude<ReturnDecision, 'repair' | 'replace'>, ReturnEnd> = {
  refund: 'refunded',
  keep: 'kept',
  reject: 'rejected',
};

type Ended = { lines: LineRow[]; byHand: LineRow[]; planned: ReturnedAmount; isByBank: boolean };

async function endLines(tx: Tx, { lines, byHand, planned, isByBank }: Ended, now: Date): Promise<void> {
  const amounts = new Map(planned.lines.map(({ id, amount }) => [id, amount]));
  for (const row of lines) {
    const { id, decision } = row.line;
    if (decision === null || decision === 'repair' || decision === 'replace') continue;
    const amountCents = amounts.get(id) ?? cents(0);
    const endedAs = isByBank && isPaidBack(row) && amountCents === 0 ? 'by-bank' : endOf[decision];
    const ended = { settledAt: now, endedAs, amountCents, quantity: unitsOf(row) };
    await tx.update(returnLines).set(ended).where(eq(returnLines.id, id));
  }
  await updateLines(tx, byHand, { settledAt: now, endedAs: 'by-hand', amountCents: cents(0) });
}
