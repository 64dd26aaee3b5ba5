import { Problem } from '@reprise/contract/problem';
import { normalizeOrderNumber } from '@reprise/contract/sales/orders/order-number';
import { groundsOf } from '@reprise/contract/sales/returns/return-states';
import type { Withdrawal } from '@reprise/contract/sales/returns/withdrawal';
import { withdrawalCountries } from '@reprise/contract/sales/returns/withdrawal-right';
import { and, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { queueOutgoingMail } from '../../foundations/notifications/mail-requests.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { sendSupportMessage } from '../conversations/start-conversation.ts';
import { cancelOwnOrder } from '../orders/lifecycle/cancel-own-order.ts';
import { accessTokenOf } from '../orders/order-access.ts';
import { lockOrderRow, type OrderRow, orderColumns } from '../orders/orders.queries.ts';
import { orders } from '../orders/orders.tables.ts';
import { refundApprovals } from '../payments/refunds/refund-approvals.ts';
import { approveLocked } from './answer-return.ts';
import { openInTransaction } from './open-return.ts';
import { toSoldOrder } from './replacement-access.ts';
import { isOpenLine, lockReturn, recordReturnEvent, updateLines } from './return-rows.ts';
import { readReturnSettings } from './return-settings.ts';
import {
  findWithdrawalEnd,
  newestDelivery,
  readReturnableOrder,
  returnableItemsOf,
} from './returnable.queries.ts';
import { returns } from './returns.tables.ts';

type WithdrawDeps = Pick<Deps, 'environment' | 'db' | 'jobs' | 'now' | 'secret' | 'alerts'>;

/**
 * Takes a withdrawal from the contract: inside its time it opens a case or cancels what was not sent; everything else
 * goes to the store as a message. It is acknowledged alike, so that callers cannot probe for orders.
 */
export async function withdrawFromContract(deps: WithdrawDeps, declared: Withdrawal): Promise<Date> {
  const receivedAt = deps.now();
  const { name, email } = declared;
  const orderNumber = normalizeOrderNumber(declared.orderNumber);
  const [order] = await deps.db
    .select(orderColumns)
    .from(orders)
    .where(and(eq(orders.orderNumber, orderNumber), eq(orders.email, email.trim().toLowerCase())));
  // The right is that of the contract, not of a free replacement.
  const sold = order && (await toSoldOrder(deps.db, order));
  const isDone = sold !== undefined && sold.email === order?.email && (await takeWithdrawal(deps, sold));
  if (!isDone) {
    const message = `I withdraw from the contract of order ${declared.orderNumber}.`;
    const sent = { name, email, orderNumber: declared.orderNumber, message };
    // The acknowledgement below confirms it.
    await sendSupportMessage(deps, sent, { isConfirmed: false });
  }
  const mail = { kind: 'withdrawal-received' as const, eventKey: newId('wdr'), to: email };
  await inTransaction(deps.db, (tx) =>
    queueOutgoingMail(tx, deps.jobs, { ...mail, orderNumber, receivedAt: receivedAt.toISOString() }),
  );
  return receivedAt;
}

/** Returns true if the right of the order was carried out; false leaves it to staff. */
async function takeWithdrawal(deps: WithdrawDeps, order: OrderRow): Promise<boolean> {
  const hasRight = withdrawalCountries.some((country) => country === order.country);
  if (!hasRight || !(await readReturnSettings(deps.db)).withdrawal) return false;
  if (order.status === 'pending' || order.status === 'processing') {
    const requester = { caller: null, orderToken: accessTokenOf(deps.secret, order, deps.now()) };
    const canceling = cancelOwnOrder(
      { ...deps, refundApprovals: refundApprovals(deps) },
      requester,
      order.id,
    );
    const isCancelled = await canceling.then(
      () => true,
      (error) => {
        if (error instanceof Problem) return false;
        throw error;
      },
    );
    if (isCancelled) return true;
    // Staff stop a packed parcel; a parcel that has left before it comes back.
    await inTransaction(deps.db, (tx) => withdrawSent(tx, deps, order));
    return false;
  }
  return inTransaction(deps.db, (tx) => withdrawSent(tx, deps, order));
}

/** Opens a case of everything that is with the customer, and makes open changes of mind withdrawals. */
async function withdrawSent(tx: Tx, deps: WithdrawDeps, { id: orderId, email }: OrderRow): Promise<boolean> {
  const now = deps.now();
  const by = { actorId: null, now };
  const order = await lockOrderRow(tx, orderId);
  // The customer may have been erased since the order was read.
  if (order?.email !== email) return false;
  const found = await readReturnableOrder(tx, order);
  if (!(await findWithdrawalEnd(tx, order, newestDelivery(found), now))) return false;
  const lines = found.items
    .flatMap((item) => returnableItemsOf(found, item, now))
    .filter(({ openReturn }) => openReturn === null)
    .map(({ product, unit, quantity }) => ({
      product: product.id,
      quantity,
      note: '',
      photos: [],
      reason: 'withdrawal' as const,
      ...(unit !== null && { unit }),
    }));
  const hasOpen = await convertOpen(tx, deps, orderId, by);
  if (lines.length > 0) await openInTransaction(tx, deps, orderId, { lines, wish: 'refund' }, by);
  return hasOpen || lines.length > 0;
}

/**
 * Makes open lines for a change of mind withdrawals: nothing is retained of them, and no approval is needed. Returns true
 * if a case has a withdrawal.
 */
async function convertOpen(
  tx: Tx,
  deps: WithdrawDeps,
  orderId: string,
  by: { actorId: null; now: Date },
): Promise<boolean> {
  const cases = await tx
    .select({ number: returns.number })
    .from(returns)
    .where(
      and(
        eq(returns.orderId, orderId),
        inArray(returns.state, ['requested', 'approved', 'sent', 'received']),
      ),
    );
  let hasConverted = false;
  for (const { number } of cases) {
    const locked = await lockReturn(tx, number);
    const isConverted = locked.lines.filter(
      (row) => isOpenLine(row) && groundsOf[row.line.reason] === 'change-of-mind',
    );
    const isKnown = locked.lines.some((row) => isOpenLine(row) && row.line.reason === 'withdrawal');
    hasConverted ||= isKnown || isConverted.length > 0;
    if (isConverted.length === 0) continue;
    await updateLines(tx, isConverted, { reason: 'withdrawal', restockingPercent: 0 });
    await recordReturnEvent(tx, locked.row.id, { kind: 'withdrawn' }, by);
    if (locked.row.state === 'requested' && isConverted.length === locked.lines.length)
      await approveLocked(tx, deps, locked, by);
  }
  return hasConverted;
}
