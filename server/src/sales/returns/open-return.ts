import { formatTimeAs } from '@reprise/contract/dates';
import { Problem } from '@reprise/contract/problem';
import type { OrderReturn, StaffReturn } from '@reprise/contract/sales/returns/return';
import {
  answerDay,
  isAutoApproved,
  labelPayerOf,
  windowOf,
} from '@reprise/contract/sales/returns/return-rules';
import { groundsOf, openReturnStates } from '@reprise/contract/sales/returns/return-states';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../../foundations/notifications/mail-requests.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { runOnce } from '../../platform/http/run-once.ts';
import { isPaid } from '../orders/amount-due.ts';
import { orderNotFound } from '../orders/order-access.ts';
import { lockOrderRow, type OrderRow } from '../orders/orders.queries.ts';
import { orders } from '../orders/orders.tables.ts';
import { newOrderNumber } from '../orders/placement/order-number.ts';
import { readSettledPayments } from '../payments/payments.queries.ts';
import { approveLocked } from './answer-return.ts';
import { attachReturnPhotos } from './photos/attach-return-photos.ts';
import { readReturn } from './return.queries.ts';
import { type ReturnRow, readReturnLines, recordReturnEvent } from './return-rows.ts';
import { readReturnSettings } from './return-settings.ts';
import {
  leftOfItem,
  newestDelivery,
  type ReturnableOrder,
  readReturnableOrder,
  type Terms,
} from './returnable.queries.ts';
import { returnLines, returns } from './returns.tables.ts';

type OpenDeps = Pick<Deps, 'db' | 'now' | 'jobs'>;

type Request = Pick<StaffReturn, 'lines' | 'wish'> & { exceptionReason?: string };

/** Caller who opens a case; `actorId` is null for a customer, whom the rules bind. */
export type Opener = { actorId: string | null; scope: string; idempotencyKey: string | null };

/** Opens a case of an order; a repeated Idempotency-Key returns the case of the first request. */
export async function openReturn(
  deps: OpenDeps,
  { id: orderId, accessVersion }: Pick<OrderRow, 'id' | 'accessVersion'>,
  request: Request,
  { actorId, scope, idempotencyKey: key }: Opener,
): Promise<OrderReturn> {
  const now = deps.now();
  const id = await inTransaction(deps.db, (tx) => {
    const once = { operation: `open return ${orderId}`, actorId: scope, key, body: request, now };
    return runOnce(tx, once, async () => {
      // Its customer may have been erased since the access was checked.
      const order = await lockOrderRow(tx, orderId);
      if (order?.accessVersion !== accessVersion) throw orderNotFound();
      return openInTransaction(tx, deps, orderId, request, { actorId, now });
    });
  });
  return readReturn(deps, id, actorId !== null);
}

type By = { actorId: string | null; now: Date };
type PlannedLine = Omit<typeof returnLines.$inferInsert, 'id' | 'returnId' | 'position'> & {
  terms: Terms;
  photos: string[];
  isInWindow: boolean;
};

/** Opens a case as `openReturn` does, in the transaction of the caller. */
export async function openInTransaction(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  orderId: string,
  request: Request,
  by: By,
): Promise<string> {
  const order = await lockOrderRow(tx, orderId);
  if (!order) throw orderNotFound();
  const found = await readReturnableOrder(tx, order);
  if (!newestDelivery(found)) {
    throw new Problem(
      'RETURN_STATE',
      'This order was not sent, so that nothing comes back. Cancel it instead.',
    );
  }
  const lines = planLines(found, request, by);
  const { exceptionReason = '' } = request;
  const isInPolicy = lines.every(({ isInWindow }) => isInWindow);
  if (by.actorId !== null && !isInPolicy && exceptionReason === '') {
    const message = 'A line is outside its window. Say why it is taken back.';
    throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'exceptionReason', message }] });
  }
  const row = await storeReturn(tx, order, { request, exceptionReason, isInPolicy, lines }, by);
  await recordReturnEvent(
    tx,
    row.id,
    { kind: 'opened', detail: lines.length === 1 ? '' : `${lines.length} lines` },
    by,
  );
  if (by.actorId !== null || (await approvesItself(tx, order, request, { lines, isInPolicy }))) {
    await approveLocked(tx, { jobs }, { order, row, lines: await readReturnLines(tx, [row.id]) }, by);
    return row.id;
  }
  const mail = { returnId: row.id, step: 'requested' as const };
  await queueMail(tx, jobs, { kind: 'return-update', eventKey: `return:${row.id}:requested`, ...mail });
  await queueMail(tx, jobs, { kind: 'return-opened', eventKey: `return-opened:${row.id}`, returnId: row.id });
  return row.id;
}

const invalid = (message: string) =>
  new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'lines', message }] });

/** Returns the lines of a case; throws unless each item is in the order, came to the customer and can come back. */
function planLines(found: ReturnableOrder, { lines }: Request, by: By): PlannedLine[] {
  const left = new Map(found.items.map((item) => [item.id, leftOfItem(found, item)]));
  const chosen = new Set<string>();
  return lines.map(({ product, unit, quantity, reason, note, photos }) => {
    const item = found.items.find(({ productId }) => productId === product);
    if (!item) throw invalid('One of these items is not in the order.');
    const device = deviceOf(found, item, unit, quantity);
    const key = device?.bindingId ?? item.id;
    if (chosen.has(key)) throw invalid(`${item.name} is in the list twice.`);
    chosen.add(key);
    const rest = (left.get(item.id) ?? 0) - quantity;
    if (rest < 0) throw tooMany(item.name, rest + quantity);
    left.set(item.id, rest);
    const terms = found.termsOf(item);
    const delivery = found.deliveryOf(item.id, device?.bindingId ?? null);
    if (!delivery) throw new Problem('RETURN_STATE', `${item.name} has not left yet. Cancel it instead.`);
    const windowEndsAt = windowOf(reason, terms, delivery.at, terms.timeZone);
    const isInWindow = windowEndsAt !== null && by.now <= windowEndsAt;
    if (by.actorId === null && !isInWindow && groundsOf[reason] === 'change-of-mind')
      throw windowClosed(item.name, windowEndsAt, terms.timeZone);
    return {
      orderItemId: item.id,
      bindingId: device?.bindingId ?? null,
      restockingPercent: groundsOf[reason] === 'change-of-mind' ? terms.restockingPercent : 0,
      quantity,
      reason,
      note,
      photos,
      windowEndsAt,
      terms,
      isInWindow,
    };
  });
}

/** Returns the device that a line names; undefined for counted items. */
function deviceOf(
  { devices, open }: ReturnableOrder,
  { id, name }: { id: string; name: string },
  unit: string | undefined,
  quantity: number,
) {
  const ofItem = devices.filter(({ itemId }) => itemId === id);
  if (ofItem.length === 0) {
    if (unit === undefined) return undefined;
    throw invalid(`${name} has no device with the number ${unit}.`);
  }
  if (unit === undefined) throw invalid(`Choose which ${name} comes back.`);
  const device = ofItem.find(({ number }) => number === unit);
  if (!device) throw invalid(`${unit} is not a device of this order.`);
  if (quantity !== 1) throw invalid(`${unit} is one device. Name each device in a line of its own.`);
  const inCase = open.find(({ bindingId }) => bindingId === device.bindingId);
  if (inCase) {
    const message = `${unit} is in return ${inCase.number} already.`;
    throw new Problem('RETURN_OPEN', message, { details: { return: inCase.number } });
  }
  if (!device.isBoughtBack && (device.state === 'sold' || device.state === 'shipped')) return device;
  throw new Problem('RETURN_STATE', `${unit} came back before, or is on its way.`);
}

const tooMany = (name: string, left: number) =>
  invalid(
    left > 0 ? `Only ${left} of ${name} can come back.` : `All of ${name} were refunded or are in a return.`,
  );

function windowClosed(name: string, end: Date | null, timeZone: string): Problem {
  const day = end && formatTimeAs('day', end.toISOString(), timeZone);
  const message = day
    ? `${name} could be returned until ${day}. If something is wrong with it, choose that reason.`
    : `${name} is not taken back for a change of mind. If something is wrong with it, choose that reason.`;
  return new Problem('RETURN_WINDOW_CLOSED', message, { details: { until: end?.toISOString() ?? null } });
}

type Planned = { request: Request; exceptionReason: string; isInPolicy: boolean; lines: PlannedLine[] };

async function storeReturn(tx: Tx, order: OrderRow, plan: Planned, { actorId, now }: By): Promise<ReturnRow> {
  const { request, exceptionReason, isInPolicy, lines } = plan;
  const terms = lines.map((line) => line.terms);
  const { answerDays } = await readReturnSettings(tx);
  const row = {
    id: newId('ret'),
    number: newOrderNumber().replace(/^MJ/, 'RMA'),
    orderId: order.id,
    state: 'requested' as const,
    wish: request.wish,
    openedBy: actorId === null ? ('customer' as const) : ('staff' as const),
    isInPolicy,
    exceptionReason,
    labelBy: labelPayerOf(
      lines.map(({ reason }) => reason),
      terms,
    ),
    answerBy: answerDay(now, answerDays, terms[0]?.timeZone ?? 'UTC'),
    createdAt: now,
    updatedAt: now,
  };
  const [inserted] = await tx.insert(returns).values(row).returning();
  const stored = lines.map((line, position) => ({ ...line, id: newId('rel'), returnId: row.id, position }));
  await tx
    .insert(returnLines)
    .values(stored.map(({ terms: _terms, isInWindow: _isInWindow, photos: _photos, ...line }) => line));
  for (const { id, photos } of stored) await attachReturnPhotos(tx, order.id, id, photos);
  if (!inserted) throw new Error('The return was not stored.');
  return inserted;
}

/** True if the rules approve a request of a customer without staff. */
async function approvesItself(
  tx: Tx,
  order: OrderRow,
  { wish }: Request,
  { lines, isInPolicy }: Pick<Planned, 'lines' | 'isInPolicy'>,
): Promise<boolean> {
  const sameCustomer =
    order.userId === null ? eq(orders.email, order.email) : eq(orders.userId, order.userId);
  const [counted] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(and(sameCustomer, inArray(returns.state, [...openReturnStates])));
  const settled = await readSettledPayments(tx, order.id);
  return isAutoApproved({
    reasons: lines.map(({ reason }) => reason),
    wish,
    isInPolicy,
    isPaid: isPaid(order),
    isDisputed: settled.some(({ isDisputed }) => isDisputed),
    // The case itself is one of them.
    openCases: (counted?.count ?? 1) - 1,
  });
}
