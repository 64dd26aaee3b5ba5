import { createHash } from 'node:crypto';
import { type Cents, centsToDollars, formatMoney } from '@reprise/contract/money';
import type { NewOrder, Order } from '@reprise/contract/orders';
import { type Quote, quote, type ShippingMethod } from '@reprise/contract/pricing';
import { Problem } from '@reprise/contract/problem';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { categories, products } from '../catalog/catalog.tables.ts';
import {
  becameLow,
  outOfStock,
  productUnavailable,
  type StockLeft,
  type StockLine,
  takeStock,
} from '../catalog/change-stock.ts';
import { queueMail } from '../notifications/mail-requests.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import { databaseFault } from '../platform/database-fault.ts';
import type { Deps } from '../platform/deps.ts';
import { newId } from '../platform/new-id.ts';
import { readSettings } from '../settings/settings.queries.ts';
import { accessTokenOf } from './order-access.ts';
import { newOrderNumber } from './order-number.ts';
import { stepSentences } from './order-timeline.ts';
import { type EventRow, type ItemRow, type OrderRow, toOrder } from './orders.queries.ts';
import { orderEvents, orderItems, orders } from './orders.tables.ts';

export type OrderDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'secret'>;

export type Placement = {
  /** Null for a guest. */
  userId: string | null;
  order: NewOrder;
  idempotencyKey: string | null;
};

export type Placed = { order: Order; accessToken?: string };

/** Days until an order is expected, by the way it travels. */
const deliveryDays: Record<ShippingMethod, number> = { standard: 5, express: 2 };
const day = 24 * 60 * 60 * 1000;
const maxKeyLength = 255;

/**
 * Places an order: figures computed here, stock taken, mail queued, all in one transaction. The same
 * Idempotency-Key with the same order answers what was answered first and changes nothing; a refusal binds no key.
 */
export async function placeOrder(deps: OrderDeps, placement: Placement): Promise<Placed> {
  if ((placement.idempotencyKey?.length ?? 0) > maxKeyLength) {
    throw new Problem('VALIDATION_ERROR', `The Idempotency-Key may have at most ${maxKeyLength} characters.`);
  }
  const order = await withFreshNumber((number) =>
    inTransaction(deps.db, (tx) => placeInTransaction(tx, deps, placement, number)),
  );
  return placement.userId === null ? { order, accessToken: accessTokenOf(deps.secret, order.id) } : { order };
}

/** Draws another number in the rare case that this one was given out before. */
async function withFreshNumber<T>(place: (orderNumber: string) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await place(newOrderNumber());
    } catch (error) {
      const fault = databaseFault(error);
      // The only row an order points at: the account was deleted while its owner was buying.
      if (fault?.kind === 'foreignKey') throw new Problem('UNAUTHENTICATED', 'Please sign in.');
      if (fault?.kind !== 'unique' || !fault.constraint.includes('order_number')) throw error;
    }
  }
}

async function placeInTransaction(
  tx: Tx,
  deps: OrderDeps,
  placement: Placement,
  orderNumber: string,
): Promise<Order> {
  const binding = bindingOf(placement);
  const earlier = await findEarlierAnswer(tx, binding);
  if (earlier) return earlier;

  const settings = await readSettings(tx);
  const lines = mergeLines(placement.order);
  const priced = await priceLines(tx, lines);
  const figures = quote(priced, settings, placement.order.shippingMethod);
  refuseOtherTotal(placement.order.total, figures);

  const now = deps.now();
  const orderId = newId('ord');
  const left = await takeStock(tx, lines, {
    orderId,
    reason: 'order',
    actorId: placement.userId,
    now,
  });
  const row = rowOf(placement, binding, { orderId, orderNumber, figures, now });
  const order = await storeOrder(tx, row, itemsOf(orderId, priced), placedEvent(orderId, now));
  await queueMails(tx, deps, order, left, settings.storeEmail);
  return order;
}

// One answer per key

type Binding = { scope: string; key: string | null; requestHash: string | null };

/** A customer's keys and those of each guest's e-mail are told apart. */
function bindingOf({ userId, order, idempotencyKey: key }: Placement): Binding {
  const scope = userId ?? `guest:${order.shippingAddress.email}`;
  // The decoded order has its fields in the contract's order, whatever order they were sent in.
  const requestHash = key === null ? null : createHash('sha256').update(JSON.stringify(order)).digest('hex');
  return { scope, key, requestHash };
}

async function findEarlierAnswer(tx: Tx, { scope, key, requestHash }: Binding): Promise<Order | undefined> {
  if (key === null) return undefined;
  await waitForTwin(tx, scope, key);
  const [earlier] = await tx
    .select({ requestHash: orders.requestHash, answer: orders.placementAnswer })
    .from(orders)
    .where(and(eq(orders.idempotencyScope, scope), eq(orders.idempotencyKey, key)));
  if (!earlier) return undefined;
  if (earlier.requestHash !== requestHash) {
    throw new Problem('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another order.');
  }
  return JSON.parse(earlier.answer) as Order;
}

/** A request with the same key that is still running is let finish first; then its answer is found. */
async function waitForTwin(tx: Tx, scope: string, key: string): Promise<void> {
  try {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${scope}\n${key}`}, 0))`);
  } catch (error) {
    if (databaseFault(error)?.kind !== 'contention') throw error;
    // Without its cause, or the whole transaction would be tried again at once.
    throw new Problem('IN_PROGRESS', 'This order is being placed. Please ask again in a moment.', {
      retryAfterSeconds: 1,
    });
  }
}

// What it costs

type PricedLine = Awaited<ReturnType<typeof readProducts>>[number] & { quantity: number };

/** One line per product, in the order of the cart. */
function mergeLines({ items }: NewOrder): StockLine[] {
  const quantities = new Map<string, number>();
  for (const { product, quantity } of items) {
    quantities.set(product, (quantities.get(product) ?? 0) + quantity);
  }
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }));
}

/**
 * The products as they are sold now. What is plainly too few is refused here, before anybody waits for a
 * lock; whether the rest is enough is decided when it is taken.
 */
async function priceLines(tx: Tx, lines: StockLine[]): Promise<PricedLine[]> {
  const found = await readProducts(
    tx,
    lines.map((line) => line.productId),
  );
  const byId = new Map(found.map((product) => [product.id, product]));
  const missing = lines.map((line) => line.productId).filter((id) => !byId.has(id));
  if (missing.length > 0) throw productUnavailable(missing);
  const priced = lines.flatMap(({ productId, quantity }) => {
    const product = byId.get(productId);
    return product ? [{ ...product, quantity }] : [];
  });
  const short = priced.filter((line) => line.stockCount < line.quantity);
  if (short.length > 0) {
    throw outOfStock(
      short.map(({ id, name, stockCount }) => ({ productId: id, name, available: stockCount })),
    );
  }
  return priced;
}

function readProducts(tx: Tx, ids: string[]) {
  return tx
    .select({
      id: products.id,
      slug: products.slug,
      name: products.name,
      brand: products.brand,
      sku: products.sku,
      images: products.images,
      categoryName: categories.name,
      condition: products.condition,
      price: products.priceCents,
      stockCount: products.stockCount,
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .where(inArray(products.id, ids));
}

function refuseOtherTotal(claimed: Cents | undefined, figures: Quote): void {
  if (claimed === undefined || Math.abs(claimed - figures.total) <= 1) return;
  const { subtotal, shipping, tax, total } = figures;
  throw new Problem('PRICE_CHANGED', `The total has changed: it is now ${formatMoney(total)}.`, {
    details: {
      subtotal: centsToDollars(subtotal),
      shipping: centsToDollars(shipping),
      tax: centsToDollars(tax),
      total: centsToDollars(total),
    },
  });
}

// What is stored

type StoredOrder = OrderRow & { idempotencyScope: string };

function rowOf(
  { userId, order }: Placement,
  { scope, key, requestHash }: Binding,
  made: { orderId: string; orderNumber: string; figures: Quote; now: Date },
): StoredOrder {
  return {
    id: made.orderId,
    orderNumber: made.orderNumber,
    clientReference: order.clientReference || null,
    userId,
    status: 'pending',
    paymentStatus: 'unpaid',
    ...order.shippingAddress,
    subtotalCents: made.figures.subtotal,
    shippingCents: made.figures.shipping,
    taxCents: made.figures.tax,
    totalCents: made.figures.total,
    shippingMethod: order.shippingMethod ?? 'standard',
    carrier: null,
    trackingNumber: null,
    estimatedDelivery: new Date(made.now.getTime() + deliveryDays[order.shippingMethod ?? 'standard'] * day),
    holdUntil: null,
    eraseWhenClosed: false,
    idempotencyScope: scope,
    idempotencyKey: key,
    requestHash,
    createdAt: made.now,
    updatedAt: made.now,
  };
}

function itemsOf(orderId: string, priced: PricedLine[]): ItemRow[] {
  return priced.map((line, position) => ({
    id: newId('oit'),
    orderId,
    position,
    productId: line.id,
    slug: line.slug,
    name: line.name,
    brand: line.brand,
    sku: line.sku,
    image: line.images[0] ?? '',
    categoryName: line.categoryName,
    condition: line.condition,
    unitPriceCents: line.price,
    quantity: line.quantity,
  }));
}

function placedEvent(orderId: string, now: Date): EventRow {
  return {
    id: newId('oev'),
    orderId,
    status: 'Order Placed',
    description: stepSentences['Order Placed'],
    location: null,
    actorId: null,
    createdAt: now,
  };
}

async function storeOrder(tx: Tx, row: StoredOrder, items: ItemRow[], event: EventRow): Promise<Order> {
  const order = toOrder(row, items, [event]);
  await tx.insert(orders).values({ ...row, placementAnswer: JSON.stringify(order) });
  await tx.insert(orderItems).values(items);
  await tx.insert(orderEvents).values(event);
  return order;
}

async function queueMails(
  tx: Tx,
  { jobs }: OrderDeps,
  order: Order,
  left: StockLeft[],
  storeEmail: string,
): Promise<void> {
  const { email } = order.shippingAddress;
  await queueMail(tx, jobs, { kind: 'order-placed', eventKey: `order-placed:${order.id}`, to: email, order });
  for (const product of left.filter(becameLow)) {
    await queueMail(tx, jobs, {
      kind: 'low-stock',
      eventKey: `low-stock:${product.productId}:${order.id}`,
      to: storeEmail,
      product: { name: product.name, stockCount: product.left },
    });
  }
}
