import { type Cents, centsToDollars, formatMoney } from '@reprise/contract/money';
import { deliverySpan } from '@reprise/contract/orders/delivery';
import type { NewOrder } from '@reprise/contract/orders/orders';
import { type Quote, quote } from '@reprise/contract/orders/pricing';
import { Problem } from '@reprise/contract/problem';
import { outOfStock, productUnavailable, type StockLine } from '../../catalog/stock/change-stock.ts';
import { mailToOutbox } from '../../notifications/mail-requests.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Deps } from '../../platform/deps.ts';
import type { OutboxJob } from '../../platform/jobs/jobs.ts';
import { stepSentences } from '../lifecycle/order-timeline.ts';
import { inheritedReservation, reservationEndOf } from '../lifecycle/reservation.ts';
import type { OrderRequester } from '../order-access.ts';
import { type EventRow, type ItemRow, type OrderRow, toOrder } from '../orders.queries.ts';
import { unitsOf } from '../placement/order-limits.ts';
import { newOrderNumber } from '../placement/order-number.ts';
import type { FoundProduct, IdempotencyRecord, ReadForOrders, StoreTerms } from './read-for-orders.ts';
import type { PreparedOrder } from './store-orders.ts';

export type OrderDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'secret'>;

export type Placement = {
  /** Null for a guest. */
  userId: string | null;
  order: NewOrder;
  idempotencyKey: string | null;
  /** Who of the staff took the order on the phone. */
  staff?: { actorId: string };
  /** Whose unpaid order this one may take the place of. */
  reader?: OrderRequester;
  /** Whose unpaid orders this one counts among; null where nothing limits them. */
  limitKey: string | null;
};

export type PricedLine = FoundProduct & { quantity: number };

/** The unpaid order whose place another takes, and what it gives back. */
export type Replaced = { row: OrderRow; lines: StockLine[] };

/** The order as it would be placed now: its lines with what is there of them, and everything that is to be stored. */
export function buildOrder(
  deps: OrderDeps,
  placement: Placement,
  binding: IdempotencyRecord,
  { found, terms }: ReadForOrders,
  replaced?: Replaced,
): PreparedOrder & { priced: PricedLine[] } {
  const { order: asked, staff } = placement;
  const priced = priceLines(found, mergeLines(asked), replaced?.lines ?? []);
  const figures = quote(priced, terms, asked.shippingMethod);
  refuseOtherTotal(asked.total, figures);
  const now = deps.now();
  const orderId = newId('ord');
  const items = itemsOf(orderId, priced);
  const event = placedEvent(orderId, now, staff?.actorId ?? null);
  const row = rowOf(placement, binding, { orderId, figures, terms, now, replaced });
  const order = toOrder(row, items, [event]);
  const actorId = staff?.actorId ?? placement.userId;
  return { priced, order, row, items, event, actorId, mail: placedMail(deps, placement, orderId) };
}

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
function priceLines(
  byId: Map<string, FoundProduct>,
  lines: StockLine[],
  givenBack: StockLine[],
): PricedLine[] {
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

function rowOf(
  { userId, order, staff, limitKey }: Placement,
  { scope, key, requestHash }: IdempotencyRecord,
  made: { orderId: string; figures: Quote; terms: StoreTerms; now: Date; replaced: Replaced | undefined },
): PreparedOrder['row'] {
  const shippingMethod = order.shippingMethod ?? 'standard';
  const holdUntil = reservationEndOf(staff ? 'staff' : 'checkout', made.terms, made.now);
  return {
    id: made.orderId,
    orderNumber: newOrderNumber(),
    clientReference: order.clientReference || null,
    userId,
    status: 'pending',
    paymentStatus: 'unpaid',
    paymentMethod: 'card',
    isTestPaid: false,
    ...order.shippingAddress,
    subtotalCents: made.figures.subtotal,
    shippingCents: made.figures.shipping,
    taxCents: made.figures.tax,
    totalCents: made.figures.total,
    shippingMethod,
    carrier: null,
    trackingNumber: null,
    estimatedDelivery: deliverySpan(made.now, made.terms, shippingMethod).from,
    ...(made.replaced
      ? inheritedReservation(made.replaced.row, holdUntil, made.now)
      : { holdUntil, reservedSince: null }),
    holdReleasedAt: null,
    eraseWhenClosed: false,
    limitKey,
    limitUnits: limitKey === null ? null : unitsOf(order),
    accessVersion: 0,
    unversionedAccessUntil: null,
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
    image: line.image ?? '',
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

/** A customer who ordered on the phone has seen no page to pay on: the mail leads there. */
function placedMail({ jobs }: OrderDeps, { staff }: Placement, orderId: string): OutboxJob | null {
  const request = { kind: 'order-placed' as const, eventKey: `order-placed:${orderId}`, orderId };
  return mailToOutbox(jobs, staff ? { ...request, canPay: true, byStaff: true } : request);
}
