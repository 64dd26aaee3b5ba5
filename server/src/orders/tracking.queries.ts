import { type ReceivedOrder, receivedOrderMessage, type Tracking } from '@reprise/contract/orders/orders';
import { Problem } from '@reprise/contract/problem';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import type { Caller } from '../platform/http/endpoint.ts';
import { createSharedLimit, emailKey } from '../platform/http/rate-limit.ts';
import { timelineOf } from './lifecycle/order-timeline.ts';
import { type OrderRow, orderColumns, readEvents, readOrder } from './orders.queries.ts';
import { orders } from './orders.tables.ts';

/** Look-ups per e-mail in all networks together. */
const perEmail = { points: 20, duration: 60 * 60 };

/** Counts a look-up that names an e-mail; throws RATE_LIMITED past the limit. */
export type CountLookUp = (email: string) => Promise<void>;

export function createLookUpLimit({ db, environment }: Pick<Deps, 'db' | 'environment'>): CountLookUp {
  if (environment.rateLimit === 'off') return async () => {};
  const count = createSharedLimit(db, 'lookup-email', perEmail);
  return (email) => count(emailKey(email));
}

type Lookup = { number: string; email?: string | undefined; caller: Caller | null };

/**
 * Where a parcel is. An order's own number opens the order with its e-mail; a carrier's number tells the parcel's way
 * only; the number shown at checkout tells, with the e-mail, that the order was received. The signed-in buyer sees the
 * order by each of its numbers.
 *
 * What an order number or a carrier's number finds is not counted per e-mail: a stranger who has used up the
 * look-ups of an address cannot keep its owner from an order whose number only the owner knows.
 */
export async function trackOrder(
  { db, countLookUp }: { db: Queryable; countLookUp: CountLookUp },
  { number: numberAsTyped, email: emailAsTyped, caller }: Lookup,
): Promise<Tracking | ReceivedOrder> {
  const number = numberAsTyped.trim();
  const email = emailAsTyped?.trim().toLowerCase() || undefined;
  const isBuyer = ({ userId }: OrderRow) => caller !== null && caller.userId === userId;

  const named = await findByOrderNumber(db, number);
  if (named) {
    const opens = isBuyer(named) || named.email === email;
    if (email && !opens) await countLookUp(email);
    return toTracking(db, named, { showsNumber: true, showsOrder: opens });
  }
  const shipped = await findByTrackingNumber(db, number, { email, userId: caller?.userId });
  if (shipped) {
    const opens = isBuyer(shipped);
    return toTracking(db, shipped, { showsNumber: opens, showsOrder: opens });
  }
  if (email) {
    await countLookUp(email);
    if (await wasReceived(db, number, email)) return { received: true, message: receivedOrderMessage };
  }
  throw new Problem(
    'NOT_FOUND',
    'Tracking number not found. Please check your tracking number and try again.',
  );
}

async function toTracking(
  db: Queryable,
  row: OrderRow,
  { showsNumber, showsOrder }: { showsNumber: boolean; showsOrder: boolean },
): Promise<Tracking> {
  return {
    orderNumber: showsNumber ? row.orderNumber : null,
    status: row.status,
    estimatedDelivery: row.estimatedDelivery.toISOString(),
    carrier: row.carrier,
    trackingNumber: row.trackingNumber,
    timeline: timelineOf(row.status, await readEvents(db, [row.id])),
    order: showsOrder ? await readOrder(db, row.id) : null,
  };
}

async function findByOrderNumber(db: Queryable, number: string): Promise<OrderRow | undefined> {
  const [found] = await db
    .select(orderColumns)
    .from(orders)
    .where(eq(orders.orderNumber, number.toUpperCase()));
  return found;
}

/** Carriers use their numbers again: the caller's own parcel first, then the newest. */
async function findByTrackingNumber(
  db: Queryable,
  number: string,
  { email, userId }: { email: string | undefined; userId: string | undefined },
): Promise<OrderRow | undefined> {
  const [found] = await db
    .select(orderColumns)
    .from(orders)
    .where(eq(orders.trackingNumber, number))
    .orderBy(
      desc(sql`coalesce(${orders.userId} = ${userId ?? null}::text, false)`),
      desc(sql`coalesce(${orders.email} = ${email ?? null}::text, false)`),
      desc(orders.createdAt),
    )
    .limit(1);
  return found;
}

async function wasReceived(db: Queryable, reference: string, email: string): Promise<boolean> {
  const [found] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.clientReference, reference), eq(orders.email, email)))
    .limit(1);
  return found !== undefined;
}
