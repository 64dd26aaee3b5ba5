import { createHash } from 'node:crypto';
import type { Order } from '@reprise/contract/orders/orders';
import { Problem } from '@reprise/contract/problem';
import { invalidateStock } from '../../catalog/catalog.tags.ts';
import { becameLow, type StockLeft } from '../../catalog/stock/change-stock.ts';
import { queueMail } from '../../notifications/mail-requests.ts';
import { recordAudit } from '../../platform/audit.ts';
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
import { assertStillReserved, cancelReplacedOrder, readReplaced } from './cancel-replaced-order.ts';
import { nameOpenOrders } from './open-orders.queries.ts';
import { assertWithinLimits, noUsage, unitsOf, withoutOrder } from './order-limits.ts';

export type Placed = { order: Order; accessToken?: string };

const maxKeyLength = 255;

/** How often prices and stock may change under a buyer's hands before the answer is to ask again. */
const maxTries = 10;

/**
 * Places an order: figures computed here, stock taken, mail left to be sent, all or nothing. The same Idempotency-Key
 * with the same order answers what was answered first and changes nothing; a refusal binds no key.
 *
 * What is sold is read first, and what is stored is stored only if that still holds: two trips to the database, shared
 * with whoever orders at the same time, and the products are locked during the end of the second. An order beside
 * which more happens takes a transaction of its own.
 */
export async function placeOrder(deps: OrderDeps, placement: Placement): Promise<Placed> {
  if ((placement.idempotencyKey?.length ?? 0) > maxKeyLength) {
    throw new Problem('VALIDATION_ERROR', `The Idempotency-Key may have at most ${maxKeyLength} characters.`);
  }
  const binding = idempotencyRecordOf(placement);
  const order = await placeWithinLimits(deps, placement, binding);
  if (placement.userId !== null) return { order };
  // From the order's own time, so that a repeat is answered with the same token.
  const opened = { id: order.id, accessVersion: 0 };
  return { order, accessToken: accessTokenOf(deps.secret, opened, new Date(order.createdAt)) };
}

async function placeWithinLimits(
  deps: OrderDeps,
  placement: Placement,
  binding: IdempotencyRecord,
): Promise<Order> {
  try {
    const isAlone = placement.staff !== undefined || placement.order.replaces !== undefined;
    const together = isAlone ? {} : await placeInBatch(deps, placement, binding);
    return together.order ?? (await placeAlone(deps, placement, binding, together.read));
  } catch (error) {
    const { reader, limitKey } = placement;
    if (!reader) throw error;
    throw await nameOpenOrders(deps.db, deps.secret, { reader, limitKey, now: deps.now() }, error);
  }
}

async function placeAlone(
  deps: OrderDeps,
  placement: Placement,
  binding: IdempotencyRecord,
  read?: ReadForOrders,
): Promise<Order> {
  const ids = placement.order.items.map((item) => item.product);
  for (let tries = 0; tries < maxTries; tries++) {
    const now =
      (tries === 0 && read) ||
      (await readForOrders(deps.db, {
        bindings: [binding],
        ids,
        limitKeys: [placement.limitKey],
        now: deps.now(),
      }));
    const order = replayedResponse(now, binding) ?? (await tryToPlace(deps, placement, binding, now));
    if (order) return order;
  }
  throw inProgress('Many are buying this right now.');
}

/** Nothing where what was read no longer held when it was to be stored. */
async function tryToPlace(
  deps: OrderDeps,
  placement: Placement,
  binding: IdempotencyRecord,
  read: ReadForOrders,
): Promise<Order | undefined> {
  const { reader, order } = placement;
  const { replaces } = order;
  const replaced = replaces && reader ? await readReplaced(deps, reader, replaces) : undefined;
  assertMayPlace(placement, read, replaced?.row);
  return withFreshNumber(async () => {
    const drawn = buildOrder(deps, placement, binding, read, replaced);
    const replacement = {
      replaces: replaces ?? '',
      orderNumber: drawn.row.orderNumber,
      now: drawn.row.createdAt,
    };
    const stored = await commitUnlessStale(deps, binding, async (tx) => {
      if (replaces && reader) {
        await cancelReplacedOrder(tx, deps, { ...replacement, reader });
        assertStillReserved(drawn.row, replacement.now);
      }
      await recordStaff(tx, placement, drawn.order);
      const left = await storeOrders(tx, [drawn], 0);
      invalidateStock(tx, left);
      await queueLowStockMails(tx, deps, drawn.order, left);
    });
    return stored ? drawn.order : undefined;
  });
}

/** Throws TOO_MANY_UNPAID; an order that takes the place of another counts in its stead. */
function assertMayPlace(
  { limitKey, order }: Placement,
  { usage }: ReadForOrders,
  replaced: OrderRow | undefined,
): void {
  if (limitKey === null) return;
  const counted = usage.get(limitKey) ?? noUsage;
  assertWithinLimits(
    replaced?.limitKey === limitKey ? withoutOrder(counted, replaced) : counted,
    unitsOf(order),
  );
}

async function commitUnlessStale(
  { db }: OrderDeps,
  { key }: IdempotencyRecord,
  work: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  try {
    await inTransaction(db, work);
    return true;
  } catch (error) {
    if (isConcurrencyConflict(error)) return false;
    // A twin that holds the key is waited for. A caller with a key may always ask again.
    if (key !== null && databaseFault(error)?.kind === 'contention') {
      throw inProgress('This order is being placed.');
    }
    throw error;
  }
}

function inProgress(what: string): Problem {
  return new Problem('IN_PROGRESS', `${what} Please ask again in a moment.`, { retryAfterSeconds: 1 });
}

/** Draws another number in the rare case that this one was given out before. */
async function withFreshNumber<T>(place: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await place();
    } catch (error) {
      const fault = databaseFault(error);
      // The only row an order points at: the account was deleted while its owner was buying.
      if (fault?.kind === 'foreignKey') throw new Problem('UNAUTHENTICATED', 'Please sign in.');
      if (fault?.kind !== 'unique' || !fault.constraint.includes('order_number')) throw error;
    }
  }
}

// One answer per key

/** A customer's keys and those of each guest's e-mail are told apart. */
function idempotencyRecordOf({ userId, order, idempotencyKey: key, staff }: Placement): IdempotencyRecord {
  const scope = staff ? `staff:${staff.actorId}` : (userId ?? `guest:${order.shippingAddress.email}`);
  // The decoded order has its fields in the contract's order, whatever order they were sent in.
  const asked = JSON.stringify(staff ? { ...order, userId } : order);
  const requestHash = key === null ? null : createHash('sha256').update(asked).digest('hex');
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
