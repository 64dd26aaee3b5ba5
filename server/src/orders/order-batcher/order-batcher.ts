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

// Orders that come in at the same time are placed together: two trips to the database for all of them.

type Waiting = {
  placement: Placement;
  binding: IdempotencyRecord;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
};

/** Placed, or to be placed alone: then nothing has happened yet, and what was read may still hold. */
type Outcome = { order: Order } | { order?: undefined; read?: ReadForOrders };

type Counter = { waiting: Waiting[]; running: number; called: boolean };

const counters = new WeakMap<Db, Counter>();

/** More than one, as a group may wait for a twin's key or a product's lock: meanwhile others go past it. */
const maxRunning = 4;
const maxInGroup = 32;

/**
 * Places an order in company, unless it needs a transaction of its own: stock runs low, or what the group was made from
 * did not hold.
 */
export function placeInBatch(
  deps: OrderDeps,
  placement: Placement,
  binding: IdempotencyRecord,
): Promise<Outcome> {
  const counter = counters.get(deps.db) ?? { waiting: [], running: 0, called: false };
  counters.set(deps.db, counter);
  return new Promise((resolve, reject) => {
    counter.waiting.push({ placement, binding, resolve, reject });
    call(deps, counter);
  });
}

/** Whoever comes in with the same turn of the process goes along. */
function call(deps: OrderDeps, counter: Counter): void {
  const { waiting, called, running } = counter;
  if (called || waiting.length === 0 || running >= maxRunning) return;
  counter.called = true;
  setImmediate(() => {
    counter.called = false;
    serve(deps, counter);
  });
}

function serve(deps: OrderDeps, counter: Counter): void {
  const group = counter.waiting.splice(0, maxInGroup);
  if (group.length === 0) return;
  counter.running++;
  placeAll(deps, group)
    .catch((error) => {
      for (const { reject } of group) reject(error);
    })
    .finally(() => {
      counter.running--;
      call(deps, counter);
    });
  call(deps, counter);
}

async function placeAll(deps: OrderDeps, group: Waiting[]): Promise<void> {
  const read = await readForOrders(deps.db, {
    bindings: group.map(({ binding }) => binding),
    ids: group.flatMap(({ placement }) => placement.order.items.map((item) => item.product)),
    limitKeys: group.map(({ placement }) => placement.limitKey),
    now: deps.now(),
  });
  const counted = new Set<string>();
  const drawn: { waiting: Waiting; order: PreparedOrder }[] = [];
  for (const waiting of group) {
    const { placement, binding, resolve, reject } = waiting;
    try {
      const earlier = replayedResponse(read, binding);
      if (earlier) {
        resolve({ order: earlier });
        continue;
      }
      const { limitKey } = placement;
      if (limitKey !== null) {
        assertWithinLimits(read.usage.get(limitKey) ?? noUsage, unitsOf(placement.order));
        // A second order of the caller is placed by itself: what it is counted with must have been stored.
        if (counted.has(limitKey)) {
          resolve({});
          continue;
        }
      }
      const order = buildOrder(deps, placement, binding, read);
      if (!isPlain(order.priced)) {
        resolve({ read });
        continue;
      }
      if (limitKey !== null) counted.add(limitKey);
      drawn.push({ waiting, order });
    } catch (refusal) {
      reject(refusal);
    }
  }
  if (drawn.length === 0) return;
  const orders = drawn.map(({ order }) => order);
  const stored = await storeAll(deps.db, orders);
  for (const { waiting, order } of drawn) waiting.resolve(stored ? order : {});
}

/** So much is left of everything that the word for its stock stays the same and nobody needs to be told. */
function isPlain(priced: PricedLine[]): boolean {
  return priced.every((line) => line.stockCount - line.quantity >= lowStockBelow);
}

/** False where the database refused: whose fault it was shows when each is placed by itself. */
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
