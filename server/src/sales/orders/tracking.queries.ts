import { Problem } from '@reprise/contract/problem';
import {
  type ReceivedOrder,
  receivedOrderMessage,
  type Tracking,
} from '@reprise/contract/sales/orders/order';
import { normalizeOrderNumber } from '@reprise/contract/sales/orders/order-number';
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { createSharedLimit, emailKey } from '../../platform/http/rate-limit/rate-limit.ts';
import { timelineOf } from './lifecycle/order-timeline.ts';
import { accessTokenOf } from './order-access.ts';
import { deliveryOf, type OrderRow, orderColumns, readEvents, readOrder } from './orders.queries.ts';
import { orders } from './orders.tables.ts';
import { findOrderIdsByParcel, findParcelOf } from './parcels/parcels.queries.ts';

/** Lookups per email, over all networks together. */
const perEmail = { points: 20, duration: 60 * 60 };

/** Counts a lookup by email; throws RATE_LIMITED past the limit. */
export type CountLookup = (email: string) => Promise<void>;

export function createLookupLimit({ db, environment }: Pick<Deps, 'db' | 'environment'>): CountLookup {
  if (environment.rateLimit === 'off') return async () => {};
  const count = createSharedLimit(db, 'lookup-email', perEmail);
  return (email) => count(emailKey(email));
}

type TrackingDeps = { db: Queryable; countLookup: CountLookup } & Pick<Deps, 'secret' | 'now'>;

type Lookup = { number: string; email?: string | undefined; caller: Caller | null };

/**
 * Returns the tracking of a parcel. The order number with its email shows the order; a carrier's number shows the
 * parcel's progress only; the checkout number with its email confirms receipt; the signed-in buyer sees the order by
 * any number. Lookups that find an order or parcel are not counted per email: a stranger who uses up an address's
 * limit could otherwise lock its owner out.
 */
export async function trackOrder(
  { db, secret, now, countLookup }: TrackingDeps,
  { number: numberAsTyped, email: emailAsTyped, caller }: Lookup,
): Promise<Tracking | ReceivedOrder> {
  const number = numberAsTyped.trim();
  const email = emailAsTyped?.trim().toLowerCase() || undefined;
  const isBuyer = ({ userId }: OrderRow) => caller !== null && caller.userId === userId;

  const numbered = await findByOrderNumber(db, number);
  if (numbered) {
    const canOpen = isBuyer(numbered) || numbered.email === email;
    if (email && !canOpen) await countLookup(email);
    const tracking = await toTracking(db, numbered, { showsNumber: true, showsOrder: canOpen });
    const isGuestOrder = canOpen && numbered.userId === null;
    return isGuestOrder ? { ...tracking, accessToken: accessTokenOf(secret, numbered, now()) } : tracking;
  }
  const shipped = await findByTrackingNumber(db, number, { email, userId: caller?.userId });
  if (shipped) {
    const canOpen = isBuyer(shipped);
    const tracking = await toTracking(db, shipped, { showsNumber: canOpen, showsOrder: canOpen });
    // The numbers of other parcels of the order are not for one who has the number of this.
    return { ...tracking, ...(await findParcelOf(db, shipped.id, number)) };
  }
  if (email) {
    await countLookup(email);
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
    ...(row.shippingMethod === 'pickup' && { shippingMethod: row.shippingMethod }),
    ...deliveryOf(row),
    carrier: row.carrier,
    trackingNumber: row.trackingNumber,
    timeline: timelineOf(row.status, await readEvents(db, [row.id]), row.shippingMethod),
    order: showsOrder ? await readOrder(db, row.id) : null,
  };
}

async function findByOrderNumber(db: Queryable, number: string): Promise<OrderRow | undefined> {
  const [row] = await db
    .select(orderColumns)
    .from(orders)
    .where(eq(orders.orderNumber, normalizeOrderNumber(number)));
  return row;
}

/** Carriers reuse numbers: prefer the caller's own parcel, then the newest. */
async function findByTrackingNumber(
  db: Queryable,
  number: string,
  { email, userId }: { email: string | undefined; userId: string | undefined },
): Promise<OrderRow | undefined> {
  const [row] = await db
    .select(orderColumns)
    .from(orders)
    .where(or(eq(orders.trackingNumber, number), inArray(orders.id, await findOrderIdsByParcel(db, number))))
    .orderBy(
      desc(sql`coalesce(${orders.userId} = ${userId ?? null}::text, false)`),
      desc(sql`coalesce(${orders.email} = ${email ?? null}::text, false)`),
      desc(orders.createdAt),
    )
    .limit(1);
  return row;
}

async function wasReceived(db: Queryable, reference: string, email: string): Promise<boolean> {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.clientReference, reference), eq(orders.email, email)))
    .limit(1);
  return row !== undefined;
}
