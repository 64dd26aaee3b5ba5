import { type Cents, cents, centsToDollars, formatMoney } from '@reprise/contract/money';
import { type Quote, quote, spreadDiscount, toTenths } from '@reprise/contract/orders/pricing';
import { ratesAt } from '@reprise/contract/orders/tax';
import { Problem } from '@reprise/contract/problem';
import { deliverySpan } from '@reprise/contract/sales/orders/delivery';
import type { NewOrder } from '@reprise/contract/sales/orders/order';
import { outOfStock, productUnavailable, type StockLine } from '../../catalog/products/stock/change-stock.ts';
import type { Deps } from '../../deps.ts';
import { mailToOutbox } from '../../foundations/notifications/mail-requests.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { OutboxJob } from '../../platform/jobs/jobs.ts';
import { secondMs } from '../../platform/time.ts';
import { type AppliedCode, discountable } from '../../sales/discounts/find-discount.ts';
import { stepSentences } from '../../sales/orders/lifecycle/order-timeline.ts';
import { inheritedReservation, reservationEndOf } from '../../sales/orders/lifecycle/reservation.ts';
import type { OrderRequester } from '../../sales/orders/order-access.ts';
import { type EventRow, type ItemRow, type OrderRow, toOrder } from '../../sales/orders/orders.queries.ts';
import { unitsOf } from '../../sales/orders/placement/order-limits.ts';
import { newOrderNumber } from '../../sales/orders/placement/order-number.ts';
import { readQuote } from '../../sales/orders/shipping/shipping-quote.ts';
import type { OrderDevice } from '../../workshop/units/in-orders/order-devices.queries.ts';
import type { FoundProduct, IdempotencyRecord, ReadForOrders, StoreTerms } from './read-for-orders.ts';
import type { PreparedOrder } from './store-orders.ts';

export type OrderDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'secret' | 'alerts'>;

export type Placement = {
  /** Null for a guest. */
  userId: string | null;
  order: NewOrder;
  idempotency: IdempotencyRecord;
  /** Staff member who took the order by phone. */
  staff?: { actorId: string };
  /** Requester whose unpaid order this one may replace. */
  requester?: OrderRequester;
  /** Time of an order of the past. */
  placedAt?: Date;
  /** Key under which unpaid orders are counted; null when no limit applies. */
  limitKey: string | null;
  /** Marks an order with a total of 0 as paid; implemented by the payments slice. */
  settleFreeOrder?: SettleFreeOrder;
};

export type SettleFreeOrder = (tx: Tx, orderId: string) => Promise<void>;

type PricedLine = FoundProduct & { quantity: number };

/** The unpaid order being replaced, and the stock it returns. */
export type ReplacedOrder = { row: OrderRow; lines: StockLine[] };

/** The replaced order and the code, for an order that has them. */
export type BuildOptions = { replaced?: ReplacedOrder | undefined; code?: AppliedCode | undefined };

/** Builds the order at current prices: priced lines, rows to insert, confirmation mail. Pure. */
export function buildOrder(
  deps: OrderDeps,
  placement: Placement,
  { products, terms: table }: ReadForOrders,
  { replaced, code }: BuildOptions = {},
): PreparedOrder {
  const { order: request, staff } = placement;
  const found = priceLines(products, mergeLines(request), replaced?.lines ?? []);
  const priced = discountable(found, ({ id }) => id, code);
  const now = placement.placedAt ?? deps.now();
  const terms = { ...ratesAt(table, request.shippingAddress), ...quotedRates(deps, request, now) };
  const totals = quote(priced, terms, request.shippingMethod, code?.terms);
  assertExpectedTotal(request.total, totals);
  const orderId = newId('ord');
  const items = itemsOf(orderId, priced, code && spreadDiscount(priced, totals.discount));
  const event = placedEvent(orderId, now, staff?.actorId ?? null);
  const row = rowOf(placement, { orderId, totals, terms, now, replaced, code });
  const order = toOrder(row, items, [event], chosenDevices(request, items));
  const actorId = staff?.actorId ?? placement.userId;
  return { order, row, items, event, actorId, mail: placedMail(deps, placement, orderId) };
}

/** Returns the rates of the carriers that the order was quoted, if it was and they still count. */
function quotedRates({ secret }: OrderDeps, { items, shippingAddress, shippingQuote }: NewOrder, now: Date) {
  return shippingQuote && readQuote(secret, { items, ...shippingAddress }, shippingQuote, now);
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
 * Returns the lines at current prices. Throws when stock is clearly insufficient, before any lock; the statement of
 * `storeOrders` decides the rest.
 */
function priceLines(
  products: Map<string, FoundProduct>,
  lines: StockLine[],
  returned: StockLine[],
): PricedLine[] {
  const missing = lines.map((line) => line.productId).filter((id) => !products.has(id));
  if (missing.length > 0) throw productUnavailable(missing);
  const priced = lines.flatMap(({ productId, quantity }) => {
    const product = products.get(productId);
    return product ? [{ ...product, quantity }] : [];
  });
  const returnedById = new Map(returned.map(({ productId, quantity }) => [productId, quantity]));
  const insufficient = priced.filter(
    (line) => line.stockCount + (returnedById.get(line.id) ?? 0) < line.quantity,
  );
  if (insufficient.length > 0) {
    throw outOfStock(
      insufficient.map(({ id, name, stockCount }) => ({ productId: id, name, available: stockCount })),
    );
  }
  return priced;
}

/** Returns the unit numbers chosen of each product. */
export function chosenUnits({ items }: Pick<NewOrder, 'items'>): Map<string, string[]> {
  const chosen = new Map<string, string[]>();
  for (const { product, units = [] } of items) {
    if (units.length > 0) chosen.set(product, [...new Set([...(chosen.get(product) ?? []), ...units])]);
  }
  return chosen;
}

/** Returns the chosen devices as the order shows them, by item. */
function chosenDevices(request: NewOrder, items: ItemRow[]): Map<string, OrderDevice[]> {
  const chosen = chosenUnits(request);
  return new Map(
    items.map(({ id, productId }) => [
      id,
      (chosen.get(productId) ?? []).map((number) => ({
        itemId: id,
        number,
        identifiers: [],
        place: '',
        isMissing: false,
        hasLeft: false,
        isBack: false,
        isChosen: true,
        isPacked: false,
        isAssumed: false,
      })),
    ]),
  );
}

function assertExpectedTotal(claimed: Cents | undefined, totals: Quote): void {
  if (claimed === undefined || Math.abs(claimed - totals.total) <= 1) return;
  const { subtotal, discount, shipping, tax, total } = totals;
  throw new Problem('PRICE_CHANGED', `The total has changed: it is now ${formatMoney(total)}.`, {
    details: {
      subtotal: centsToDollars(subtotal),
      discount: centsToDollars(discount),
      shipping: centsToDollars(shipping),
      tax: centsToDollars(tax),
      total: centsToDollars(total),
    },
  });
}

function rowOf(
  { userId, order, staff, limitKey, idempotency }: Placement,
  context: {
    orderId: string;
    totals: Quote;
    terms: StoreTerms;
    now: Date;
    replaced: ReplacedOrder | undefined;
    code: AppliedCode | undefined;
  },
): PreparedOrder['row'] {
  const shippingMethod = order.shippingMethod ?? 'standard';
  const delivery = deliverySpan(context.now, context.terms, shippingMethod);
  const reservedUntil = reservationEndOf(staff ? 'staff' : 'checkout', context.terms, context.now);
  return {
    id: context.orderId,
    orderNumber: newOrderNumber(),
    clientReference: order.clientReference || null,
    userId,
    status: 'pending',
    paymentStatus: 'unpaid',
    paymentMethod: 'card',
    isTestPaid: false,
    predatesInvoices: false,
    ...order.shippingAddress,
    address2: order.shippingAddress.address2 ?? '',
    subtotalCents: context.totals.subtotal,
    discountCents: context.totals.discount,
    discountCode: context.code?.row.code ?? null,
    shippingCents: context.totals.shipping,
    taxCents: context.totals.tax,
    taxRateTenths: toTenths(context.terms.taxBasisPoints),
    taxIncluded: context.terms.pricesIncludeTax,
    totalCents: context.totals.total,
    refundedCents: cents(0),
    dueCents: cents(0),
    shippingMethod,
    freeShippingThresholdCents: context.terms.freeShippingThreshold,
    standardShippingCents: context.terms.standardShippingRate,
    expressShippingCents: context.terms.expressShippingRate,
    version: 0,
    editedAt: null,
    carrier: null,
    trackingNumber: null,
    estimatedDelivery: delivery.from,
    latestDelivery: delivery.to,
    ...(context.replaced
      ? inheritedReservation(context.replaced.row, reservedUntil, context.now)
      : { reservedUntil, reservedSince: null }),
    reservationReleasedAt: null,
    eraseWhenClosed: false,
    limitKey,
    limitUnits: limitKey === null ? null : unitsOf(order),
    accessVersion: 0,
    unversionedAccessUntil: null,
    idempotencyScope: idempotency.scope,
    idempotencyKey: idempotency.key,
    requestHash: idempotency.requestHash,
    createdAt: context.now,
    updatedAt: context.now,
  };
}

function itemsOf(orderId: string, priced: PricedLine[], shares?: (Cents | null)[]): ItemRow[] {
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
    discountCents: shares?.[position] ?? null,
    refundedQuantity: 0,
    returnedQuantity: 0,
    shortQuantity: 0,
    tracking: line.tracking,
    unitCostCents: unitCostOf(line),
  }));
}

/** Returns what one unit of a counted product costs now; null for devices, whose costs are frozen as they leave. */
export const unitCostOf = ({ tracking, unitCost }: Pick<FoundProduct, 'tracking' | 'unitCost'>) =>
  tracking === 'quantity' ? unitCost : null;

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

/** Time in which most customers pay at the checkout; they get one mail, about the payment. */
const payingMs = 20 * secondMs;

/** Returns the mail that asks to pay the order. It is sent at once only to customers who ordered by phone. */
function placedMail({ jobs }: OrderDeps, { staff }: Placement, orderId: string): OutboxJob | null {
  const request = { kind: 'order-placed' as const, eventKey: `order-placed:${orderId}`, orderId };
  return staff
    ? mailToOutbox(jobs, { ...request, byStaff: true })
    : mailToOutbox(jobs, request, { delayMs: payingMs });
}
