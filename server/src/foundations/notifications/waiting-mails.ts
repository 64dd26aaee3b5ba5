import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { minuteMs } from '../../platform/time.ts';
import { orders } from '../../sales/orders/orders.tables.ts';
import { mailBudgets, waitingOrderMails } from './mail-budget.tables.ts';
import { isVerifiedAddress, spendMailBudget } from './mail-budget.ts';
import { type OrderMailRequest, queueMail, queueOutgoingMail } from './mail-requests.ts';

type WaitingDeps = Pick<Deps, 'db' | 'jobs' | 'log' | 'now' | 'environment'>;

const retryMs = 5 * minuteMs;
const maxAddresses = 50;
const maxMerged = 200;
const maxNamed = 20;

/** Stores an order mail until the budget of its address allows one. */
export async function deferMail(
  { db, log, now }: Pick<Deps, 'db' | 'log' | 'now'>,
  request: OrderMailRequest,
): Promise<void> {
  log.info(
    { kind: request.kind, orderId: request.orderId },
    'mail deferred: recipient is over its mail budget',
  );
  const { eventKey, orderId } = request;
  const createdAt = now();
  const tryAt = new Date(createdAt.getTime() + retryMs);
  await db
    .insert(waitingOrderMails)
    .values({ eventKey, orderId, request, tryAt, createdAt })
    .onConflictDoNothing();
}

/**
 * Queues one mail per address whose budget allows it, about all its deferred orders. Safe in several processes, which
 * skip each other's locked rows.
 */
export async function sendDeferredMails(deps: WaitingDeps): Promise<void> {
  const now = deps.now();
  await deps.db.delete(mailBudgets).where(lte(mailBudgets.expiresAt, now));
  const addresses = await deps.db
    .select({ email: orders.email })
    .from(waitingOrderMails)
    .innerJoin(orders, eq(orders.id, waitingOrderMails.orderId))
    .where(lte(waitingOrderMails.tryAt, now))
    .groupBy(orders.email)
    .orderBy(sql`min(${waitingOrderMails.tryAt})`)
    .limit(maxAddresses);
  for (const { email } of addresses)
    await inTransaction(deps.db, (tx) => sendToAddress(tx, deps, email, now));
}

async function sendToAddress(tx: Tx, deps: WaitingDeps, email: string, now: Date): Promise<void> {
  const rows = await tx
    .select({
      eventKey: waitingOrderMails.eventKey,
      request: waitingOrderMails.request,
      orderNumber: orders.orderNumber,
      total: orders.totalCents,
    })
    .from(waitingOrderMails)
    .innerJoin(orders, eq(orders.id, waitingOrderMails.orderId))
    .where(and(eq(orders.email, email), lte(waitingOrderMails.tryAt, now)))
    .orderBy(asc(waitingOrderMails.createdAt), asc(waitingOrderMails.eventKey))
    .limit(maxMerged)
    .for('update', { of: waitingOrderMails, skipLocked: true });
  const [first] = rows;
  if (!first) return;
  const keys = rows.map(({ eventKey }) => eventKey);
  const own = inArray(waitingOrderMails.eventKey, keys);
  const isVerified = email !== '' && (await isVerifiedAddress(tx, email));
  const mergedKey = `order-updates:${newId('mrg')}`;
  const eventKey = rows.length === 1 ? first.eventKey : mergedKey;
  if (
    email !== '' &&
    !isVerified &&
    !(await spendMailBudget({ ...deps, db: tx }, 'visitor', { to: email, eventKey }))
  ) {
    const tryAt = new Date(now.getTime() + retryMs);
    await tx.update(waitingOrderMails).set({ tryAt }).where(own);
    return;
  }
  await tx.delete(waitingOrderMails).where(own);
  // An order without email was erased.
  if (email === '') return;
  if (isVerified || rows.length === 1) {
    for (const { request } of rows) await queueMail(tx, deps.jobs, { ...request, isCounted: true });
    return;
  }
  const updates = rows.map(({ orderNumber, total, request }) => ({
    orderNumber,
    total,
    about: request.kind,
  }));
  await queueOutgoingMail(
    tx,
    deps.jobs,
    {
      kind: 'order-updates',
      eventKey: mergedKey,
      to: email,
      updates: updates.slice(0, maxNamed),
      more: Math.max(0, updates.length - maxNamed),
    },
    { isCounted: true },
  );
}
