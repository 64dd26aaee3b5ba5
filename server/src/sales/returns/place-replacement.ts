import { cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import { deliverySpan } from '@reprise/contract/sales/orders/delivery';
import { ratesIn } from '@reprise/contract/sales/orders/shipping/zones';
import type { Deps } from '../../deps.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { chooseUnits } from '../../workshop/units/choice/choose-units.ts';
import type { OrderRow } from '../orders/orders.queries.ts';
import type { orderItems, orders } from '../orders/orders.tables.ts';
import { isPersonal } from '../orders/personal-data.ts';
import { newOrderNumber } from '../orders/placement/order-number.ts';
import {
  keptOf,
  type OrderedProduct,
  readOrderedProducts,
} from '../orders/placement/ordered-products.queries.ts';
import { placedEvent, storeOrder } from '../orders/placement/store-order.ts';
import { freeOrderSettler } from '../payments/settle-free-order.ts';
import type { SettleDeps } from '../payments/settle-payment.ts';

/** Item of a return and what is sent instead. */
export type Exchange = {
  lineId: string;
  /** Line that was paid. */
  itemId: string;
  productId: string;
  /** Exact device; null to choose one at packing. */
  unit: string | null;
  quantity: number;
};

/** An order that sends replacements, with the lines of the return that it ends. */
export type PlacedReplacement = { orderId: string; orderNumber: string; lineIds: string[] };

type By = { actorId: string; now: Date };
type PlaceDeps = SettleDeps & Pick<Deps, 'alerts'>;

/**
 * Places orders that cost nothing and send replacements to the address of the first order. All go into one, unless one
 * product replaces items of two lines: an order has one line for each product, and each replaces one line. Throws
 * OUT_OF_STOCK or UNIT_TAKEN if something is not there any more.
 */
export async function placeReplacements(
  tx: Tx,
  deps: PlaceDeps,
  first: OrderRow,
  returnId: string,
  exchanges: readonly Exchange[],
  by: By,
): Promise<PlacedReplacement[]> {
  if (exchanges.length > 0 && !isPersonal(first)) {
    throw new Problem('RETURN_STATE', 'The address of this order was erased, so that nothing can be sent.');
  }
  const products = await readOrderedProducts(
    tx,
    exchanges.map(({ productId }) => productId),
  );
  const placed: PlacedReplacement[] = [];
  for (const part of partsOf(exchanges))
    placed.push(await place(tx, deps, { first, returnId, part, products }, by));
  return placed;
}

/** Divides the exchanges so that in each part a product replaces items of one line. */
function partsOf(exchanges: readonly Exchange[]): Exchange[][] {
  const parts: Exchange[][] = [];
  for (const exchange of exchanges) {
    const fits = ({ productId, itemId }: Exchange) =>
      productId !== exchange.productId || itemId === exchange.itemId;
    const part = parts.find((others) => others.every(fits));
    if (part) part.push(exchange);
    else parts.push([exchange]);
  }
  return parts;
}

type Part = { first: OrderRow; returnId: string; part: Exchange[]; products: Map<string, OrderedProduct> };

async function place(
  tx: Tx,
  deps: PlaceDeps,
  { first, returnId, part, products }: Part,
  by: By,
): Promise<PlacedReplacement> {
  const row = await rowOf(tx, first, returnId, by.now);
  const items = itemsOf(row.id, part, products);
  const taken = items.map(({ productId, quantity }) => ({ productId, quantity }));
  const event = placedEvent(row.id, by.now, {
    actorId: by.actorId,
    description: `We send this free of charge, instead of what came back from order ${first.orderNumber}.`,
  });
  await storeOrder(tx, { row, items, event, taken }, { ...by, alerts: deps.alerts });
  const chosen = items.map(({ id, productId }) => ({
    itemId: id,
    productId,
    numbers: part.flatMap((one) => (one.productId === productId && one.unit !== null ? [one.unit] : [])),
  }));
  await chooseUnits(
    tx,
    chosen.filter(({ numbers }) => numbers.length > 0),
    by,
  );
  await freeOrderSettler(deps)(tx, row.id);
  return { orderId: row.id, orderNumber: row.orderNumber, lineIds: part.map(({ lineId }) => lineId) };
}

type NewRow = typeof orders.$inferInsert & { id: string };

async function rowOf(tx: Tx, first: OrderRow, returnId: string, now: Date): Promise<NewRow> {
  // An order that was collected has the address of the counter: its replacement is collected too.
  const shippingMethod = first.shippingMethod === 'pickup' ? 'pickup' : 'standard';
  const { from, to } = deliverySpan(now, ratesIn(await readSettings(tx), first.country), shippingMethod);
  const { email, firstName, lastName, phone, address, address2, city, state, zipCode, country } = first;
  const { userId, isTestPaid, taxIncluded, taxRateTenths, reducedTaxRateTenths, paymentMethod } = first;
  const { freeShippingThresholdCents, standardShippingCents, expressShippingCents } = first;
  const nothing = cents(0);
  return {
    id: newId('ord'),
    orderNumber: newOrderNumber(),
    returnId,
    userId,
    isTestPaid,
    taxIncluded,
    taxRateTenths,
    reducedTaxRateTenths,
    paymentMethod,
    email,
    firstName,
    lastName,
    phone,
    address,
    address2,
    city,
    state,
    zipCode,
    country,
    subtotalCents: nothing,
    shippingCents: nothing,
    taxCents: nothing,
    totalCents: nothing,
    shippingMethod,
    freeShippingThresholdCents,
    standardShippingCents,
    expressShippingCents,
    estimatedDelivery: from,
    latestDelivery: to,
    // An unpaid order has an end of its reservation; settling it right after clears it.
    reservedUntil: now,
    idempotencyScope: `return:${returnId}`,
    placementResponse: '{}',
    createdAt: now,
    updatedAt: now,
  };
}

type NewItem = typeof orderItems.$inferInsert & { id: string };

/** Returns one line for each product. */
function itemsOf(orderId: string, part: Exchange[], products: Map<string, OrderedProduct>): NewItem[] {
  return [...Map.groupBy(part, ({ productId }) => productId)].map(([productId, rows], position) => {
    const product = products.get(productId);
    if (!product) {
      throw new Problem(
        'PRODUCT_UNAVAILABLE',
        'The product of a replacement was deleted. Choose another, or decide otherwise.',
        { details: { items: [{ product: productId, available: 0 }] } },
      );
    }
    return {
      id: newId('oit'),
      orderId,
      position,
      ...keptOf(product),
      unitPriceCents: cents(0),
      quantity: rows.reduce((sum, { quantity }) => sum + quantity, 0),
      replacesItemId: rows[0]?.itemId ?? null,
    };
  });
}
