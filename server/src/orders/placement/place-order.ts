import { createHash } from 'node:crypto';
import type { Order } from '@reprise/contract/orders/orders';
import { Problem } from '@reprise/contract/problem';
import { recordAudit } from '../../audit/record-audit.ts';
import { invalidateStock } from '../../catalog/catalog.tags.ts';
import { becameLow, type StockLeft } from '../../catalog/stock/change-stock.ts';
import { queueMail } from '../../notifications/mail-requests.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { databaseFault } from '../../platform/database/database-fault.ts';
import { accessTokenOf } from '../order-access.ts';
import { buildOrder, type OrderDeps, type Placement } from '../order-batcher/build-order.ts';
import { placeInBatch } from '../order-batcher/order-batcher.ts';
import {
  type IdempotencyRecord,
  type ReadForOrders,
  readForOrders,
  replayedResponse,
} from '../order-batcher/read-for-orders.ts';
import { isConcurrencyConflict, storeOrders } from '../order-batcher/store-orders.ts';
import type { OrderRow } from '../orders.queries.ts';
import { assertStillReserved, cancelReplacedOrder, readReplacedOrder } from './cancel-replaced-order.ts';
import { withOpenOrders } from './open-orders.queries.ts';
import { assertWithinLimits, noUsage, unitsOf, withoutOrder } from './order-limits.ts';

export type Placed = { order: Order; accessToken?: string };

const maxKeyLength = 255;

/** Bounds the retries when price, stock or limit usage keeps changing. */
const maxTries = 10;

/**
 * Places an order: computes totals, takes stock and queues the mail atomically. A repeated Idempotency-Key replays
 * the first response; failed requests store no key. Orders are read and stored in two round trips shared by a batch;
 * orders with more side effects use their own transaction.
 */
export async function placeOrder(deps: OrderDeps, placement: Placement): Promise<Placed> {
  if ((placement.idempotencyKey?.length ?? 0) > maxKeyLength) {
    throw new Problem('VALIDATION_ERROR', `The Idempotency-Key may have at most ${maxKeyLength} characters.`);
  }
  const idempotency = idempotencyRecordOf(placement);
  const order = await placeWithinLimits(deps, placement, idempotency);
  if (placement.userId !== null) return { order };
  // Derived from the order's creation time, so that a repeated request gets the same token.
  const opened = { id: order.id, accessVersion: 0 };
  return { order, accessToken: accessTokenOf(deps.secret, opened, new Date(order.createdAt)) };
}

async function placeWithinLimits(
  deps: OrderDeps,
  placement: Placement,
  idempotency: IdempotencyRecord,
): Promise<Order> {
  try {
    const needsOwnTransaction = placement.staff !== undefined || placement.order.replaces !== undefined;
    const batched = needsOwnTransaction ? {} : await placeInBatch(deps, placement, idempotency);
    return batched.order ?? (await placeAlone(deps, placement, idempotency, batched.read));
  } catch (error) {
    const { requester, limitKey } = placement;
    if (!requester) throw error;
    throw await withOpenOrders(deps.db, deps.secret, { requester, limitKey, now: deps.now() }, error);
  }
}

async function placeAlone(
  deps: OrderDeps,
  placement: Placement,
  idempotency: IdempotencyRecord,
  read?: ReadForOrders,
): Promise<Order> {
  const ids = placement.order.items.map((item) => item.product);
  for (let tries = 0; tries < maxTries; tries++) {
    const current =
      (tries === 0 && read) ||
      (await readForOrders(deps.db, {
        idempotencyRecords: [idempotency],
        ids,
        limitKeys: [placement.limitKey],
        now: deps.now(),
      }));
    const order =
      replayedResponse(current, idempotency) ?? (await tryToPlace(deps, placement, idempotency, current));
    if (order) return order;
  }
  throw inProgress('This product is in high demand.');
}

/** Returns undefined on a concurrency conflict. */
async function tryToPlace(
  deps: OrderDeps,
  placement: Placement,
  idempotency: IdempotencyRecord,
  read: ReadForOrders,
): Promise<Order | undefined> {
  const { requester, order } = placement;
  const { replaces } = order;
  const replaced = replaces && requester ? await readReplacedOrder(deps, requester, replaces) : undefined;
  assertPlacementWithinLimits(placement, read, replaced?.row);
  return retryOnTakenNumber(async () => {
    const prepared = buildOrder(deps, placement, idempotency, read, replaced);
    const replacement = {
      replaces: replaces ?? '',
      orderNumber: prepared.row.orderNumber,
      now: prepared.row.createdAt,
    };
    const stored = await commitUnlessConflict(deps, idempotency, async (tx) => {
      if (replaces && requester) {
        await cancelReplacedOrder(tx, deps, { ...replacement, requester });
        assertStillReserved(prepared.row, replacement.now);
      }
      await recordStaff(tx, placement, prepared.order);
      const left = await storeOrders(tx, [prepared], 0);
      invalidateStock(tx, left);
      await queueLowStockMails(tx, deps, prepared.order, left);
    });
    return stored ? prepared.order : undefined;
  });
}

/** Throws TOO_MANY_UNPAID; a replaced order does not count. */
function assertPlacementWithinLimits(
  { limitKey, order }: Placement,
  { usage }: ReadForOrders,
  replaced: OrderRow | undefined,
): void {
  if (limitKey === null) return;
  const currentUsage = usage.get(limitKey) ?? noUsage;
  assertWithinLimits(
    replaced?.limitKey === limitKey ? withoutOrder(currentUsage, replaced) : currentUsage,
    unitsOf(order),
  );
}

async function commitUnlessConflict(
  { db }: OrderDeps,
  { key }: IdempotencyRecord,
  work: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  try {
    await inTransaction(db, work);
    return true;
  } catch (error) {
    if (isConcurrencyConflict(error)) return false;
    // A duplicate request holds the key's lock. A caller with a key may safely retry.
    if (key !== null && databaseFault(error)?.kind === 'contention') {
      throw inProgress('This order is being placed.');
    }
    throw error;
  }
}

function inProgress(reason: string): Problem {
  return new Problem('IN_PROGRESS', `${reason} Please try again in a moment.`, { retryAfterSeconds: 1 });
}

/** Retries in the rare case that the generated order number is taken. */
async function retryOnTakenNumber<T>(place: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await place();
    } catch (error) {
      const fault = databaseFault(error);
      // The user is an order's only foreign key: the account was deleted during checkout.
      if (fault?.kind === 'foreignKey') throw new Problem('UNAUTHENTICATED', 'Please sign in.');
      if (fault?.kind !== 'unique' || !fault.constraint.includes('order_number')) throw error;
    }
  }
}

/** Returns the idempotency record; keys are namespaced by customer or guest email. */
function idempotencyRecordOf({ userId, order, idempotencyKey: key, staff }: Placement): IdempotencyRecord {
  const scope = staff ? `staff:${staff.actorId}` : (userId ?? `guest:${order.shippingAddress.email}`);
  // Decoding sorts the fields as in the contract, so the hash does not depend on the order they were sent in.
  const request = JSON.stringify(staff ? { ...order, userId } : order);
  const requestHash = key === null ? null : createHash('sha256').update(request).digest('hex');
  return { scope, key, requestHash };
}

async function recordStaff(tx: Tx, { staff, userId }: Placement, order: Order): Promise<void> {
  if (!staff) return;
  const after = { orderNumber: order.orderNumber, total: order.total, customer: userId };
  await recordAudit(tx, {
    actorId: staff.actorId,
    action: 'place order',
    subject: `order ${order.id}`,
    after,
  });
}

async function queueLowStockMails(
  tx: Tx,
  { jobs }: OrderDeps,
  order: Order,
  left: StockLeft[],
): Promise<void> {
  for (const product of left.filter(becameLow)) {
    await queueMail(tx, jobs, {
      kind: 'low-stock',
      eventKey: `low-stock:${product.productId}:${order.id}`,
      product: { name: product.name, stockCount: product.left },
    });
  }
}
