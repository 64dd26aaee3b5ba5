import { lowStockBelow } from '@reprise/contract/catalog/stock';
import type { Order } from '@reprise/contract/orders/orders';
import { invalidateCounts } from '../../catalog/catalog.tags.ts';
import { type Db, inAutoCommitStatement } from '../../platform/database/database.ts';
import { isRejected } from '../../platform/database/database-fault.ts';
import { assertWithinLimits, noUsage, unitsOf } from '../placement/order-limits.ts';
import { buildOrder, type OrderDeps, type Placement, type PricedLine } from './build-order.ts';
import {
  type IdempotencyRecord,
  type ReadForOrders,
  readForOrders,
  replayedResponse,
} from './read-for-orders.ts';
import { type PreparedOrder, storeOrders } from './store-orders.ts';

// Group placement: orders received in the same event-loop tick share two round trips to the database.

type QueuedOrder = {
  placement: Placement;
  idempotency: IdempotencyRecord;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
};

/**
 * Either the placed order, or a request to place it in its own transaction. Then nothing was stored, and `read` may
 * be reused.
 */
type Outcome = { order: Order } | { order?: undefined; read?: ReadForOrders };

type OrderBatcher = { queue: QueuedOrder[]; running: number; isScheduled: boolean };

const batchers = new WeakMap<Db, OrderBatcher>();

/**
 * More than one batch runs at once: a batch may wait for a duplicate request's key or a product lock, and must not
 * block the others.
 */
const maxRunningBatches = 4;
const maxBatchSize = 32;

/** Places an order as part of a batch; falls back to its own transaction when stock runs low or the batch fails. */
export function placeInBatch(
  deps: OrderDeps,
  placement: Placement,
  idempotency: IdempotencyRecord,
): Promise<Outcome> {
  const batcher = batchers.get(deps.db) ?? { queue: [], running: 0, isScheduled: false };
  batchers.set(deps.db, batcher);
  return new Promise((resolve, reject) => {
    batcher.queue.push({ placement, idempotency, resolve, reject });
    scheduleFlush(deps, batcher);
  });
}

/** Orders received in the same event-loop tick form one batch. */
function scheduleFlush(deps: OrderDeps, batcher: OrderBatcher): void {
  const { queue, isScheduled, running } = batcher;
  if (isScheduled || queue.length === 0 || running >= maxRunningBatches) return;
  batcher.isScheduled = true;
  setImmediate(() => {
    batcher.isScheduled = false;
    flush(deps, batcher);
  });
}

function flush(deps: OrderDeps, batcher: OrderBatcher): void {
  const batch = batcher.queue.splice(0, maxBatchSize);
  if (batch.length === 0) return;
  batcher.running++;
  placeBatch(deps, batch)
    .catch((error) => {
      for (const { reject } of batch) reject(error);
    })
    .finally(() => {
      batcher.running--;
      scheduleFlush(deps, batcher);
    });
  scheduleFlush(deps, batcher);
}

async function placeBatch(deps: OrderDeps, batch: QueuedOrder[]): Promise<void> {
  const read = await readForOrders(deps.db, {
    idempotencyRecords: batch.map(({ idempotency }) => idempotency),
    ids: batch.flatMap(({ placement }) => placement.order.items.map((item) => item.product)),
    limitKeys: batch.map(({ placement }) => placement.limitKey),
    now: deps.now(),
  });
  const countedKeys = new Set<string>();
  const prepared: { queued: QueuedOrder; order: PreparedOrder }[] = [];
  for (const queued of batch) {
    const { placement, idempotency, resolve, reject } = queued;
    try {
      const earlier = replayedResponse(read, idempotency);
      if (earlier) {
        resolve({ order: earlier });
        continue;
      }
      const { limitKey } = placement;
      if (limitKey !== null) {
        assertWithinLimits(read.usage.get(limitKey) ?? noUsage, unitsOf(placement.order));
        // A second order under the same limit key gets its own transaction: the usage read here does not include the
        // first.
        if (countedKeys.has(limitKey)) {
          resolve({});
          continue;
        }
      }
      const order = buildOrder(deps, placement, idempotency, read);
      if (!leavesAmpleStock(order.priced)) {
        resolve({ read });
        continue;
      }
      if (limitKey !== null) countedKeys.add(limitKey);
      prepared.push({ queued, order });
    } catch (problem) {
      reject(problem);
    }
  }
  if (prepared.length === 0) return;
  const orders = prepared.map(({ order }) => order);
  const stored = await storeAll(deps.db, orders);
  for (const { queued, order } of prepared) queued.resolve(stored ? order : {});
}

/**
 * Returns true when every product stays above the low-stock bound, so that no stock label changes and no mail is due.
 */
function leavesAmpleStock(priced: PricedLine[]): boolean {
  return priced.every((line) => line.stockCount - line.quantity >= lowStockBelow);
}

/** Returns false when the database rejected the batch; placing the orders one by one finds the cause. */
async function storeAll(db: Db, orders: PreparedOrder[]): Promise<boolean> {
  try {
    await inAutoCommitStatement(db, async (tx) => {
      invalidateCounts(
        tx,
        orders.flatMap(({ items }) => items.map((item) => item.productId)),
      );
      await storeOrders(tx, orders, lowStockBelow);
    });
    return true;
  } catch (error) {
    if (isRejected(error)) return false;
    throw error;
  }
}
