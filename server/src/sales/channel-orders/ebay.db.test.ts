import { cents } from '@reprise/contract/money';
import { channelOrderEndpoints } from '@reprise/contract/sales/channel-orders';
import { channelEndpoints } from '@reprise/contract/sales/channels/channel';
import { ebayEndpoints } from '@reprise/contract/sales/channels/ebay';
import { listingEndpoints } from '@reprise/contract/sales/channels/listings';
import { ebayKeys, openEbay } from '@reprise/ebay/test/ebay-server';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { callsTo } from '../../../test/call-endpoints.ts';
import { deviceCalls } from '../../../test/device-shop.ts';
import { openOrderShop, orderOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { categories, products } from '../../catalog/products/products.tables.ts';
import { changeStock } from '../../catalog/products/stock/change-stock.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import { storeSettings } from '../../foundations/settings/settings.tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { channelHandlers } from '../channels/channels.routes.ts';
import { channelListings, channels } from '../channels/channels.tables.ts';
import { sendListings } from '../channels/send-listings.ts';
import { expireOrderData } from '../orders/expire-order-data.ts';
import { invoices } from '../orders/invoices/invoices.tables.ts';
import { orderItems, orders } from '../orders/orders.tables.ts';
import { payments, refunds } from '../payments/payments.tables.ts';
import { sendRefund } from '../payments/refunds/send-refund.ts';
import { returnPaymentOf } from '../payments/return-payment.ts';
import { hasNoOpenReturn } from '../returns/assert-no-open-return.ts';
import { channelOrderHandlers } from './channel-orders.routes.ts';
import { channelOrders } from './channel-orders.tables.ts';
import { sendShipments, shipmentOf } from './send-shipments.ts';
import { takeOrders } from './take-orders.ts';

const ebay = await openEbay();
afterAll(ebay.close);
const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database, {
  EBAY_API_URL: ebay.url,
  PUBLIC_URL: 'https://shop.example.com',
});
const { deps } = shop;
const devices = deviceCalls(shop);
const call = callsTo({ ...channelEndpoints, ...ebayEndpoints, ...listingEndpoints }, channelHandlers(deps));
const sales = callsTo(channelOrderEndpoints, channelOrderHandlers(deps));
const as = 'admin' as const;
const admin = await shop.addUser('admin');

const rules = { name: 'eBay', buffer: 0, pricePercent: 0, priceEnding: 'exact' as const };
const policies = {
  fulfillmentPolicyId: 'f1',
  paymentPolicyId: 'p1',
  returnPolicyId: 'r1',
  locationKey: 'main',
};
const category = { id: 'cat_phones', name: 'Phones', slug: 'phones', description: '', image: '' };
let channel = '';

beforeEach(async () => {
  await db.delete(channelOrders);
  await db.delete(channels);
  ebay.items.clear();
  ebay.offers.clear();
  ebay.orders.clear();
  Object.assign(ebay.state, { calls: [], fail: null, refuse: null, isKeyValid: true });
  channel = (await call('createChannel', { as, body: { kind: 'ebay', ...rules } })).channel.id;
  await call('setEbayAccount', { as, params: { id: channel }, body: { ...ebayKeys, isTest: false } });
  await db.insert(categories).values(category).onConflictDoNothing();
  await call('setEbaySettings', {
    as,
    params: { id: channel },
    body: { ...policies, isRefurbisher: false, categories: { cat_phones: '9355' } },
  });
  await setRules({});
});

const setRules = (change: object) =>
  call('updateChannel', { as, params: { id: channel }, body: { ...rules, enabled: true, ...change } });
const listings = async () => (await call('listListings', { as, params: { id: channel } })).listings;
/** Passes the pause after a failure. */
const later = () => {
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
};
const take = async () => {
  later();
  await takeOrders(deps);
};

async function listed(stock: number, price = 29_900) {
  const id = await shop.addProduct(stock, cents(price));
  await db
    .update(products)
    .set({ categoryId: 'cat_phones', images: ['https://cdn.example.com/phone.jpg'] })
    .where(eq(products.id, id));
  await call('addListings', { as, params: { id: channel }, body: { products: [id] } });
  await sendListings(deps);
  return id;
}

async function soldOrder(number = 'E-1') {
  const [row] = await db.select().from(channelOrders).where(eq(channelOrders.externalId, number));
  const [order] = await db
    .select()
    .from(orders)
    .where(eq(orders.id, row?.orderId ?? ''));
  if (!row || !order) throw new Error(`Order ${number} was not placed.`);
  const items = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  return { row, order, items };
}

const restock = (id: string, units: number) =>
  inTransaction(db, (tx) =>
    changeStock(tx, id, units, {
      ...{ reason: 'adjustment', actorId: null, now: deps.now() },
      ...{ alerts: deps.alerts, devices: deps.devices },
    }),
  );

/** Returns the kinds of mails that are queued about an order, from both queues of jobs. */
const mailsQueued = async (orderId: string) => {
  const { rows } = await db.execute<{ kind: string }>(sql`
    select data ->> 'kind' as kind from pgboss.job where data ->> 'orderId' = ${orderId} and data ? 'kind'
    union all select payload ->> 'kind' from job_outbox where payload ->> 'orderId' = ${orderId}`);
  return rows.map(({ kind }) => kind);
};

const setStatus = (id: string, body: object) =>
  shop.call('changeOrderStatus', { params: { id }, body }, { caller: admin });

test('a product is offered with its price, units and condition, and follows them', async () => {
  const id = await listed(5);
  expect(ebay.items.get(id)).toMatchObject({
    condition: 'USED_VERY_GOOD',
    product: { title: 'Pixel 7 128 GB Snow' },
  });
  expect(ebay.offerBySku(id)).toMatchObject({ quantity: 5, price: '299.00' });
  expect(ebay.offerBySku(id)?.listingId).not.toBeNull();
  await shop.place(orderOf({ [id]: 2 }));
  await sendListings(deps);
  expect(ebay.offerBySku(id)?.quantity).toBe(3);
  await db
    .update(products)
    .set({ priceCents: cents(25_000) })
    .where(eq(products.id, id));
  await sendListings(deps);
  expect(ebay.offerBySku(id)?.price).toBe('250.00');
  await setRules({ buffer: 2, pricePercent: 10, priceEnding: 'ninety-nine' });
  await sendListings(deps);
  expect(ebay.offerBySku(id)).toMatchObject({ quantity: 1, price: '274.99' });
  const calls = ebay.state.calls.length;
  await sendListings(deps);
  expect(ebay.state.calls.length).toBe(calls);
  expect(await listings()).toMatchObject([
    { state: 'listed', quantity: 1, price: 274.99, stock: 3, failure: '' },
  ]);
});

test('a product that is archived has no units there, and one that is deleted or taken off is ended', async () => {
  const [archived, deleted, ended] = [await listed(1), await listed(1), await listed(1)];
  await db.update(products).set({ archivedAt: new Date() }).where(eq(products.id, archived));
  await db.delete(products).where(eq(products.id, deleted));
  await call('endListings', { as, params: { id: channel }, body: { products: [ended] } });
  await sendListings(deps);
  expect(ebay.offerBySku(archived)?.quantity).toBe(0);
  expect([...ebay.offers.values()].map(({ sku }) => sku)).toEqual([archived]);
  expect((await listings()).map(({ product }) => product.id)).toEqual([archived]);
});

test('what eBay refuses is named and not repeated until it changes', async () => {
  const id = await shop.addProduct(1);
  await db.update(products).set({ images: [] }).where(eq(products.id, id));
  await call('addListings', { as, params: { id: channel }, body: { products: [id] } });
  await sendListings(deps);
  expect(await listings()).toMatchObject([{ state: 'refused', failure: expect.stringContaining('picture') }]);
  await db
    .update(products)
    .set({ images: ['https://cdn.example.com/a.jpg'], version: 2 })
    .where(eq(products.id, id));
  await sendListings(deps);
  expect(await listings()).toMatchObject([
    { state: 'refused', failure: expect.stringContaining('category') },
  ]);
  await db.update(products).set({ categoryId: 'cat_phones', version: 3 }).where(eq(products.id, id));
  ebay.state.refuse = { call: '/publish', message: 'The title has improper words.' };
  await sendListings(deps);
  const calls = ebay.state.calls.length;
  later();
  await sendListings(deps);
  expect(ebay.state.calls.length).toBe(calls);
  expect(await listings()).toMatchObject([{ state: 'refused', failure: 'The title has improper words.' }]);
  await call('retryListings', { as, params: { id: channel } });
  await sendListings(deps);
  expect(await listings()).toMatchObject([{ state: 'listed', failure: '' }]);
});

test('an offer that was deleted at eBay is made again', async () => {
  const id = await listed(4);
  ebay.offers.clear();
  await restock(id, 1);
  await sendListings(deps);
  expect(ebay.offerBySku(id)?.quantity).toBe(5);
  expect(await listings()).toMatchObject([{ state: 'listed', failure: '' }]);
});

test('figures that eBay refuses together are sent one by one', async () => {
  const [one, other] = [await listed(2), await listed(3)];
  ebay.state.refuse = { call: '/bulk_update_price_quantity', message: 'One of them is wrong.' };
  for (const id of [one, other]) await restock(id, 4);
  await sendListings(deps);
  expect([one, other].map((sku) => ebay.offerBySku(sku)?.quantity)).toEqual([6, 7]);
  expect((await listings()).map(({ state }) => state)).toEqual(['listed', 'listed']);
});

test('a lost answer makes no second offer, and eBay being away is a pause', async () => {
  ebay.state.fail = { call: 'POST /sell/inventory/v1/offer', isLate: true };
  const id = await listed(4);
  expect(await listings()).toMatchObject([
    { state: 'waiting', failure: expect.stringContaining('does not answer') },
  ]);
  later();
  await sendListings(deps);
  expect(ebay.offers.size).toBe(1);
  expect(ebay.offerBySku(id)?.quantity).toBe(4);
});

test('a paid order takes stock, has the figures of eBay and mails nobody but the shop', async () => {
  const id = await listed(3);
  ebay.sell('E-1', [{ sku: id, quantity: 2, cost: '598.00', tax: '49.34' }], {
    delivery: '9.90',
    discount: '20.00',
  });
  await take();
  await take();
  const { order, row, items } = await soldOrder();
  expect(order).toMatchObject({
    ...{ status: 'processing', paymentStatus: 'paid', paymentMethod: 'channel', reservedUntil: null },
    ...{ subtotalCents: 59_800, discountCents: 2000, shippingCents: 990, taxCents: 0, totalCents: 58_790 },
    ...{ firstName: 'Ada', lastName: 'May Lovelace', email: '', country: 'United States', zipCode: '78701' },
  });
  expect(items).toMatchObject([
    { productId: id, quantity: 2, shortQuantity: 0, unitPriceCents: 29_900, discountCents: 2000 },
  ]);
  expect(row).toMatchObject({ taxCollectedCents: 4934, buyerPaidCents: 63_724, feeCents: 1234 });
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, order.id));
  expect(payment).toMatchObject({
    processor: 'channel',
    method: 'channel',
    amountCents: 58_790,
    reference: 'E-1',
  });
  expect(await shop.stockOf(id)).toBe(1);
  expect(await db.$count(orders, eq(orders.paymentMethod, 'channel'))).toBe(1);
  await sendListings(deps);
  expect(ebay.offerBySku(id)?.quantity).toBe(1);
  await setStatus(order.id, { status: 'shipped' });
  await setStatus(order.id, { status: 'delivered' });
  // The alert to the shop names the number of the order, mails to its buyer would name its id.
  expect(await mailsQueued(order.id)).toEqual([]);
  expect(await mailsQueued((await shop.place(orderOf({ [id]: 1 }))).order.id)).toEqual(['order-placed']);
  await shop.expectIntegrity();
});

test('an order without an email opens to nobody, and is erased after the time in the settings', async () => {
  const id = await listed(2);
  ebay.sell('E-1', [{ sku: id, quantity: 1, cost: '299.00' }]);
  await take();
  const { order } = await soldOrder();
  for (const email of ['', ' ']) {
    const number = order.orderNumber;
    const tracking = await shop.call('trackOrder', { params: { number }, query: { email } });
    expect(tracking.order).toBeNull();
    expect(tracking.accessToken).toBeUndefined();
  }
  await setStatus(order.id, { status: 'delivered' });
  const before = { networks: '2000-01-01', invoices: '2000-01-01', guests: '2099-01-01' };
  const erase = expireOrderData(deps.secret, before, hasNoOpenReturn)['orders of guests'];
  expect(await inTransaction(db, async (tx) => (await erase?.(tx, 100)) ?? 0)).toBeGreaterThan(0);
  expect((await soldOrder()).order).toMatchObject({ firstName: 'Former', address: '', phone: '' });
  const [invoice] = await db.select().from(invoices).where(eq(invoices.orderId, order.id));
  expect(invoice).toMatchObject({ recipient: null, recipientEncrypted: expect.stringMatching(/^v2/) });
});

test('unpaid orders, orders of other things and older ones are left alone', async () => {
  const id = await listed(3);
  ebay.sell('E-2', [{ sku: id, quantity: 1, cost: '299.00' }], { paymentStatus: 'PENDING' });
  ebay.sell('E-3', [{ sku: 'not-of-this-shop', quantity: 1, cost: '5.00' }]);
  ebay.sell('E-4', [{ sku: id, quantity: 1, cost: '299.00' }], { createdAt: new Date('2026-01-01') });
  ebay.sell('E-5', [{ sku: id, quantity: 1, cost: '299.00' }], { currency: 'GBP' });
  await take();
  expect(await db.$count(channelOrders)).toBe(0);
  expect(await shop.stockOf(id)).toBe(3);
  ebay.change('E-2', { paymentStatus: 'PAID' });
  await take();
  expect(await db.$count(channelOrders)).toBe(1);
});

test('what was sold beyond the stock is short, listed, and not offered again', async () => {
  const id = await listed(1);
  ebay.sell('E-1', [
    { sku: id, quantity: 3, cost: '100.00' },
    { sku: 'unknown', quantity: 1, cost: '7.00' },
  ]);
  await take();
  const { order, items } = await soldOrder();
  expect(items.map(({ quantity, shortQuantity }) => [quantity, shortQuantity])).toEqual([
    [3, 2],
    [1, 0],
  ]);
  // 100.00 is not 3 times a whole number of cents.
  expect(order).toMatchObject({ subtotalCents: 10_702, discountCents: 2, totalCents: 10_700 });
  expect((await sales('listShortSales', { as })).shortSales).toMatchObject([
    { orderNumber: order.orderNumber, channel: 'eBay', product: { id }, short: 2 },
  ]);
  await shop.expectIntegrity();
  const problem = await setStatus(order.id, { status: 'shipped' }).catch((error: unknown) => error);
  expect(problem).toMatchObject({ code: 'UNITS_MISSING' });
  await restock(id, 2);
  await sendListings(deps);
  expect(ebay.offerBySku(id)?.quantity).toBe(0);
  await setStatus(order.id, { status: 'shipped' });
  expect((await sales('listShortSales', { as })).shortSales).toEqual([]);
  await shop.expectIntegrity();
});

test('eBay is told of a shipment once, with its tracking number', async () => {
  const id = await listed(2);
  ebay.sell('E-1', [{ sku: id, quantity: 1, cost: '299.00' }]);
  await take();
  const { order } = await soldOrder();
  await sendShipments(deps);
  expect(ebay.orders.get('E-1')?.shipments).toEqual([]);
  await setStatus(order.id, { status: 'shipped', carrier: 'USPS', trackingNumber: '9400 1000-0001' });
  ebay.state.fail = { call: '/shipping_fulfillment', isLate: true };
  await sendShipments(deps);
  expect((await sales('getChannelOrder', { as, params: { id: order.id } })).channelOrder.shipment.state).toBe(
    'failed',
  );
  later();
  await sendShipments(deps);
  await sendShipments(deps);
  expect(ebay.orders.get('E-1')?.shipments).toMatchObject([
    {
      lineItems: [{ lineItemId: 'E-1-1', quantity: 1 }],
      ...{ shippingCarrierCode: 'USPS', trackingNumber: '940010000001' },
    },
  ]);
  const { channelOrder } = await sales('getChannelOrder', { as, params: { id: order.orderNumber } });
  expect(channelOrder).toMatchObject({
    channel: 'eBay',
    number: 'E-1',
    fee: 12.34,
    shipment: { state: 'sent' },
  });
});

test('a cancellation at eBay returns the stock, and its refund is the one of eBay', async () => {
  const id = await listed(2);
  ebay.sell('E-1', [{ sku: id, quantity: 1, cost: '299.00' }]);
  await take();
  ebay.change('E-1', { cancelState: 'CANCELED', paymentStatus: 'FULLY_REFUNDED' });
  await take();
  await take();
  const { order } = await soldOrder();
  expect(order).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
  expect(await shop.stockOf(id)).toBe(2);
  await returnPaymentOf(deps, { orderId: order.id });
  expect(await db.select().from(refunds).where(eq(refunds.orderId, order.id))).toMatchObject([
    { amountCents: 29_900, status: 'succeeded', cause: 'cancellation' },
  ]);
  expect(ebay.state.calls.filter((one) => one.endsWith('issue_refund'))).toEqual([]);
  expect(await setStatus(order.id, { status: 'processing' }).catch((error: unknown) => error)).toMatchObject({
    code: 'EDIT_CONFLICT',
  });
  await shop.expectIntegrity();
});

test('a refund here is made at eBay once, also after a lost answer', async () => {
  const id = await listed(2);
  ebay.sell('E-1', [{ sku: id, quantity: 1, cost: '299.00' }]);
  await take();
  const { order } = await soldOrder();
  ebay.state.fail = { call: '/issue_refund', isLate: true };
  const refund = (body: object) =>
    shop.call('refundOrder', { params: { id: order.id }, body }, { caller: admin });
  const made = await refund({ amount: 50, reason: 'A scratch' });
  expect(made.refund.status).toBe('requested');
  await sendRefund(deps, made.refund.id);
  await sendRefund(deps, made.refund.id);
  expect(ebay.orders.get('E-1')?.refunds).toMatchObject([{ amount: { value: '50.00' } }]);
  const shown = () => db.select().from(refunds).where(eq(refunds.orderId, order.id)).orderBy(refunds.id);
  expect(await shown()).toMatchObject([{ status: 'pending' }]);
  // Known by its number there: the next reading does not take it for another one.
  ebay.change('E-1', {
    refunds: [
      ...(ebay.orders.get('E-1')?.refunds ?? []).map((one) => ({ ...one, refundStatus: 'REFUNDED' })),
      { refundId: 'by-ebay', refundStatus: 'REFUNDED', amount: { value: '10.00', currency: 'USD' } },
    ],
  });
  await take();
  await take();
  expect(await shown()).toMatchObject([
    { amountCents: 5000, status: 'succeeded' },
    { amountCents: 1000, status: 'succeeded', cause: 'processor', reason: 'Given back at eBay' },
  ]);
  expect((await soldOrder()).order).toMatchObject({ paymentStatus: 'partly-refunded', refundedCents: 6000 });
  // One of the same amount is another refund, not the lost answer of the first.
  await refund({ amount: 50, reason: 'Another scratch' });
  const ofFifty = ebay.orders.get('E-1')?.refunds.filter(({ amount }) => amount.value === '50.00');
  expect(ofFifty).toHaveLength(2);
  await shop.expectIntegrity();
});

test('a refund whose answer was lost is not taken for one of eBay by the next reading', async () => {
  const id = await listed(2);
  ebay.sell('E-1', [{ sku: id, quantity: 1, cost: '299.00' }]);
  await take();
  const { order } = await soldOrder();
  ebay.state.fail = { call: '/issue_refund', isLate: true };
  const body = { amount: 50, reason: 'A scratch' };
  const made = await shop.call('refundOrder', { params: { id: order.id }, body }, { caller: admin });
  expect(made.refund.status).toBe('requested');
  ebay.change('E-1', {});
  await take();
  await sendRefund(deps, made.refund.id);
  expect(ebay.orders.get('E-1')?.refunds).toHaveLength(1);
  const [refund, ...others] = await db.select().from(refunds).where(eq(refunds.orderId, order.id));
  expect(others).toEqual([]);
  expect(refund).toMatchObject({
    status: 'pending',
    cause: 'administrator',
    processorRefundId: expect.stringMatching(/^refund-/),
  });
  expect((await soldOrder()).order.refundedCents).toBe(5000);
  await shop.expectIntegrity();
});

test('keys that eBay does not take are refused; later they are named on the channel', async () => {
  const id = await listed(2);
  const body = { ...ebayKeys, refreshToken: 'v^1.1#other', isTest: false };
  const problem = await call('setEbayAccount', { as, params: { id: channel }, body }).catch(
    (error: unknown) => error,
  );
  expect(problem).toMatchObject({ code: 'VALIDATION_ERROR', errors: [{ field: 'refreshToken' }] });
  const { channels: shown } = await call('listChannels', { as });
  expect(JSON.stringify(shown)).not.toContain(ebayKeys.clientSecret);
  expect(shown).toMatchObject([
    { account: { state: 'connected', hint: ebayKeys.clientId }, isReady: true, listed: 1 },
  ]);
  const [row] = await db.select().from(channels);
  expect(JSON.stringify(row)).not.toContain(ebayKeys.refreshToken);
  ebay.state.isKeyValid = false;
  await restock(id, 1);
  await sendListings(deps);
  const nowShown = async () => (await call('listChannels', { as })).channels[0];
  expect(await nowShown()).toMatchObject({ failure: 'Invalid access token', waiting: 1, refused: 0 });
  ebay.state.isKeyValid = true;
  later();
  await sendListings(deps);
  expect(await nowShown()).toMatchObject({ failure: '', listed: 1, waiting: 0 });
  expect(ebay.offerBySku(id)?.quantity).toBe(3);
});

test('devices leave with their serial number, by the seam of the channel', async () => {
  const id = await listed(0);
  await db.update(products).set({ modelKey: id }).where(eq(products.id, id));
  await devices.setTracking(id, 'serial');
  const unit = await devices.receive(id, 'SN-12345');
  await devices.moveUnits({ ids: [unit.id], to: 'ready' });
  await devices.listForSale([unit.id], id);
  await sendListings(deps);
  expect(ebay.offerBySku(id)?.quantity).toBe(1);
  ebay.sell('E-1', [{ sku: id, quantity: 1, cost: '299.00' }]);
  await take();
  const { order, row } = await soldOrder();
  await devices.packDevice(order.id, 'SN-12345');
  await setStatus(order.id, { status: 'shipped' });
  expect((await shipmentOf(db, row)).lines).toEqual([{ id: 'E-1-1', quantity: 1, devices: ['SN12345'] }]);
  await shop.expectIntegrity();
});

test('two processes send and take everything once', async () => {
  const id = await listed(9);
  ebay.sell('E-1', [{ sku: id, quantity: 1, cost: '299.00' }]);
  later();
  await Promise.all([takeOrders(deps), takeOrders(deps), sendListings(deps), sendListings(deps)]);
  expect(await db.$count(channelOrders)).toBe(1);
  expect(await shop.stockOf(id)).toBe(8);
  expect(await db.$count(channelListings)).toBe(1);
});

test('cancelling here refunds the buyer at eBay; what eBay refuses is a discrepancy', async () => {
  const id = await listed(2);
  ebay.sell('E-1', [{ sku: id, quantity: 1, cost: '40.00' }]);
  await take();
  const { order } = await soldOrder();
  await setStatus(order.id, { status: 'cancelled' });
  ebay.state.refuse = { call: '/issue_refund', message: 'The refund period has ended.' };
  await returnPaymentOf(deps, { orderId: order.id });
  expect(await db.select().from(refunds).where(eq(refunds.orderId, order.id))).toMatchObject([
    { status: 'failed', failure: 'The refund period has ended.' },
  ]);
  expect(await shop.stockOf(id)).toBe(2);
});

test('an account is refused in words in a store with another currency', async () => {
  const inCurrency = (currency: string) => db.update(storeSettings).set({ currency });
  const body = { ...ebayKeys, isTest: false };
  await inCurrency('EUR');
  await readSettings(db);
  await expect(call('setEbayAccount', { as, params: { id: channel }, body })).rejects.toMatchObject({
    message: 'eBay takes no amounts in EUR. It takes USD.',
  });
  await inCurrency('USD');
  await readSettings(db);
});
