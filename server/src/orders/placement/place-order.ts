import { createHash } from 'node:crypto';
import type { Order } from '@reprise/contract/sales/orders/order';
import { accessTokenOf } from '../../sales/orders/order-access.ts';
import { withOpenOrders } from '../../sales/orders/placement/open-orders.queries.ts';
import type { OrderDeps, Placement } from '../order-batcher/build-order.ts';
import { placeInBatch } from '../order-batcher/order-batcher.ts';
import type { IdempotencyRecord } from '../order-batcher/read-for-orders.ts';

export type Placed = { order: Order; accessToken?: string };

type OrderRequest = Omit<Placement, 'idempotency'> & { idempotencyKey: string | null };

/**
 * Places an order: computes totals, takes stock and queues the mail atomically. A repeated Idempotency-Key replays
 * the first response; failed requests store no key.
 */
export async function placeOrder(
  deps: OrderDeps,
  { idempotencyKey, ...request }: OrderRequest,
): Promise<Placed> {
  const idempotency = idempotencyRecordOf(request, idempotencyKey);
  const order = await placeInBatch(deps, { ...request, idempotency }).catch(async (error) => {
    const { requester, limitKey } = request;
    if (!requester) throw error;
    throw await withOpenOrders(deps.db, deps.secret, { requester, limitKey, now: deps.now() }, error);
  });
  if (request.userId !== null) return { order };
  // Derived from the order's creation time, so that a repeated request gets the same token.
  const opened = { id: order.id, accessVersion: 0 };
  return { order, accessToken: accessTokenOf(deps.secret, opened, new Date(order.createdAt)) };
}

/** Returns the idempotency record; keys are namespaced by customer or guest email. */
function idempotencyRecordOf(
  { userId, order, staff }: Omit<OrderRequest, 'idempotencyKey'>,
  key: string | null,
): IdempotencyRecord {
  const scope = staff ? `staff:${staff.actorId}` : (userId ?? `guest:${order.shippingAddress.email}`);
  // Decoding sorts the fields as in the contract, so the hash does not depend on the order they were sent in.
  const request = JSON.stringify(staff ? { ...order, userId } : order);
  const requestHash = key === null ? null : createHash('sha256').update(request).digest('hex');
  return { scope, key, requestHash };
}
