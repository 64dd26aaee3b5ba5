import type { Settings } from '@reprise/contract/foundations/settings';
import { type Cents, cents, formatMoney, toMajorUnits } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import { withStoreTaxOff } from '@reprise/contract/sales/orders/country-rates';
import { deliverySpan } from '@reprise/contract/sales/orders/delivery';
import type { NewOrder, Order } from '@reprise/contract/sales/orders/order';
import {
  type Quote,
  type QuotedLines,
  quoteLines,
  type Rates,
  takeTaxOff,
} from '@reprise/contract/sales/orders/pricing';
import { ratesAt, withoutTaxOf } from '@reprise/contract/sales/orders/tax';
import {
  outOfStock,
  productUnavailable,
  type StockLine,
} from '../../../catalog/products/stock/change-stock.ts';
import type { Deps } from '../../../deps.ts';
import { withRatesOfToday } from '../../../foundations/settings/rates-of-today.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import type { OrderDevice } from '../../../workshop/units/in-orders/order-devices.queries.ts';
import { type AppliedCode, discountable } from '../../discounts/find-discount.ts';
import { toStoredBilling } from '../customers/stored-billing.ts';
import { inheritedReservation, reservationEndOf } from '../lifecycle/reservation.ts';
import type { OrderRequester } from '../order-access.ts';
import { type EventRow, type ItemRow, type OrderRow, toOrder } from '../orders.queries.ts';
import { assertDeliverable, atCounter } from '../shipping/pickup.ts';
import { readQuote } from '../shipping/shipping-quote.ts';
import { isExemptOrder } from '../tax/exempt-orders.ts';
import { lineTaxColumns, taxColumns, taxOffColumns } from '../tax/tax-columns.ts';
import { assertShippingRates } from './assert-shipping-rates.ts';
import { assertStillReserved } from './cancel-replaced-order.ts';
import type { IdempotencyRecord } from './idempotency.ts';
import { unitsOf } from './order-limits.ts';
import { newItem, type OrderedProduct } from './ordered-products.queries.ts';
import { placedEvent } from './store-order.ts';

/** A request for an order, with its identity from the start: the order that it replaces names its number. */
export type Placement = {
  id: string;
  orderNumber: string;
  now: Date;
  idempotency: IdempotencyRecord;
  /** Null for a guest. */
  userId: string | null;
  order: NewOrder;
  /** Staff member who took the order by phone. */
  staff?: { actorId: string };
  /** Requester whose unpaid order this one may replace. */
  requester?: OrderRequester;
  /** Key under which unpaid orders are counted; null when no limit applies. */
  limitKey: string | null;
};

/** Data that an order is built from, true until the transaction ends. */
export type ReadForOrder = {
  settings: Settings;
  /** Those of its products that are on sale. */
  products: Map<string, OrderedProduct>;
  /** The unpaid order that it has replaced. */
  replaced: OrderRow | undefined;
  code: AppliedCode | undefined;
};

/** An order ready to be inserted. */
export type PreparedOrder = {
  /** Response to the request. */
  order: Order;
  row: OrderRow & { placementResponse: string };
  items: ItemRow[];
  event: EventRow;
  taken: StockLine[];
};

/** Builds the order at current prices: priced lines and rows to insert. Pure. */
export function buildOrder(
  { secret }: Pick<Deps, 'secret'>,
  requested: Placement,
  read: ReadForOrder,
): PreparedOrder {
  const { settings, products, code } = read;
  const placement = { ...requested, order: atCounter(requested.order, settings) };
  const { id, now, order: request, staff } = placement;
  assertTakesOrders(placement, settings);
  const found = priceLines(products, mergeLines(request));
  const listed = discountable(found, (line) => line.id, code);
  const quoted = quotedRates(secret, request, now);
  assertDeliverable(settings, request, quoted?.taxBasisPoints !== undefined);
  const ofSettings = ratesAt(withRatesOfToday(settings, now), request.shippingAddress);
  const atPlace = withStoreTaxOff({ ...ofSettings, ...quoted });
  const isExempt = isExemptOrder(settings, request);
  const withTaxOff = isExempt ? withoutTaxOf(atPlace) : atPlace;
  const {
    lines: priced,
    rates,
    terms,
  } = takeTaxOff({ lines: listed, rates: withTaxOff, terms: code?.terms });
  const totals = quoteLines(priced, rates, request.shippingMethod, terms);
  assertExpectedTotal(request.total, totals);
  const taxOff = taxOffColumns(withTaxOff);
  const items = itemsOf(id, priced, totals, code !== undefined).map((item, index) => ({
    ...item,
    priceWithTaxCents: taxOff.taxOffTenths === null ? null : (listed[index]?.price ?? null),
  }));
  const event = placedEvent(id, now, { actorId: staff?.actorId ?? null });
  const row = {
    ...rowOf(placement, read, { ...settings, ...rates }, totals),
    ...taxOff,
    exemption: isExempt ? ('pending' as const) : null,
  };
  assertStillReserved(row);
  const order = toOrder(row, items, [event], chosenDevices(request, items));
  const taken = items.map(({ productId, quantity }) => ({ productId, quantity }));
  return { order, row: { ...row, placementResponse: JSON.stringify(order) }, items, event, taken };
}

export const notTakingOrders = 'This store is not taking orders yet.';

/** Throws for a visitor in test mode; orders of channels and of the past have no requester. */
function assertTakesOrders({ requester }: Placement, settings: Settings): void {
  assertShippingRates(settings);
  if (requester) assertMayOrder(settings, requester.caller);
}

/** Throws for a visitor of an open store in test mode, who could not pay. */
export function assertMayOrder({ testMode }: Settings, caller: Caller | null | undefined): void {
  if (testMode === 'staff' && caller?.role !== 'admin')
    throw new Problem('NOT_TAKING_ORDERS', notTakingOrders);
}

/** Returns the rates of the carriers that the order was quoted, if it was and they still count. */
function quotedRates(secret: Deps['secret'], { items, shippingAddress, shippingQuote }: NewOrder, now: Date) {
  if (!shippingQuote) return null;
  return readQuote(secret, { items, ...shippingAddress }, shippingQuote, now);
}

/** One line per product, in the order of the cart. */
function mergeLines({ items }: NewOrder): StockLine[] {
  const quantities = new Map<string, number>();
  for (const { product, quantity } of items) {
    quantities.set(product, (quantities.get(product) ?? 0) + quantity);
  }
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }));
}

type PricedLine = OrderedProduct & { quantity: number };

/** Returns the lines at current prices. Throws for what is not on sale, and for more than there is. */
function priceLines(products: ReadForOrder['products'], lines: StockLine[]): PricedLine[] {
  const missing = lines.map((line) => line.productId).filter((id) => !products.has(id));
  if (missing.length > 0) throw productUnavailable(missing);
  const priced = lines.flatMap(({ productId, quantity }) => {
    const product = products.get(productId);
    return product ? [{ ...product, quantity }] : [];
  });
  const insufficient = priced.filter((line) => line.stockCount < line.quantity);
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
      subtotal: toMajorUnits(subtotal),
      discount: toMajorUnits(discount),
      shipping: toMajorUnits(shipping),
      tax: toMajorUnits(tax),
      total: toMajorUnits(total),
    },
  });
}

function rowOf(
  { id, orderNumber, now, userId, order, staff, limitKey, idempotency }: Placement,
  { replaced, code }: ReadForOrder,
  terms: Settings & Rates,
  totals: QuotedLines,
): OrderRow {
  const shippingMethod = order.shippingMethod ?? 'standard';
  const delivery = deliverySpan(now, terms, shippingMethod);
  const reservedUntil = reservationEndOf(staff ? 'staff' : 'checkout', terms, now);
  return {
    id,
    orderNumber,
    clientReference: order.clientReference || null,
    userId,
    status: 'pending',
    paymentStatus: 'unpaid',
    paymentMethod: 'card',
    isTestPaid: false,
    predatesInvoices: false,
    returnId: null,
    ...order.shippingAddress,
    address2: order.shippingAddress.address2 ?? '',
    billing: toStoredBilling(order.billing),
    subtotalCents: totals.subtotal,
    discountCents: totals.discount,
    discountCode: code?.row.code ?? null,
    shippingCents: totals.shipping,
    taxCents: totals.tax,
    ...taxColumns(terms, totals),
    ...taxOffColumns(terms),
    exemption: null,
    exemptionDecidedAt: null,
    exemptionDecidedBy: null,
    totalCents: totals.total,
    refundedCents: cents(0),
    dueCents: cents(0),
    shippingMethod,
    freeShippingThresholdCents: terms.freeShippingThreshold,
    standardShippingCents: terms.standardShippingRate,
    expressShippingCents: terms.expressShippingRate,
    version: 0,
    editedAt: null,
    carrier: null,
    trackingNumber: null,
    estimatedDelivery: delivery.from,
    latestDelivery: delivery.to,
    ...(replaced
      ? inheritedReservation(replaced, reservedUntil, now)
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
    createdAt: now,
    updatedAt: now,
  };
}

function itemsOf(
  orderId: string,
  priced: PricedLine[],
  { lines }: QuotedLines,
  isDiscounted: boolean,
): ItemRow[] {
  return priced.map((line, position) => ({
    ...newItem(orderId, line),
    position,
    quantity: line.quantity,
    discountCents: isDiscounted ? (lines[position]?.discount ?? null) : null,
    ...lineTaxColumns(lines[position]),
  }));
}
