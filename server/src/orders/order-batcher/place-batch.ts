import { lowStockBelow } from '@reprise/contract/catalog/products/stock';
import { Problem } from '@reprise/contract/problem';
import type { Order } from '@reprise/contract/sales/orders/order';
import { eq } from 'drizzle-orm';
import { invalidateCounts, invalidateStock } from '../../catalog/products/products.tags.ts';
import { becameLow } from '../../catalog/products/stock/change-stock.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { queueMail } from '../../foundations/notifications/mail-requests.ts';
import { inAutoCommitStatement, inTransaction, type Tx } from '../../platform/database/database.ts';
import { databaseFault, isRejected } from '../../platform/database/database-fault.ts';
import {
  DiscountConflict,
  storeDiscountUse,
  takeDiscountUse,
} from '../../sales/discounts/take-discount-use.ts';
import { readOrder } from '../../sales/orders/orders.queries.ts';
import { orders } from '../../sales/orders/orders.tables.ts';
import {
  assertStillReserved,
  cancelReplacedOrder,
  readReplacedOrder,
} from '../../sales/orders/placement/cancel-replaced-order.ts';
import {
  assertWithinLimits,
  noUsage,
  unitsOf,
  withoutOrder,
} from '../../sales/orders/placement/order-limits.ts';
import { assertChoiceOffered, chooseUnits } from '../../workshop/units/choice/choose-units.ts';
import {
  buildOrder,
  chosenUnits,
  type OrderDeps,
  type Placement,
  type ReplacedOrder,
} from './build-order.ts';
import {
  type OrderDiscount,
  type RequestedDiscount,
  readDiscount,
  usableDiscount,
} from './order-discount.ts';
import { type ReadForOrders, readForOrders, replayedResponse } from './read-for-orders.ts';
import { isConcurrencyConflict, type PreparedOrder, storeOrders } from './store-orders.ts';

/** A placement in the queue; exactly one of the functions is called. */
export type QueuedOrder = Placement & {
  resolve: (order: Order) => void;
  reject: (error: unknown) => void;
};

type BuiltOrder = PreparedOrder & { queued: QueuedOrder; discount?: OrderDiscount | undefined };

/** Bounds the retries when price, stock or limit usage keeps changing. */
const maxTries = 10;

/**
 * Places a batch with one statement that reads and one that stores and commits. An order with more side effects, and
 * every order of a batch that conflicts, is placed alone.
 */
export async function placeBatch(deps: OrderDeps, batch: QueuedOrder[]): Promise<void> {
  const read = await readForOrders(deps, batch);
  const together: BuiltOrder[] = [];
  for (const queued of batch) {
    try {
      // The usage read does not include an order of this batch under the same limit key.
      const isCounted = together.some(({ row }) => row.limitKey && row.limitKey === queued.limitKey);
      const { replaces, discountCode } = queued.order;
      const hasChosen = chosenUnits(queued.order).size > 0;
      const isAlone =
        queued.staff || replaces !== undefined || discountCode !== undefined || isCounted || hasChosen;
      const built = isAlone ? undefined : buildUnlessReplayed(deps, queued, read);
      if (built === 'replayed') continue;
      if (built && built.row.totalCents > 0 && leavesAmpleStock(built, read)) together.push(built);
      else void placeAlone(deps, queued, read);
    } catch (problem) {
      queued.reject(problem);
    }
  }
  if (together.length > 0) await storeTogether(deps, together);
}

/** Stores the orders in a single statement, or places them alone if it is rejected and stored nothing. */
async function storeTogether(deps: OrderDeps, together: BuiltOrder[]): Promise<void> {
  try {
    await inAutoCommitStatement(deps.db, async (tx) => {
      invalidateCounts(
        tx,
        together.flatMap(({ items }) => items.map((item) => item.productId)),
      );
      await storeOrders(tx, together, lowStockBelow);
    });
    for (const { queued, order } of together) queued.resolve(order);
  } catch (error) {
    for (const { queued } of together) {
      if (isRejected(error)) void placeAlone(deps, queued);
      else queued.reject(error);
    }
  }
}

/** Places a batch of one in a transaction, which may do more than store it; reads again after a conflict. */
async function placeAlone(deps: OrderDeps, queued: QueuedOrder, firstRead?: ReadForOrders): Promise<void> {
  try {
    for (let tries = 0; tries < maxTries; tries++) {
      const read = (tries === 0 && firstRead) || (await readForOrders(deps, [queued]));
      const replaced = await readReplacedOrder(deps, queued);
      const discount = await readDiscount(deps, queued, replaced);
      const built = buildUnlessReplayed(deps, queued, read, { replaced, discount });
      if (built === 'replayed' || (await storeAlone(deps, built))) return;
    }
    throw inProgress('This product is in high demand.');
  } catch (error) {
    queued.reject(toProblem(error, queued));
  }
}

/** Returns false on a concurrency conflict. */
async function storeAlone(deps: OrderDeps, built: BuiltOrder): Promise<boolean> {
  try {
    const { row, queued, discount } = built;
    const order = await inTransaction(deps.db, async (tx) => {
      await cancelReplacedOrder(tx, deps, queued, row);
      assertStillReserved(row);
      await recordStaff(tx, built);
      if (discount) await takeDiscountUse(tx, discount.code, discount.request, row.createdAt);
      const left = await storeOrders(tx, [built], 0);
      if (discount) await storeDiscountUse(tx, row.id, discount.code, row.createdAt);
      invalidateStock(tx, left);
      await chooseDevices(tx, built);
      for (const { productId, name, left: stockCount } of left.filter(becameLow)) {
        const eventKey = `low-stock:${productId}:${built.order.id}`;
        await queueMail(tx, deps.jobs, { kind: 'low-stock', eventKey, product: { name, stockCount } });
      }
      return row.totalCents === 0 ? settleFree(tx, built) : built.order;
    });
    queued.resolve(order);
    return true;
  } catch (error) {
    if (isConcurrencyConflict(error) || error instanceof DiscountConflict) return false;
    throw error;
  }
}

/** Binds the devices that the buyer chose, after their products are locked. */
async function chooseDevices(tx: Tx, { queued, items, row, actorId }: BuiltOrder): Promise<void> {
  const chosen = chosenUnits(queued.order);
  if (chosen.size === 0) return;
  const lines = items.map(({ id, productId }) => ({
    itemId: id,
    productId,
    numbers: chosen.get(productId) ?? [],
  }));
  if (!queued.staff) await assertChoiceOffered(tx, lines);
  await chooseUnits(tx, lines, { actorId, now: row.createdAt });
}

/** Marks an order that costs nothing as paid; returns it as the response that repeated requests get, too. */
async function settleFree(tx: Tx, { queued, order }: BuiltOrder): Promise<Order> {
  if (!queued.settleFreeOrder) return order;
  await queued.settleFreeOrder(tx, order.id);
  const settled = await readOrder(tx, order.id);
  const placementResponse = JSON.stringify(settled);
  await tx.update(orders).set({ placementResponse }).where(eq(orders.id, order.id));
  return settled;
}

/** Builds the order; resolves a repeated request with its stored response instead. */
function buildUnlessReplayed(
  deps: OrderDeps,
  queued: QueuedOrder,
  read: ReadForOrders,
  {
    replaced,
    discount,
  }: { replaced?: ReplacedOrder | undefined; discount?: RequestedDiscount | undefined } = {},
): BuiltOrder | 'replayed' {
  const earlier = replayedResponse(read, queued.idempotency);
  if (earlier) {
    queued.resolve(earlier);
    return 'replayed';
  }
  const { limitKey, order } = queued;
  if (limitKey !== null) {
    const usage = read.usage.get(limitKey) ?? noUsage;
    const isReplacedCounted = replaced?.row.limitKey === limitKey;
    assertWithinLimits(
      isReplacedCounted ? withoutOrder(usage, replaced.row) : usage,
      unitsOf(order),
      limitKey,
    );
  }
  const usable = usableDiscount(discount, deps.now());
  const built = buildOrder(deps, queued, read, { replaced, code: usable?.code });
  return { ...built, queued, discount: usable };
}

/** True if every product stays above the low-stock bound, so that no stock label changes and no mail is due. */
function leavesAmpleStock({ items }: BuiltOrder, { products }: ReadForOrders): boolean {
  return items.every(
    ({ productId, quantity }) => (products.get(productId)?.stockCount ?? 0) - quantity >= lowStockBelow,
  );
}

async function recordStaff(tx: Tx, { queued: { staff, userId }, order }: BuiltOrder): Promise<void> {
  if (!staff) return;
  const after = { orderNumber: order.orderNumber, total: order.total, customer: userId };
  const subject = `order ${order.id}`;
  await recordAudit(tx, { actorId: staff.actorId, action: 'place order', subject, after });
}

function toProblem(error: unknown, { idempotency }: QueuedOrder): unknown {
  const fault = databaseFault(error);
  // The user is an order's only foreign key: the account was deleted during checkout.
  if (fault?.kind === 'foreignKey') return new Problem('UNAUTHENTICATED', 'Please sign in.');
  // A duplicate request holds the key's lock. A caller with a key may safely retry.
  if (fault?.kind === 'contention' && idempotency.key !== null)
    return inProgress('This order is being placed.');
  return error;
}

function inProgress(reason: string): Problem {
  return new Problem('IN_PROGRESS', `${reason} Please try again in a moment.`, { retryAfterSeconds: 1 });
}
