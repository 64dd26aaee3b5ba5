import type { Order } from '@reprise/contract/sales/orders/order';
import type { Db } from '../../platform/database/database.ts';
import type { OrderDeps, Placement } from './build-order.ts';
import { placeBatch, type QueuedOrder } from './place-batch.ts';

type OrderBatcher = { queue: QueuedOrder[]; running: number; isScheduled: boolean };

const batchers = new WeakMap<Db, OrderBatcher>();

/**
 * More than one batch runs at once: a batch may wait for a duplicate request's key or a product lock, and must not
 * block the others.
 */
const maxRunningBatches = 4;
const maxBatchSize = 32;

/** Places the order in the batch of this event-loop tick. */
export function placeInBatch(deps: OrderDeps, placement: Placement): Promise<Order> {
  const batcher = batchers.get(deps.db) ?? { queue: [], running: 0, isScheduled: false };
  batchers.set(deps.db, batcher);
  return new Promise((resolve, reject) => {
    batcher.queue.push({ ...placement, resolve, reject });
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
