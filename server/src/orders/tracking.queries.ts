import type { Tracking } from '@reprise/contract/orders';
import { Problem } from '@reprise/contract/problem';
import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import { timelineOf } from './order-timeline.ts';
import { findOrderRow, type OrderRow, readEvents, readOrder } from './orders.queries.ts';
import { orders } from './orders.tables.ts';

/**
 * Where a parcel is, by its tracking number or its order's number, or by the number shown at checkout
 * together with the e-mail. Only with that e-mail the answer says whose it is.
 */
export async function trackOrder(
  db: Queryable,
  number: string,
  emailAsTyped: string | undefined,
): Promise<Tracking> {
  const email = emailAsTyped?.toLowerCase() || undefined;
  const order = await findTracked(db, number.trim(), email);
  if (!order) {
    throw new Problem(
      'NOT_FOUND',
      'Tracking number not found. Please check your tracking number and try again.',
    );
  }
  return {
    orderNumber: order.orderNumber,
    status: order.status,
    estimatedDelivery: order.estimatedDelivery.toISOString(),
    carrier: order.carrier,
    trackingNumber: order.trackingNumber,
    timeline: timelineOf(order.status, await readEvents(db, [order.id])),
    order: order.email === email ? await readOrder(db, order.id) : null,
  };
}

async function findTracked(
  db: Queryable,
  number: string,
  email: string | undefined,
): Promise<OrderRow | undefined> {
  const byNumber = or(eq(orders.trackingNumber, number), eq(orders.orderNumber, number.toUpperCase()));
  const byReference = email && and(eq(orders.clientReference, number), eq(orders.email, email));
  const [found] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(or(byNumber, byReference || undefined))
    // Carriers use their numbers again: the asker's own parcel first, then the newest.
    .orderBy(desc(sql`${orders.email} = ${email ?? null}::text`), desc(orders.createdAt))
    .limit(1);
  return found && findOrderRow(db, found.id);
}
