import { minKeyLengthForLookup, type Order } from '@reprise/contract/sales/orders/order';
import { and, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { accessEndOf, accessTokenOf, orderNotFound } from '../order-access.ts';
import { type OrderRow, orderColumns, readOrder } from '../orders.queries.ts';
import { orders } from '../orders.tables.ts';

type Lookup = { caller: Caller | null; key: string | null; email?: string | undefined };

/**
 * Returns the order placed with this Idempotency-Key, whose 128 random bits only the placing browser knows. A key
 * gives guests access as long as an access token does: 90 days, until a claim or an erasure.
 */
export async function findPlacedOrder(
  { db, secret, now }: Pick<Deps, 'db' | 'secret' | 'now'>,
  { caller, key, email }: Lookup,
): Promise<{ order: Order; accessToken?: string }> {
  if (key === null || key.length < minKeyLengthForLookup) throw orderNotFound();
  const scopes = [...(caller ? [caller.userId] : []), ...(email ? [`guest:${email}`] : [])];
  if (scopes.length === 0) throw orderNotFound();
  const rows = await db
    .select(orderColumns)
    .from(orders)
    .where(and(inArray(orders.idempotencyScope, scopes), eq(orders.idempotencyKey, key)));
  const own = rows.find((row) => caller !== null && row.userId === caller.userId);
  if (own) return { order: await readOrder(db, own.id) };
  const guestOrder = rows.find((row) => isOpenToGuest(row, now()));
  if (!guestOrder) throw orderNotFound();
  return {
    order: await readOrder(db, guestOrder.id),
    accessToken: accessTokenOf(secret, guestOrder, guestOrder.createdAt),
  };
}

function isOpenToGuest({ userId, accessVersion, createdAt }: OrderRow, now: Date): boolean {
  return userId === null && accessVersion === 0 && accessEndOf(createdAt) > now;
}
