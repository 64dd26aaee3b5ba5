import { defaultCondition } from '@reprise/contract/catalog/products/conditions';
import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import type { Settings } from '@reprise/contract/foundations/settings';
import { formatMoney } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import { deliverySpan } from '@reprise/contract/sales/orders/delivery';
import type { draftOrderEndpoints } from '@reprise/contract/sales/orders/draft-orders';
import { spreadDiscount } from '@reprise/contract/sales/orders/pricing';
import { ratesIn } from '@reprise/contract/sales/orders/shipping/zones';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { reservationEndOf } from '../lifecycle/reservation.ts';
import { transitionOrder } from '../lifecycle/transition-orders.ts';
import { accessTokenOf } from '../order-access.ts';
import { lockOrderRow, type OrderRow, readOrder } from '../orders.queries.ts';
import { type orderItems, orders } from '../orders.tables.ts';
import { assertMayOrder } from '../placement/build-order.ts';
import { newOrderNumber } from '../placement/order-number.ts';
import { keptOf, readOrderedProducts } from '../placement/ordered-products.queries.ts';
import type { SettleFreeOrder } from '../placement/place-order.ts';
import { placedEvent, storeOrder } from '../placement/store-order.ts';
import { customProductId } from './custom-line.ts';
import { draftIdOf, linkNotFound, statusOf } from './draft-orders.queries.ts';
import { type DraftRow, draftOrders } from './draft-orders.tables.ts';

type PlaceDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'secret' | 'alerts'> & {
  settleFreeOrder: SettleFreeOrder;
};

type Accepted = NonNullable<CallInput<typeof draftOrderEndpoints.placeDraftOrder>['body']>;

/**
 * Makes the draft of a link an order that is to be paid, and takes its stock. The lock of the draft lets it become one
 * order only, so that two tabs cannot pay twice; an expired order is opened again instead of placing another one.
 */
export async function placeDraftOrder(
  deps: PlaceDeps,
  accepted: Accepted,
  caller: Caller | null,
): Promise<CallOutput<typeof draftOrderEndpoints.placeDraftOrder>> {
  const orderId = await inTransaction(deps.db, async (tx) => {
    const [draft] = await tx
      .select()
      .from(draftOrders)
      .where(eq(draftOrders.id, draftIdOf(deps.secret, accepted.token)))
      .for('update');
    if (!draft) throw linkNotFound();
    const settings = await readSettings(tx);
    if (draft.orderId !== null) return reopenExpired(tx, deps, draft.orderId, { settings, caller });
    assertAcceptable(draft, accepted, deps.now());
    assertMayOrder(settings, caller);
    return placeDraft(tx, deps, draft, settings);
  });
  const order = await readOrder(deps.db, orderId);
  const [row] = await deps.db
    .select({ id: orders.id, accessVersion: orders.accessVersion })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!row) throw linkNotFound();
  return { order, accessToken: accessTokenOf(deps.secret, row, deps.now()) };
}

/** Returns the id of the order, open again if it was not paid in time and its stock is still there. */
async function reopenExpired(
  tx: Tx,
  deps: PlaceDeps,
  orderId: string,
  { settings, caller }: { settings: Settings; caller: Caller | null },
): Promise<string> {
  const order = await lockOrderRow(tx, orderId);
  if (!order) throw linkNotFound();
  if (order.status !== 'cancelled') return order.id;
  if (order.reservationReleasedAt === null) {
    throw new Problem('EDIT_CONFLICT', 'This order was cancelled. Ask the store for another link.');
  }
  assertMayOrder(settings, caller);
  await transitionOrder(tx, deps, order, { to: 'pending', actorId: null, now: deps.now() });
  return order.id;
}

/** Throws for a draft that is closed, or that is not the one its customer saw. */
function assertAcceptable(draft: DraftRow, { version, total }: Accepted, now: Date): void {
  const status = statusOf(draft, now);
  if (status === 'cancelled') {
    throw new Problem('EDIT_CONFLICT', 'The store has cancelled this order. Ask it for another link.');
  }
  if (status === 'expired') {
    throw new Problem('EDIT_CONFLICT', 'This link has expired. Ask the store for another one.');
  }
  if (version === draft.version) return;
  const is = formatMoney(draft.totalCents);
  const change =
    total === undefined || total === draft.totalCents
      ? `The total is ${is}.`
      : `The total went from ${formatMoney(total)} to ${is}.`;
  throw new Problem('EDIT_CONFLICT', `The store has changed this order. ${change} Check it and continue.`, {
    details: { version: draft.version },
  });
}

async function placeDraft(tx: Tx, deps: PlaceDeps, draft: DraftRow, settings: Settings): Promise<string> {
  const now = deps.now();
  const row = rowOf(draft, settings, now);
  const items = await itemsOf(tx, row.id, draft);
  const taken = draft.lines.flatMap(({ productId, quantity }) =>
    productId === null ? [] : [{ productId, quantity }],
  );
  const order = { row, items, event: placedEvent(row.id, now), taken };
  await storeOrder(tx, order, { actorId: draft.customerId, now, alerts: deps.alerts });
  await tx.update(draftOrders).set({ orderId: row.id, updatedAt: now }).where(eq(draftOrders.id, draft.id));
  if (draft.totalCents === 0) await deps.settleFreeOrder(tx, row.id);
  return row.id;
}

function rowOf(
  draft: DraftRow,
  settings: Settings,
  now: Date,
): typeof orders.$inferInsert & { id: OrderRow['id'] } {
  const { from, to } = deliverySpan(now, ratesIn(settings, draft.address.country), draft.shippingMethod);
  const { subtotalCents, discountCents, shippingCents, taxCents, totalCents } = draft;
  const { taxRateTenths, taxIncluded, shippingMethod, customerId: userId } = draft;
  const { reducedTaxRateTenths, shippingTaxCents, shippingTaxRateTenths } = draft;
  const { taxOffTenths, reducedTaxOffTenths, isExempt } = draft;
  const { freeShippingThresholdCents, standardShippingCents, expressShippingCents } = draft;
  return {
    id: newId('ord'),
    orderNumber: newOrderNumber(),
    userId,
    ...draft.address,
    address2: draft.address.address2 ?? '',
    billing: draft.billing,
    subtotalCents,
    discountCents,
    shippingCents,
    taxCents,
    totalCents,
    taxRateTenths,
    taxIncluded,
    shippingMethod,
    reducedTaxRateTenths,
    shippingTaxCents,
    shippingTaxRateTenths,
    taxOffTenths,
    reducedTaxOffTenths,
    exemption: isExempt ? ('pending' as const) : null,
    freeShippingThresholdCents,
    standardShippingCents,
    expressShippingCents,
    estimatedDelivery: from,
    latestDelivery: to,
    reservedUntil: reservationEndOf('checkout', settings, now),
    idempotencyScope: `draft:${draft.id}`,
    placementResponse: '{}',
    createdAt: now,
    updatedAt: now,
  };
}

type NewItem = typeof orderItems.$inferInsert;

/** Returns the lines at the prices of the draft, with what their products are by now. */
async function itemsOf(tx: Tx, orderId: string, { lines, discountCents }: DraftRow): Promise<NewItem[]> {
  const products = await readOrderedProducts(
    tx,
    lines.flatMap(({ productId }) => productId ?? []),
  );
  const priced = lines.map(({ priceCents: price, quantity }) => ({ price, quantity }));
  const shares = discountCents > 0 ? spreadDiscount(priced, discountCents) : [];
  return lines.map(({ productId, name, quantity, priceCents, ...line }, position) => {
    const id = newId('oit');
    const rest = {
      orderId,
      position,
      quantity,
      unitPriceCents: priceCents,
      priceWithTaxCents: line.priceWithTaxCents ?? null,
      discountCents: shares[position] ?? null,
      taxCents: line.taxCents ?? null,
      taxRateTenths: line.taxRateTenths ?? null,
      taxClass: line.taxClass ?? null,
    };
    const product = productId === null ? undefined : products.get(productId);
    if (product) return { id, ...keptOf(product), ...rest };
    // A custom line; stock of a product that was deleted since is refused later.
    const custom = { slug: '', brand: '', image: '', sku: 'CUSTOM', condition: defaultCondition };
    return { id, productId: productId ?? customProductId(id), name, ...custom, ...rest };
  });
}
