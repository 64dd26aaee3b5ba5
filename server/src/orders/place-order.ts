import { createHash } from 'node:crypto';
import { type DeliveryDays, deliverySpan } from '@reprise/contract/delivery';
import { type Cents, centsToDollars, formatMoney } from '@reprise/contract/money';
import type { NewOrder, Order } from '@reprise/contract/orders';
import { type Quote, quote } from '@reprise/contract/pricing';
import { Problem } from '@reprise/contract/problem';
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { categories, products } from '../catalog/catalog.tables.ts';
import {
  becameLow,
  outOfStock,
  productUnavailable,
  type StockLeft,
  type StockLine,
} from '../catalog/change-stock.ts';
import { isOnSale } from '../catalog/product.queries.ts';
import { queueMail } from '../notifications/mail-requests.ts';
import { recordAudit } from '../platform/audit.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { databaseFault } from '../platform/database-fault.ts';
import type { Deps } from '../platform/deps.ts';
import { newId } from '../platform/new-id.ts';
import { perHandle } from '../platform/prepared.ts';
import { toSettings } from '../settings/settings.queries.ts';
import { storeSettings } from '../settings/settings.tables.ts';
import { cancelReplaced, readReplacedLines } from './cancel-replaced.ts';
import { accessTokenOf, type OrderReader, payLinkOf } from './order-access.ts';
import { newOrderNumber } from './order-number.ts';
import { stepSentences } from './order-timeline.ts';
import { type EventRow, type ItemRow, toOrder } from './orders.queries.ts';
import { orders } from './orders.tables.ts';
import { type NewOrderRow, storeOrder } from './store-order.ts';

export type OrderDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'secret'>;

export type Placement = {
  /** Null for a guest. */
  userId: string | null;
  order: NewOrder;
  idempotencyKey: string | null;
  /** Who of the staff took the order on the phone, and where the shop is, for the link to pay. */
  staff?: { actorId: string; publicUrl: string };
  /** Whose unpaid order this one may take the place of. */
  reader?: OrderReader;
};

export type Placed = { order: Order; accessToken?: string };

const maxKeyLength = 255;

/** How often prices and stock may change under a buyer's hands before the answer is to ask again. */
const mostTries = 10;

/**
 * Places an order: figures computed here, stock taken, mail queued, all in one transaction. The same
 * Idempotency-Key with the same order answers what was answered first and changes nothing; a refusal binds no key.
 *
 * What is sold is read before the transaction, and what is stored is stored only if that still holds: five trips to
 * the database in all, and the products are locked during the last two.
 */
export async function placeOrder(deps: OrderDeps, placement: Placement): Promise<Placed> {
  if ((placement.idempotencyKey?.length ?? 0) > maxKeyLength) {
    throw new Problem('VALIDATION_ERROR', `The Idempotency-Key may have at most ${maxKeyLength} characters.`);
  }
  const binding = bindingOf(placement);
  for (let tries = 0; tries < mostTries; tries++) {
    const order = await tryToPlace(deps, placement, binding);
    if (!order) continue;
    return placement.userId === null
      ? { order, accessToken: accessTokenOf(deps.secret, order.id) }
      : { order };
  }
  throw inProgress('Many are buying this right now.');
}

/** Nothing where what was read no longer held when it was to be stored. */
async function tryToPlace(
  deps: OrderDeps,
  placement: Placement,
  binding: Binding,
): Promise<Order | undefined> {
  const lines = mergeLines(placement.order);
  const { earlier, settings, found } = await readForOrder(deps.db, binding, lines);
  if (earlier) return earlierAnswer(earlier, binding);

  const { reader } = placement;
  const { replaces } = placement.order;
  const givenBack = replaces && reader ? await readReplacedLines(deps.db, deps.secret, reader, replaces) : [];
  const priced = priceLines(found, lines, givenBack);
  const figures = quote(priced, settings, placement.order.shippingMethod);
  refuseOtherTotal(placement.order.total, figures);

  const now = deps.now();
  const orderId = newId('ord');
  const items = itemsOf(orderId, priced);
  const event = placedEvent(orderId, now, placement.staff?.actorId ?? null);
  return withFreshNumber(async (orderNumber) => {
    const row = rowOf(placement, binding, { orderId, orderNumber, figures, settings, now });
    const order = toOrder(row, items, [event]);
    const stored = await commitUnlessStale(deps, binding, async (tx) => {
      if (replaces && reader) await cancelReplaced(tx, deps, { replaces, orderNumber, reader, now });
      await queuePlacedMail(tx, deps, placement, order);
      await recordStaff(tx, placement, order);
      const actorId = placement.staff?.actorId ?? placement.userId;
      const left = await storeOrder(tx, order, { row, items, event, actorId });
      if (left === false) throw new StaleRead();
      await queueLowStockMails(tx, deps, order, left, settings.storeEmail);
    });
    return stored ? order : undefined;
  });
}

/** What the order was made from is no longer so. */
class StaleRead extends Error {}

async function commitUnlessStale(
  { db }: OrderDeps,
  { key }: Binding,
  work: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  try {
    await inTransaction(db, work);
    return true;
  } catch (error) {
    if (error instanceof StaleRead) return false;
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

// One answer per key

type Binding = { scope: string; key: string | null; requestHash: string | null };
type Earlier = { requestHash: string | null; answer: string };

/** A customer's keys and those of each guest's e-mail are told apart. */
function bindingOf({ userId, order, idempotencyKey: key, staff }: Placement): Binding {
  const scope = staff ? `staff:${staff.actorId}` : (userId ?? `guest:${order.shippingAddress.email}`);
  // The decoded order has its fields in the contract's order, whatever order they were sent in.
  const asked = JSON.stringify(staff ? { ...order, userId } : order);
  const requestHash = key === null ? null : createHash('sha256').update(asked).digest('hex');
  return { scope, key, requestHash };
}

function earlierAnswer(earlier: Earlier, { requestHash }: Binding): Order {
  if (earlier.requestHash !== requestHash) {
    throw new Problem('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another order.');
  }
  return JSON.parse(earlier.answer) as Order;
}

// What is read

const ordered = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  brand: products.brand,
  sku: products.sku,
  images: products.images,
  condition: products.condition,
  price: products.priceCents,
  stockCount: products.stockCount,
};

/** The store's settings, beside them each product that is sold and the answer the key is bound to: one statement. */
const selectForOrder = perHandle((db) =>
  db
    .select({
      settings: getTableColumns(storeSettings),
      product: ordered,
      categoryName: categories.name,
      earlier: { requestHash: orders.requestHash, answer: orders.placementAnswer },
    })
    .from(storeSettings)
    .leftJoin(products, and(sql`${products.id} = any(${sql.placeholder('ids')}::text[])`, isOnSale))
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(
      orders,
      and(
        eq(orders.idempotencyScope, sql.placeholder('scope')),
        eq(orders.idempotencyKey, sql.placeholder('key')),
      ),
    )
    .prepare('read for order'),
);

async function readForOrder(db: Db, { scope, key }: Binding, lines: StockLine[]) {
  const ids = lines.map((line) => line.productId);
  const rows = await selectForOrder(db).execute({ ids, scope, key });
  const [first] = rows;
  if (!first) throw new Error('The store has no settings yet.');
  return {
    earlier: first.earlier,
    settings: toSettings(first.settings),
    found: rows.flatMap(({ product, categoryName }) => (product ? { ...product, categoryName } : [])),
  };
}

// What it costs

type FoundProduct = Awaited<ReturnType<typeof readForOrder>>['found'][number];
type PricedLine = FoundProduct & { quantity: number };

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
function priceLines(found: FoundProduct[], lines: StockLine[], givenBack: StockLine[]): PricedLine[] {
  const byId = new Map(found.map((product) => [product.id, product]));
  const missing = lines.map((line) => line.productId).filter((id) => !byId.has(id));
  if (missing.length > 0) throw productUnavailable(missing);
  const priced = lines.flatMap(({ productId, quantity }) => {
    const product = byId.get(productId);
    return product ? [{ ...product, quantity }] : [];
  });
  const back = new Map(givenBack.map(({ productId, quantity }) => [productId, quantity]));
  const short = priced.filter((line) => line.stockCount + (back.get(line.id) ?? 0) < line.quantity);
  if (short.length > 0) {
    throw outOfStock(
      short.map(({ id, name, stockCount }) => ({ productId: id, name, available: stockCount })),
    );
  }
  return priced;
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

function rowOf(
  { userId, order }: Placement,
  { scope, key, requestHash }: Binding,
  made: { orderId: string; orderNumber: string; figures: Quote; settings: DeliveryDays; now: Date },
): NewOrderRow {
  const shippingMethod = order.shippingMethod ?? 'standard';
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
    shippingMethod,
    carrier: null,
    trackingNumber: null,
    estimatedDelivery: deliverySpan(made.now, made.settings, shippingMethod).from,
    holdUntil: null,
    holdReleasedAt: null,
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

function placedEvent(orderId: string, now: Date, actorId: string | null): EventRow {
  return {
    id: newId('oev'),
    orderId,
    status: 'Order Placed',
    description: stepSentences['Order Placed'],
    location: null,
    actorId,
    createdAt: now,
  };
}

function queuePlacedMail(tx: Tx, deps: OrderDeps, placement: Placement, order: Order): Promise<void> {
  const { email } = order.shippingAddress;
  return queueMail(tx, deps.jobs, {
    kind: 'order-placed',
    eventKey: `order-placed:${order.id}`,
    to: email,
    order: mailedOrder(deps, placement, order),
  });
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

/** Whoever ordered on the phone has seen no page to pay on: the mail leads there. */
function mailedOrder({ secret }: OrderDeps, { staff }: Placement, order: Order) {
  return staff ? { ...order, payLink: payLinkOf(secret, staff.publicUrl, order) } : order;
}

async function queueLowStockMails(
  tx: Tx,
  { jobs }: OrderDeps,
  order: Order,
  left: StockLeft[],
  storeEmail: string,
): Promise<void> {
  for (const product of left.filter(becameLow)) {
    await queueMail(tx, jobs, {
      kind: 'low-stock',
      eventKey: `low-stock:${product.productId}:${order.id}`,
      to: storeEmail,
      product: { name: product.name, stockCount: product.left },
    });
  }
}
