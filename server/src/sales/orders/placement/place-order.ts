import { Problem } from '@reprise/contract/problem';
import type { NewOrder, Order } from '@reprise/contract/sales/orders/order';
import { eq } from 'drizzle-orm';
import { becameLow, type StockLeft } from '../../../catalog/products/stock/change-stock.ts';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { queueMail } from '../../../foundations/notifications/mail-requests.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { createSemaphore } from '../../../platform/concurrency/semaphore.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { databaseFault } from '../../../platform/database/database-fault.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { secondMs } from '../../../platform/time.ts';
import { assertChoiceOffered, chooseUnits } from '../../../workshop/units/choice/choose-units.ts';
import { storeDiscountUse, takeDiscountUse } from '../../discounts/take-discount-use.ts';
import { accessTokenOf } from '../order-access.ts';
import { readOrder } from '../orders.queries.ts';
import { orders } from '../orders.tables.ts';
import { withCheckedVatNumber } from '../tax/vat-number.ts';
import { buildOrder, chosenUnits, type Placement, type PreparedOrder } from './build-order.ts';
import { cancelReplacedOrder } from './cancel-replaced-order.ts';
import { findStoredResponse, idempotencyRecordOf, lockPlacement } from './idempotency.ts';
import { readLimitUsage } from './limit-usage.queries.ts';
import { withOpenOrders } from './open-orders.queries.ts';
import { assertWithinLimits, unitsOf } from './order-limits.ts';
import { newOrderNumber } from './order-number.ts';
import { lockProductsOnSale } from './ordered-products.queries.ts';
import { storeOrder } from './store-order.ts';

export type OrderDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'secret' | 'alerts'>;

export type SettleFreeOrder = (tx: Tx, orderId: string) => Promise<void>;

export type OrderRequest = Omit<Placement, 'id' | 'orderNumber' | 'now' | 'idempotency'> & {
  idempotencyKey: string | null;
  /** Time of an order of the past. */
  placedAt?: Date;
  /** Marks an order with a total of 0 as paid; implemented by the payments slice. */
  settleFreeOrder?: SettleFreeOrder;
};

/**
 * Orders wait here rather than for a connection: a rush for one product would otherwise take all connections of the
 * pool, and requests that find none for seconds fail.
 */
const limitPlacements = createSemaphore(4);

export type Placed = { order: Order; accessToken?: string };

/**
 * Places an order in one transaction, which locks what it reads before it decides: duplicates of the request, the
 * replaced order, the code, the products. A repeated Idempotency-Key replays the first response; failed requests store
 * no key.
 */
export async function placeOrder(
  deps: OrderDeps,
  { idempotencyKey, placedAt, settleFreeOrder, ...received }: OrderRequest,
): Promise<Placed> {
  const request = { ...received, order: await withCheckedVatNumber(received.order) };
  const { userId, limitKey } = request;
  const idempotency = idempotencyRecordOf(request, idempotencyKey);
  const place = async (tx: Tx) => {
    await lockPlacement(tx, idempotency, limitKey);
    const replayed = await findStoredResponse(tx, idempotency);
    if (replayed) return replayed;
    const now = placedAt ?? deps.now();
    const placement = { ...request, idempotency, id: newId('ord'), orderNumber: newOrderNumber(), now };
    const replaced = await cancelReplacedOrder(tx, deps, placement);
    if (limitKey !== null)
      assertWithinLimits(await readLimitUsage(tx, limitKey, now), unitsOf(request.order), limitKey);
    const code = await takeDiscountUse(tx, discountRequestOf(placement), now);
    const settings = await readSettings(tx);
    const products = await lockProductsOnSale(tx, productIdsOf(request.order));
    const prepared = buildOrder(deps, placement, { settings, products, replaced, code });
    const actorId = prepared.event.actorId ?? userId;
    const left = await storeOrder(tx, prepared, { actorId, now, alerts: deps.alerts });
    if (code) await storeDiscountUse(tx, placement.id, code, now);
    await chooseDevices(tx, placement, prepared, actorId);
    await recordStaff(tx, placement, prepared);
    await queueMails(tx, deps, placement, left);
    if (prepared.row.totalCents > 0 || !settleFreeOrder) return prepared.order;
    await settleFreeOrder(tx, placement.id);
    return storeSettledResponse(tx, placement.id);
  };
  const order = await limitPlacements(() => inTransaction(deps.db, place)).catch(async (error) => {
    throw await explain(deps, { ...request, idempotencyKey }, error);
  });
  if (userId !== null) return { order };
  // Derived from the order's creation time, so that a repeated request gets the same token.
  const opened = { id: order.id, accessVersion: 0 };
  return { order, accessToken: accessTokenOf(deps.secret, opened, new Date(order.createdAt)) };
}

const productIdsOf = ({ items }: NewOrder) => [...new Set(items.map(({ product }) => product))];

function discountRequestOf({ order, userId }: Placement) {
  const customer = { userId, email: order.shippingAddress.email };
  return { code: order.discountCode, customer, productIds: productIdsOf(order) };
}

/** Binds the devices that the buyer chose, after their products are locked. */
async function chooseDevices(
  tx: Tx,
  { order, staff, now }: Placement,
  { items }: PreparedOrder,
  actorId: string | null,
): Promise<void> {
  const chosen = chosenUnits(order);
  if (chosen.size === 0) return;
  const lines = items.map(({ id, productId }) => ({
    itemId: id,
    productId,
    numbers: chosen.get(productId) ?? [],
  }));
  if (!staff) await assertChoiceOffered(tx, lines);
  await chooseUnits(tx, lines, { actorId, now });
}

async function recordStaff(tx: Tx, { staff, userId }: Placement, { order }: PreparedOrder): Promise<void> {
  if (!staff) return;
  const after = { orderNumber: order.orderNumber, total: order.total, customer: userId };
  const subject = `order ${order.id}`;
  await recordAudit(tx, { actorId: staff.actorId, action: 'place order', subject, after });
}

/** Time in which most customers pay at the checkout; they get one mail, about the payment. */
const payingMs = 20 * secondMs;

/**
 * Queues the mail that asks to pay the order, at once only for customers who ordered by phone, and the mails to the store
 * about products that became low.
 */
async function queueMails(
  tx: Tx,
  { jobs }: OrderDeps,
  { id: orderId, staff }: Placement,
  left: StockLeft[],
): Promise<void> {
  const placed = { kind: 'order-placed' as const, eventKey: `order-placed:${orderId}`, orderId };
  if (staff) await queueMail(tx, jobs, { ...placed, byStaff: true });
  else await queueMail(tx, jobs, placed, { delayMs: payingMs });
  for (const { productId, name, left: stockCount } of left.filter(becameLow)) {
    const eventKey = `low-stock:${productId}:${orderId}`;
    await queueMail(tx, jobs, { kind: 'low-stock', eventKey, product: { name, stockCount } });
  }
}

/** Returns the order as it is after its settlement, which is the response that repeated requests get, too. */
async function storeSettledResponse(tx: Tx, orderId: string): Promise<Order> {
  const settled = await readOrder(tx, orderId);
  const placementResponse = JSON.stringify(settled);
  await tx.update(orders).set({ placementResponse }).where(eq(orders.id, orderId));
  return settled;
}

/** Returns the problem behind a database fault; a limit problem gets the orders to pay or cancel. */
async function explain(
  { db, secret, now }: OrderDeps,
  { requester, limitKey, idempotencyKey }: OrderRequest,
  error: unknown,
): Promise<unknown> {
  const fault = databaseFault(error);
  // The user is an order's only foreign key: the account was deleted during checkout.
  if (fault?.kind === 'foreignKey') return new Problem('UNAUTHENTICATED', 'Please sign in.');
  // A duplicate request holds the key's lock, or has just stored the key. A caller with a key may safely retry.
  if ((fault?.kind === 'contention' || fault?.kind === 'unique') && idempotencyKey !== null) {
    const message = 'This order is being placed. Please try again in a moment.';
    return new Problem('IN_PROGRESS', message, { retryAfterSeconds: 1 });
  }
  return requester ? withOpenOrders(db, secret, { requester, limitKey, now: now() }, error) : error;
}
