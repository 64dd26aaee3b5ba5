import { createHash } from 'node:crypto';
import { cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import type { NewOrder, Order } from '@reprise/contract/sales/orders/order';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { orders } from '../orders.tables.ts';

/** An Idempotency-Key, the caller it belongs to and the hash of its request. */
export type IdempotencyRecord = { scope: string; key: string | null; requestHash: string | null };

type KeyedRequest = { userId: string | null; order: NewOrder; staff?: { actorId: string } };

/** Returns the idempotency record; keys are namespaced by customer or guest email. */
export function idempotencyRecordOf(
  { userId, order, staff }: KeyedRequest,
  key: string | null,
): IdempotencyRecord {
  const scope = staff ? `staff:${staff.actorId}` : (userId ?? `guest:${order.shippingAddress.email}`);
  // Decoding sorts the fields as in the contract, so the hash does not depend on the order they were sent in.
  const request = JSON.stringify(staff ? { ...order, userId } : order);
  const requestHash = key === null ? null : createHash('sha256').update(request).digest('hex');
  return { scope, key, requestHash };
}

/** Advisory lock class; the second number is the hash of what is locked. */
const placementLock = 7_248_150;

/**
 * Makes duplicates of a request wait for each other, then orders under the same limit: what the transaction reads about
 * them afterwards stays true until it ends.
 */
export async function lockPlacement(
  tx: Tx,
  { scope, key }: IdempotencyRecord,
  limitKey: string | null,
): Promise<void> {
  const names = [
    key === null ? [] : `key ${scope} ${key}`,
    limitKey === null ? [] : `limit ${limitKey}`,
  ].flat();
  if (names.length === 0) return;
  await tx.execute(
    sql`select pg_advisory_xact_lock(${placementLock}, hashtext(name)) from unnest(${sql.param(names)}::text[]) as name`,
  );
}

/** Returns the response stored for the key, if any. Throws when the key was used for another request. */
export async function findStoredResponse(
  tx: Tx,
  { scope, key, requestHash }: IdempotencyRecord,
): Promise<Order | undefined> {
  if (key === null) return undefined;
  const [stored] = await tx
    .select({ requestHash: orders.requestHash, response: orders.placementResponse })
    .from(orders)
    .where(and(eq(orders.idempotencyScope, scope), eq(orders.idempotencyKey, key)));
  if (!stored) return undefined;
  if (stored.requestHash !== requestHash) {
    throw new Problem('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another order.');
  }
  // Responses stored by earlier releases lack these fields.
  const response = JSON.parse(stored.response) as Omit<
    Order,
    'paymentMethod' | 'isTestPaid' | 'reservedUntil' | 'latestDelivery' | 'discount'
  >;
  const { estimatedDelivery } = response;
  return {
    paymentMethod: 'card',
    isTestPaid: false,
    reservedUntil: null,
    discount: cents(0),
    latestDelivery: estimatedDelivery,
    ...response,
  };
}
