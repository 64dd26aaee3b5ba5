import { type Cents, formatMoney } from '@reprise/contract/money';
import { deliverySpan } from '@reprise/contract/sales/orders/delivery';
import { ratesIn } from '@reprise/contract/sales/orders/shipping/zones';
import { eq, inArray, sql } from 'drizzle-orm';
import {
  bookDevices,
  changeSoldCounts,
  moveOrderStock,
  readSerial,
  type StockChange,
} from '../../../catalog/products/stock/change-stock.ts';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import {
  assertInLines,
  type LoweredLine,
  nameUnits,
  releaseSurplus,
} from '../../../workshop/units/in-orders/follow-order.ts';
import { isPaid } from '../amount-due.ts';
import { readStockLines, type StockLine, withDevices } from '../devices/stock-lines.ts';
import { drawInvoicesOf } from '../invoices/draw-invoices.ts';
import { addTimelineEvent } from '../lifecycle/add-timeline-event.ts';
import { extendedReservation, isOpenOrder, reservationEndOf } from '../lifecycle/reservation.ts';
import { type OrderRow, orderColumns } from '../orders.queries.ts';
import { orderEdits, orderItems, orders } from '../orders.tables.ts';
import { invalidateSales } from '../orders.tags.ts';
import { assertSentStay } from '../parcels/parcels.queries.ts';
import { bookOwed, lowerShort } from '../shortages/short-lines.ts';
import type { EditPlan } from './plan-edit.ts';

type Editing = {
  actorId: string;
  reason: string;
  /** Amount that a paid order leaves to pay. */
  dueCents: Cents;
  /** Numbers of packed devices that are taken out. */
  unitsRemoved: readonly string[];
  now: Date;
  alerts: Deps['alerts'];
};

/**
 * Stores the plan on a locked order: address, items, stock, totals, history, timeline and audit. Returns the order
 * afterwards; the caller settles its payments. Lock order: the order row before any product.
 */
export async function storeEdit(
  tx: Tx,
  order: OrderRow,
  plan: EditPlan,
  editing: Editing,
): Promise<OrderRow> {
  const { now } = editing;
  if (plan.stock.length > 0) {
    const { actorId, alerts } = editing;
    await moveOrderStock(tx, plan.stock, { orderId: order.id, actorId, now, alerts });
    // Units sold of a paid order; locked by the change of stock.
    const sold = plan.stock.map(({ productId, change }) => ({ productId, change: -change }));
    if (isPaid(order)) await changeSoldCounts(tx, sold, order);
    const lines = await readStockLines(tx, order.id);
    const lost = plan.stock.flatMap(({ productId, change }) => {
      const line = lines.find((one) => one.productId === productId);
      return line ? [{ line, units: change }] : [];
    });
    await bookOwed(tx, await lowerShort(tx, lost), { orderId: order.id, actorId, now, alerts });
  }
  await storeItems(tx, order.id, plan, editing);
  if (isPaid(order)) invalidateSales(tx);
  const isNewEmail = order.email !== plan.address.email;
  const [after] = await tx
    .update(orders)
    .set({
      ...plan.address,
      address2: plan.address.address2 ?? '',
      subtotalCents: plan.totals.subtotal,
      discountCents: plan.totals.discount,
      shippingCents: plan.totals.shipping,
      taxCents: plan.totals.tax,
      totalCents: plan.totals.total,
      dueCents: editing.dueCents,
      ...plan.taxes,
      ...(await termsAfter(tx, order, plan, now)),
      version: order.version + 1,
      editedAt: now,
      updatedAt: now,
      // The links mailed to the former address open the order no more.
      ...(isNewEmail && { accessVersion: sql`${orders.accessVersion} + 1`, unversionedAccessUntil: null }),
    })
    .where(eq(orders.id, order.id))
    .returning(orderColumns);
  if (!after) throw new Error(`Order ${order.id} does not exist.`);
  drawInvoicesOf(tx, order.id, { now });
  await recordEdit(tx, order, plan, editing);
  return after;
}

/** Returns what a change of the zone, the shipping method or an unpaid total does to delivery, payment and reservation. */
async function termsAfter(tx: Tx, order: OrderRow, plan: EditPlan, now: Date) {
  const { totals, rates, isOtherZone, isRatedAnew, method, address } = plan;
  const settings = await readSettings(tx);
  const { from, to } = deliverySpan(order.createdAt, ratesIn(settings, address.country), method);
  const delivery = { shippingMethod: method, estimatedDelivery: from, latestDelivery: to };
  // The customer pays the changed total by a mailed link, as for an order by phone.
  const isRepriced = isOpenOrder(order) && totals.total !== order.totalCents;
  const end = reservationEndOf('staff', settings, now);
  return {
    ...((isOtherZone || method !== order.shippingMethod) && delivery),
    ...(isRatedAnew && {
      freeShippingThresholdCents: rates.freeShippingThreshold,
      standardShippingCents: rates.standardShippingRate,
      expressShippingCents: rates.expressShippingRate,
    }),
    ...(isRepriced && {
      paymentStatus: 'unpaid' as const,
      reservedUntil: extendedReservation(order.reservedUntil, end),
    }),
  };
}

async function storeItems(
  tx: Tx,
  orderId: string,
  { changed, added, removed }: EditPlan,
  { actorId, now, unitsRemoved, alerts }: Editing,
): Promise<void> {
  const change = { orderId, actorId, now, alerts };
  await assertSentStay(tx, orderId, [...changed, ...removed.map(({ id }) => ({ id, quantity: 0 }))]);
  await assertInLines(tx, withDevices(await readStockLines(tx, orderId)), unitsRemoved);
  const removedIds = removed.map(({ id }) => id);
  if (removedIds.length > 0) {
    const lines = (await readStockLines(tx, orderId)).filter(({ itemId }) => removedIds.includes(itemId));
    const emptied = withDevices(lines).map((line) => ({ ...line, quantity: 0 }));
    await releaseDevices(tx, emptied, change);
  }
  if (removedIds.length > 0) await tx.delete(orderItems).where(inArray(orderItems.id, removedIds));
  for (const { id, quantity, unitPriceCents, priceWithTaxCents, ...item } of changed) {
    const { discountCents, taxCents, taxRateTenths } = item;
    await tx
      .update(orderItems)
      .set({ quantity, unitPriceCents, priceWithTaxCents, discountCents, taxCents, taxRateTenths })
      .where(eq(orderItems.id, id));
  }
  if (added.length > 0) await tx.insert(orderItems).values(await withTracking(tx, added));
  const lines = withDevices(await readStockLines(tx, orderId));
  await releaseDevices(tx, await nameUnits(tx, lines, unitsRemoved), change);
}

/** Releases the devices that lines have beyond their quantity; those that came back are off sale until they are listed. */
async function releaseDevices(
  tx: Tx,
  lines: (LoweredLine & Pick<StockLine, 'isTracked'>)[],
  change: Pick<StockChange, 'orderId' | 'actorId' | 'now' | 'alerts'>,
): Promise<void> {
  const back = await releaseSurplus(tx, lines, change);
  const offSale = lines
    .filter(({ isTracked, productId }) => isTracked && back.has(productId))
    .map(({ productId }) => ({ productId, change: -(back.get(productId)?.length ?? 0) }));
  if (offSale.length > 0) await bookDevices(tx, offSale, change);
}

/** Returns the items as their products, which the change of stock has locked, are tracked. */
async function withTracking(tx: Tx, added: EditPlan['added']): Promise<EditPlan['added']> {
  const serial = await readSerial(
    tx,
    added.map(({ productId }) => productId),
  );
  return added.map((item) => ({ ...item, tracking: serial.has(item.productId) ? 'serial' : 'quantity' }));
}

async function recordEdit(
  tx: Tx,
  order: OrderRow,
  plan: EditPlan,
  { actorId, reason, now }: Editing,
): Promise<void> {
  const { totals, changes, addressChanges } = plan;
  await tx.insert(orderEdits).values({
    id: newId('oed'),
    orderId: order.id,
    version: order.version + 1,
    actorId,
    reason,
    changes,
    addressChanges,
    totalBeforeCents: order.totalCents,
    totalAfterCents: totals.total,
    createdAt: now,
  });
  const description = sentenceOf(order, totals.total, addressChanges.length > 0, changes.length > 0);
  await addTimelineEvent(tx, order.id, { status: 'Edited', description, actorId, now });
  await recordAudit(tx, {
    actorId,
    action: 'edit order',
    subject: `order ${order.id}`,
    before: { version: order.version, ...auditedOf(plan, 'before') },
    after: {
      version: order.version + 1,
      ...auditedOf(plan, 'after'),
      // The audit log cannot be erased, so it names the changed parts of the address without their text.
      ...(addressChanges.length > 0 && { addressFields: addressChanges.map(({ label }) => label) }),
      reason,
    },
  });
}

/** Returns one side of the changes for the audit log, the items as one text. */
function auditedOf({ changes, itemChanges }: EditPlan, side: 'before' | 'after') {
  const others = changes.filter((one) => !itemChanges.includes(one));
  const items = itemChanges.flatMap((one) => (one[side] === null ? [] : [`${one.label}: ${one[side]}`]));
  return {
    ...(itemChanges.length > 0 && { items: items.join('; ') || null }),
    ...Object.fromEntries(others.map((one) => [one.label, one[side]])),
  };
}

/** Returns the timeline entry that the customer sees. */
function sentenceOf(
  { totalCents }: OrderRow,
  total: OrderRow['totalCents'],
  isAddressChanged: boolean,
  isContentChanged: boolean,
): string {
  const parts = [isContentChanged && 'items or shipping', isAddressChanged && 'the shipping address'];
  const what = `We changed ${parts.filter(Boolean).join(' and ')} of your order.`;
  if (total === totalCents) return what;
  return `${what} The total went from ${formatMoney(totalCents)} to ${formatMoney(total)}.`;
}
