import { addCents, cents } from '@reprise/contract/money';
import { eq, inArray } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { orderOf, someAddress } from '../../../test/order-shop.ts';
import { openReturnShop, type SoldOrder } from '../../../test/return-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { orderItemUnits } from '../../workshop/units/units.tables.ts';
import { orderItems, orders } from '../orders/orders.tables.ts';
import { parcels } from '../orders/parcels/parcels.tables.ts';
import { payments } from '../payments/payments.tables.ts';

const shop = await openReturnShop(await openTestDatabase());
const { act, cable, call, deps, openReturn, phoneLine, sell, staff } = shop;
const { db } = deps;
afterEach(shop.expectIntegrity);

/** Clears what versions before returns did not store of an order. */
async function age({ id }: { id: string }): Promise<void> {
  const unknownTaxes = { shippingTaxCents: null, shippingTaxRateTenths: null, reducedTaxRateTenths: null };
  await db.delete(parcels).where(eq(parcels.orderId, id));
  await db
    .update(orders)
    .set({ ...unknownTaxes, latestDelivery: null })
    .where(eq(orders.id, id));
  await db.update(payments).set({ settledAt: null }).where(eq(payments.orderId, id));
  const items = await db
    .update(orderItems)
    .set({ taxCents: null, taxRateTenths: null, taxClass: null, returnDays: null, restockingPercent: null })
    .where(eq(orderItems.orderId, id))
    .returning({ id: orderItems.id });
  const itemIds = items.map((item) => item.id);
  await db
    .update(orderItemUnits)
    .set({ shippedAt: null, cogsCents: null, sentAs: null })
    .where(inArray(orderItemUnits.orderItemId, itemIds));
}

const readReturnable = async ({ id, guest }: SoldOrder) =>
  (await call('getReturnable', { params: { id } }, guest)).returnable;
const readOrder = async ({ id }: { id: string }) => (await staff('getOrder', { params: { id } })).order;
const readCreditNotes = async ({ id }: SoldOrder) => {
  const { invoices } = await staff('listInvoices', { params: { id } });
  return invoices.filter(({ kind }: { kind: string }) => kind === 'credit-note');
};

test('an order from before returns gives back its goods and their tax, device and pieces', async () => {
  const sold = await sell(1, { cables: 3 });
  await age(sold);
  const { subtotal, tax } = await readOrder(sold);
  const opened = await openReturn(sold, [
    phoneLine(sold.numbers[0]),
    { product: cable, quantity: 3, reason: 'not-needed' },
  ]);
  expect(opened).toMatchObject({ state: 'approved', amount: subtotal + tax });
  const [device, pieces] = opened.lines;
  await act('receiveReturn', opened.number, { code: sold.serials[0] });
  await act('receiveReturn', opened.number, { line: pieces.id, quantity: 3 });
  const decisions = [
    { line: device.id, decision: 'refund', disposition: 'bench' },
    { line: pieces.id, decision: 'refund', disposition: 'restock' },
  ];
  const { toSettle } = await act('decideReturn', opened.number, { decisions });
  expect(await act('settleReturn', opened.number, { amount: toSettle })).toMatchObject({ state: 'closed' });
  expect(await readCreditNotes(sold)).toMatchObject([{ tax }]);
});

test('the window of an order without a reported delivery opens on its promised day', async () => {
  const sold = await sell(0, { cables: 1, status: 'shipped' });
  await age(sold);
  const { estimatedDelivery } = await readOrder(sold);
  expect(await readReturnable(sold)).toMatchObject({
    deliveredAt: estimatedDelivery,
    isDeliveryAssumed: true,
    items: [{ canChangeMind: true }],
  });
});

test('an unpaid order from before taxes by line is edited, and its new lines have their tax', async () => {
  const shippingAddress = { ...someAddress, email: 'before@example.com' };
  const { order } = await shop.place(orderOf({ [cable]: 2 }, { shippingAddress }));
  await age(order);
  const items = [{ product: cable, quantity: 3 }];
  const { shippingMethod, tax } = await readOrder(order);
  const body = { version: 0, shippingMethod, shippingAddress, items };
  await staff('editOrder', { params: { id: order.id }, body });
  const edited = await readOrder(order);
  expect(edited).toMatchObject({ subtotal: 30, paymentStatus: 'unpaid' });
  expect(edited.tax).toBeGreaterThan(tax);
  const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  const [row] = await db.select().from(orders).where(eq(orders.id, order.id));
  const taxCents = [item?.taxCents, row?.shippingTaxCents].map((part) => part ?? Number.NaN);
  expect(addCents(taxCents.map(cents))).toBe(Math.round(edited.tax * 100));
});
