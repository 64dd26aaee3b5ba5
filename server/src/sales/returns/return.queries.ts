import type { CallInput } from '@reprise/contract/endpoint';
import { addCents, type Cents, cents } from '@reprise/contract/money';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import type { OrderReturn, ReturnSummary } from '@reprise/contract/sales/returns/return';
import {
  isSentBack,
  isTaken,
  type ReturnTab,
  returnTabs,
} from '@reprise/contract/sales/returns/return-states';
import { limitReturned, returnedAmount } from '@reprise/contract/sales/returns/returned-amount';
import type { returnEndpoints } from '@reprise/contract/sales/returns/returns';
import { withdrawalRefundDays } from '@reprise/contract/sales/returns/withdrawal-right';
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { dayMs } from '../../platform/time.ts';
import { readInspections } from '../../workshop/units/in-orders/inspections.queries.ts';
import { isPaid } from '../orders/amount-due.ts';
import { type OrderRow, orderColumns, readOrder } from '../orders/orders.queries.ts';
import { orders } from '../orders/orders.tables.ts';
import type { LabelRow } from '../orders/shipping/labels.queries.ts';
import { wasChargedBack } from '../payments/disputes/record-chargeback.ts';
import { leftOf, type PaymentRow, readSettledPayments } from '../payments/payments.queries.ts';
import { readRefundedShipping } from '../payments/refunds/refunded-part.ts';
import { findUsableLabel, labelToDeduct, toReturnLabel } from './labels/label-of-return.ts';
import { readPhotosOfLines } from './photos/return-photo.queries.ts';
import { readReturnEvents } from './return-events.queries.ts';
import { toReturnLine } from './return-line.ts';
import { isOpenLine, type LineRow, type ReturnRow, readReturnLines, returnNotFound } from './return-rows.ts';
import { readReturnAddress, readReturnSettings } from './return-settings.ts';
import { returnEvents, returnLines, returns } from './returns.tables.ts';
import { matchesReturn } from './search-returns.queries.ts';

type ReadDeps = Pick<Deps, 'db' | 'now'>;

const dayOf = (time: Date | null) => time?.toISOString() ?? null;

const refundMs = withdrawalRefundDays * dayMs;

/** SQL: when the open lines of a case were withdrawn; null without such a line. */
const withdrawnAt =
  sql<Date | null>`case when exists (select from ${returnLines} l where l.return_id = ${returns.id}
    and l.reason = 'withdrawal' and l.settled_at is null)
  then coalesce((select min(e.created_at) from ${returnEvents} e
    where e.return_id = ${returns.id} and e.kind = 'withdrawn'), ${returns.createdAt}) end`.mapWith(
    returns.createdAt,
  );

const refundDayOf = (withdrawn: Date | null) => withdrawn && new Date(withdrawn.getTime() + refundMs);

type Days = Pick<ReturnRow, 'state' | 'answerBy' | 'sendBy'> & { refundBy: Date | null };

/** True if the store has not answered or refunded by its day, or the parcel has not come. */
function isLateAt({ state, answerBy, sendBy, refundBy }: Days, graceDays: number, now: Date): boolean {
  // A refund may wait until the parcel is sent.
  if ((state === 'sent' || state === 'received') && refundBy !== null && refundBy < now) return true;
  // A parcel that was delivered waits for the store, not for its customer.
  if (state === 'requested' || state === 'received' || (state === 'sent' && answerBy !== null))
    return answerBy !== null && answerBy < now;
  if (sendBy === null || (state !== 'approved' && state !== 'sent')) return false;
  const graceMs = state === 'sent' ? graceDays * dayMs : 0;
  return sendBy.getTime() + graceMs < now.getTime();
}

/** Returns a case; staff also see its history and what else the parcel had. */
export async function readReturn(deps: ReadDeps, id: string, isStaff: boolean): Promise<OrderReturn> {
  const [found] = await deps.db
    .select({ row: returns, order: orderColumns, withdrawnAt })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(eq(returns.id, id));
  if (!found) throw returnNotFound();
  const { row, order } = found;
  const refundBy = refundDayOf(found.withdrawnAt);
  const settings = await readReturnSettings(deps.db);
  const lines = await readReturnLines(deps.db, [id]);
  const photos = await readPhotosOfLines(
    deps.db,
    lines.map(({ line }) => line.id),
  );
  const label = await findUsableLabel(deps.db, id);
  const planned = await planAmounts(deps.db, order, { row, label, lines });
  const bindings = isStaff ? lines.flatMap(({ line }) => line.bindingId ?? []) : [];
  const inspectionsOf = await readInspections(deps.db, bindings);
  const forStaff = isStaff && {
    customer: `${order.firstName} ${order.lastName}`.trim(),
    exceptionReason: row.exceptionReason,
    toSettle: planned.toSettle,
    dispute: await findDispute(deps.db, order.id, planned.settled),
    toSendBack: lines.filter((row) => isOpenLine(row) && isSentBack(row.line)).map(({ line }) => line.id),
    events: await readReturnEvents(deps.db, id),
  };
  return {
    id,
    number: row.number,
    orderId: order.id,
    orderNumber: order.orderNumber,
    state: row.state,
    wish: row.wish,
    openedBy: row.openedBy,
    isInPolicy: row.isInPolicy,
    labelBy: row.labelBy,
    lines: lines.map((row) => {
      const inspections = inspectionsOf.get(row.line.bindingId ?? '');
      const shown = toReturnLine(
        row,
        planned.amounts.get(row.line.id) ?? null,
        photos.get(row.line.id) ?? [],
        isStaff,
      );
      return { ...shown, ...(inspections && { inspections }) };
    }),
    carrier: row.carrier,
    trackingNumber: row.trackingNumber,
    label: toReturnLabel(row, label),
    labelDeduction: cents(row.labelCents + planned.label),
    sendBy: dayOf(row.sendBy),
    answerBy: dayOf(row.answerBy),
    refundBy: dayOf(refundBy),
    isLate: isLateAt({ ...row, refundBy }, settings.graceDays, deps.now()),
    sendTo: await readReturnAddress(deps.db, settings),
    instructions: settings.instructions,
    canCancel: row.state === 'requested' || row.state === 'approved',
    refuseReason: row.refuseReason,
    shipping: cents(row.shippingCents + planned.shipping),
    amount: addCents([
      row.shippingCents,
      planned.shipping,
      cents(-row.labelCents - planned.label),
      ...lines.map(({ line }) => line.amountCents ?? planned.amounts.get(line.id) ?? cents(0)),
    ]),
    createdAt: row.createdAt.toISOString(),
    approvedAt: dayOf(row.approvedAt),
    sentAt: dayOf(row.sentAt),
    receivedAt: dayOf(row.receivedAt),
    closedAt: dayOf(row.closedAt),
    ...forStaff,
  };
}

/** Units of a line that a settlement refunds or replaces: of counted items those that came. */
export const unitsOf = ({ line }: LineRow): number =>
  isTaken(line.decision) && line.receivedQuantity > 0 ? line.receivedQuantity : line.quantity;

/** Returns the lines as the rule of amounts takes them. */
export const toReturned = (lines: readonly LineRow[]) =>
  lines.map((row) => ({
    id: row.line.id,
    product: row.productId,
    quantity: unitsOf(row),
    reason: row.line.reason,
    // The share is for putting an item on sale again.
    restockingPercent:
      row.line.decision === 'keep' || row.line.match === 'lost' ? 0 : row.line.restockingPercent,
    deductions: row.line.deductions.map(({ amountCents }) => ({ amount: cents(amountCents) })),
  }));

/** True for a line whose money goes back at the next settlement. */
export const isPaidBack = ({ line }: LineRow): boolean =>
  line.decision === 'refund' || line.decision === 'keep';

/** True for an open line whose decision a settlement carries out. */
export const isToSettle = (row: LineRow): boolean =>
  isOpenLine(row) && row.line.decision !== null && !isSentBack(row.line);

/** Returns what the open lines would give back, and what a settlement of those decided gives back now. */
async function planAmounts(
  db: Queryable,
  order: OrderRow,
  { row, label, lines }: { row: ReturnRow; label: LabelRow | undefined; lines: readonly LineRow[] },
) {
  const settled = await readSettledPayments(db, order.id);
  if (!lines.some(isOpenLine)) {
    const none = { shipping: cents(0), label: cents(0), toSettle: null };
    return { amounts: new Map<string, Cents>(), ...none, settled };
  }
  const left = leftToReturn(order, settled);
  const open = lines.filter(
    (row) => isOpenLine(row) && row.left > 0 && (row.line.decision === null || isPaidBack(row)),
  );
  const paid = await readOrder(db, order.id);
  const refundedShipping = await readRefundedShipping(db, order.id);
  const amountOf = (some: readonly LineRow[]) => {
    const labelPrice = labelToDeduct(row, label, some);
    const outside = { labelPrice, refundedShipping };
    return limitReturned(returnedAmount(paid, toReturned(some), order.standardShippingCents, outside), left);
  };
  const all = amountOf(open);
  const decided = lines.filter(isToSettle);
  return {
    amounts: new Map(all.lines.map(({ id, amount }) => [id, amount])),
    shipping: all.shipping,
    label: all.label,
    toSettle: decided.length > 0 ? amountOf(decided.filter(isPaidBack)).total : null,
    settled,
  };
}

/** Returns what of the payments of an order a settlement can give back: nothing of one that is not paid. */
export const leftToReturn = (order: OrderRow, settled: PaymentRow[]): Cents =>
  isPaid(order) ? leftOf(settled) : cents(0);

async function findDispute(db: Queryable, orderId: string, settled: PaymentRow[]) {
  if (await wasChargedBack(db, orderId)) return 'lost' as const;
  return settled.some(({ isDisputed }) => isDisputed) ? ('open' as const) : null;
}

const unitCount = sql<number>`(select sum(l.quantity)::int from ${returnLines} l where l.return_id = ${returns.id})`;
const firstItem = sql<string>`(select i.name from ${returnLines} l join order_items i on i.id = l.order_item_id
  where l.return_id = ${returns.id} order by l.position limit 1)`;

function selectSummaries(db: Queryable) {
  return db
    .select({
      row: returns,
      orderNumber: orders.orderNumber,
      units: unitCount,
      item: firstItem,
      withdrawnAt,
      customer: sql<string>`trim(${orders.firstName} || ' ' || ${orders.lastName})`,
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .$dynamic();
}

const toSummary =
  (now: Date, graceDays: number) =>
  ({
    row,
    orderNumber,
    units,
    item,
    withdrawnAt: withdrawn,
  }: Awaited<ReturnType<typeof selectSummaries>>[number]): ReturnSummary => ({
    id: row.id,
    number: row.number,
    orderId: row.orderId,
    orderNumber,
    state: row.state,
    wish: row.wish,
    sendBy: dayOf(row.sendBy),
    answerBy: dayOf(row.answerBy),
    refundBy: dayOf(refundDayOf(withdrawn)),
    isLate: isLateAt({ ...row, refundBy: refundDayOf(withdrawn) }, graceDays, now),
    createdAt: row.createdAt.toISOString(),
    closedAt: dayOf(row.closedAt),
    units,
    item,
  });

/** Maximum number of cases that the page of an order shows. */
const maxReturnsOfOrder = 100;

/** Returns the cases of an order, newest first. */
export async function listReturnsOf({ db, now }: ReadDeps, orderId: string): Promise<ReturnSummary[]> {
  const rows = await selectSummaries(db)
    .where(eq(returns.orderId, orderId))
    .orderBy(desc(returns.createdAt), desc(returns.id))
    .limit(maxReturnsOfOrder);
  const { graceDays } = await readReturnSettings(db);
  return rows.map(toSummary(now(), graceDays));
}

/** SQL: the case is in this list of the desk. */
function inTab(tab: ReturnTab, graceDays: number, now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`;
  const dueBefore = sql`${new Date(now.getTime() - refundMs).toISOString()}::timestamptz`;
  const lists: Record<ReturnTab, SQL> = {
    'to-approve': sql`${returns.state} = 'requested'`,
    'on-the-way': sql`(${returns.state} = 'approved' or ${returns.state} = 'sent' and ${returns.answerBy} is null)`,
    arrived: sql`(${returns.state} = 'received' or ${returns.state} = 'sent' and ${returns.answerBy} is not null)`,
    late: sql`(${returns.state} in ('requested', 'sent', 'received') and ${returns.answerBy} < ${at}
      or ${returns.state} = 'approved' and ${returns.sendBy} < ${at}
      or ${returns.state} in ('sent', 'received') and ${returns.createdAt} < ${dueBefore}
        and ${withdrawnAt} < ${dueBefore}
      or ${returns.state} = 'sent' and ${returns.answerBy} is null and ${returns.sendBy} + ${`${graceDays} days`}::interval < ${at})`,
  };
  return lists[tab];
}

type ListQuery = NonNullable<CallInput<typeof returnEndpoints.listReturns>['query']>;
export type ReturnFilters = Omit<ListQuery, 'page' | 'limit'> & {
  /** True if the search must not match email addresses and phone numbers. */
  ignoresEmail?: boolean;
};

/** SQL: the case is in the list; the query joins its order. */
export async function matchingReturns(
  { db, now }: ReadDeps,
  { tab, state, search = '', ignoresEmail = false }: ReturnFilters,
  graceDays: number,
): Promise<SQL | undefined> {
  return and(
    tab && inTab(tab, graceDays, now()),
    state && eq(returns.state, state),
    search.trim() === '' ? undefined : await matchesReturn(db, search.trim(), ignoresEmail),
  );
}

/** Returns the cases of a list: of the desk those that wait longest in front, of all cases the newest. */
export async function listReturns(deps: ReadDeps, query: ListQuery & ReturnFilters) {
  const { db, now } = deps;
  const { page, limit, offset } = pageOf(query);
  const { graceDays } = await readReturnSettings(db);
  const where = await matchingReturns(deps, query, graceDays);
  const order = query.tab ? asc : desc;
  const rows = await selectSummaries(db)
    .where(where)
    .orderBy(order(returns.createdAt), order(returns.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(where);
  return {
    returns: rows.map((row) => ({ ...toSummary(now(), graceDays)(row), customer: row.customer })),
    pagination: paginationOf(page, limit, counted?.count ?? 0),
  };
}

const maxCounted = 1000;

/** Returns how many cases each list of the desk has, at most a thousand each. */
export async function countReturns({ db, now }: ReadDeps): Promise<Record<ReturnTab, number>> {
  const counts: Partial<Record<ReturnTab, number>> = {};
  const { graceDays } = await readReturnSettings(db);
  for (const tab of returnTabs) {
    const some = db
      .select({ id: returns.id })
      .from(returns)
      .where(inTab(tab, graceDays, now()))
      .limit(maxCounted)
      .as('some');
    const [counted] = await db.select({ count: sql<number>`count(*)::int` }).from(some);
    counts[tab] = counted?.count ?? 0;
  }
  return counts as Record<ReturnTab, number>;
}
