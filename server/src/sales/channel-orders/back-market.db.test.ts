import { cents } from '@reprise/contract/money';
import { channelOrderEndpoints } from '@reprise/contract/sales/channel-orders';
import { channelEndpoints } from '@reprise/contract/sales/channels/channel';
import { ebayEndpoints } from '@reprise/contract/sales/channels/ebay';
import { listingEndpoints } from '@reprise/contract/sales/channels/listings';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { callsTo } from '../../../test/call-endpoints.ts';
import { deviceCalls } from '../../../test/device-shop.ts';
import { openOrderShop } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { products } from '../../catalog/products/products.tables.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import { storeSettings } from '../../foundations/settings/settings.tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { bookUnitCosts } from '../../workshop/units/intake/unit-costs.ts';
import { channelHandlers } from '../channels/channels.routes.ts';
import { orders } from '../orders/orders.tables.ts';
import { channelOrderHandlers } from './channel-orders.routes.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { deps } = shop;
const devices = deviceCalls(shop);
const admin = await shop.addUser('admin');
const call = callsTo({ ...channelEndpoints, ...ebayEndpoints, ...listingEndpoints }, channelHandlers(deps));
const sales = callsTo(channelOrderEndpoints, channelOrderHandlers(deps));
const as = 'admin' as const;
const rules = { name: 'Back Market', buffer: 1, pricePercent: 10, priceEnding: 'exact' as const };
const { channel } = await call('createChannel', { as, body: { kind: 'back-market', ...rules } });
const params = { id: channel.id };
const setEnabled = (enabled: boolean) => call('updateChannel', { as, params, body: { ...rules, enabled } });
await setEnabled(true);

const columns =
  'order_id;state;sku;quantity;price;shipping_price;first_name;last_name;street;city;postal_code;country;orderline_id';
const address = 'Grace;Hopper;1 Harbor Street;Portland;97201;US';
const send = async (rows: string[], step: 'check' | 'apply' = 'apply', head = columns) => {
  const bytes = Buffer.from([head, ...rows].join('\r\n'));
  const files = [{ name: 'orders.csv', bytes }] as never;
  return (await sales('importChannelOrders', { as, params, query: { step }, files })).import;
};
const textOf = async (name: 'getOffersFile' | 'getShipmentsFile') => {
  const file = await sales(name, { as, params });
  let text = '';
  for await (const piece of file.pieces) text += piece;
  return text.trim().split('\r\n');
};
const ordersOf = () =>
  db.select().from(orders).where(eq(orders.paymentMethod, 'channel')).orderBy(orders.createdAt);

async function listed(stock: number) {
  const id = await shop.addProduct(stock, cents(20_000));
  await call('addListings', { as, params, body: { products: [id] } });
  return id;
}

test('the offers file has the products with their units and prices there', async () => {
  const id = await listed(4);
  const sold = await listed(1);
  const lines = await textOf('getOffersFile');
  expect(lines[0]).toBe('sku;ean;quantity;price;state;currency;warranty_delay');
  expect(lines).toContain(`${id};;3;220.00;2;USD;`);
  expect(lines).toContain(`${sold};;0;220.00;2;USD;`);
  expect((await call('listListings', { as, params })).listings).toHaveLength(2);
  await call('endListings', { as, params, body: { products: [sold] } });
  expect((await textOf('getOffersFile')).some((line) => line.startsWith(sold))).toBe(false);
});

test('an order file is checked, placed once, and cancels what was cancelled', async () => {
  const id = await listed(5);
  const rows = [
    `1001;1;${id};1;199.99;5.00;${address};9001`,
    `1001;2;${id};1;199.99;5.00;${address};9002`,
    `1002;0;${id};1;199.99;0;${address};9003`,
    `1003;1;${id};0;199.99;0;${address};9004`,
    `1004;1;${id};1;149,50;0;${address};9005`,
  ];
  const checked = await send(rows, 'check');
  expect(checked).toMatchObject({ isApplied: false, added: 1, changed: 0, same: 1, rejected: 2 });
  expect(checked.faults.map(({ row, subject }) => [row, subject])).toEqual([
    [5, '1003'],
    [6, '1004'],
  ]);
  expect(await ordersOf()).toEqual([]);
  expect(await send(rows)).toMatchObject({ isApplied: true, added: 1, same: 1, rejected: 2 });
  expect(await send(rows)).toMatchObject({ added: 0, same: 2 });
  const [order] = await ordersOf();
  expect(order).toMatchObject({
    ...{ totalCents: 40_498, subtotalCents: 39_998, shippingCents: 500, status: 'processing' },
    ...{ firstName: 'Grace', country: 'United States', paymentStatus: 'paid' },
  });
  expect(await shop.stockOf(id)).toBe(3);
  expect(await send([`1001;4;${id};2;199.99;5.00;${address};9001`])).toMatchObject({ changed: 1 });
  expect((await ordersOf())[0]).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
  expect(await shop.stockOf(id)).toBe(5);
});

test('a channel that is off takes no orders', async () => {
  const id = await listed(5);
  await setEnabled(false);
  await expect(send([`3001;1;${id};1;220.00;0;${address};1`])).rejects.toMatchObject({
    message: 'This channel is off. Switch it on, then import its orders.',
  });
  await setEnabled(true);
  expect(await shop.stockOf(id)).toBe(5);
});

test('an order of a product that the channel does not list is refused by its row', async () => {
  const [id, other] = [await listed(5), await shop.addProduct(5, cents(20_000))];
  const rows = [`3101;1;${id};1;220.00;0;${address};1`, `3102;1;${other};1;220.00;0;${address};2`];
  const sent = await send(rows);
  expect(sent).toMatchObject({ added: 1, rejected: 1, faults: [{ row: 3, subject: '3102' }] });
  expect([await shop.stockOf(id), await shop.stockOf(other)]).toEqual([4, 5]);
});

const orderAt = async (totalCents: number) =>
  (await ordersOf()).find((order) => order.totalCents === totalCents)?.id ?? '';

test('an order below half of its listing waits unpaid until its sale is confirmed', async () => {
  const id = await listed(5);
  const rows = [`3201;1;${id};1;109.99;0;${address};1`, `3202;1;${id};1;110.00;0;${address};2`];
  expect(await send(rows, 'check')).toMatchObject({ added: 1, toCheck: 1 });
  expect(await send(rows)).toMatchObject({ added: 1, toCheck: 1 });
  expect(await send(rows)).toMatchObject({ added: 0, toCheck: 0, same: 2 });
  const order = { params: { id: await orderAt(10_999) } };
  const { channelOrder } = await sales('getChannelOrder', { as, ...order });
  expect(channelOrder.check).toContain('was sold for $109.99, less than half of its listing at $220.00.');
  expect(await shop.call('getOrder', order, { caller: admin })).toMatchObject({
    order: { status: 'pending', paymentStatus: 'unpaid' },
  });
  const body = { method: 'cash' } as const;
  await expect(shop.call('recordPayment', { ...order, body }, { caller: admin })).rejects.toMatchObject({
    message: 'Its buyer pays at the channel. Confirm the sale on the order instead.',
  });
  const confirmed = await sales('confirmChannelSale', { as, ...order });
  expect(confirmed.channelOrder.check).toBe('');
  expect(await shop.call('getOrder', order, { caller: admin })).toMatchObject({
    order: { status: 'processing', paymentStatus: 'paid' },
  });
  await expect(sales('confirmChannelSale', { as, ...order })).rejects.toMatchObject({
    code: 'EDIT_CONFLICT',
  });
  await shop.expectIntegrity();
});

test('an order below the cost of every device on sale waits for a check', async () => {
  const id = await listed(0);
  await db.update(products).set({ modelKey: id }).where(eq(products.id, id));
  await devices.setTracking(id, 'serial');
  const unit = await devices.receive(id, 'COSTLY77');
  await devices.moveUnits({ ids: [unit.id], to: 'ready' });
  await devices.listForSale([unit.id], id);
  const cost = {
    unitId: unit.id,
    kind: 'purchase' as const,
    amountCents: cents(15_000),
    source: '',
    note: '',
  };
  await inTransaction(db, (tx) => bookUnitCosts(tx, [cost], { actorId: null, now: deps.now() }));
  expect(await send([`3301;1;${id};1;149.99;0;${address};1`], 'check')).toMatchObject({ toCheck: 1 });
  expect(await send([`3301;1;${id};1;150.00;0;${address};1`], 'check')).toMatchObject({ toCheck: 0 });
});

test('a file that is none is refused with the columns that are missing', async () => {
  await expect(send(['1;2'], 'check', 'order_id;sku')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('no column state, quantity, price'),
  });
});

test('the shipments file names each device', async () => {
  const id = await listed(0);
  await db.update(products).set({ modelKey: id }).where(eq(products.id, id));
  await devices.setTracking(id, 'serial');
  const units = [await devices.receive(id, '490154203237518'), await devices.receive(id, 'SERIAL77')];
  await devices.moveUnits({ ids: units.map((unit) => unit.id), to: 'ready' });
  await devices.listForSale(
    units.map((unit) => unit.id),
    id,
  );
  await send([`2001;1;${id};2;210.00;0;${address};9100`]);
  const order = (await ordersOf()).find(({ totalCents }) => totalCents === 42_000);
  for (const code of ['490154203237518', 'SERIAL77']) await devices.packDevice(order?.id ?? '', code);
  const body = { status: 'shipped', carrier: 'UPS', trackingNumber: '1Z999' };
  await shop.call('changeOrderStatus', { params: { id: order?.id ?? '' }, body }, { caller: admin });
  expect(await textOf('getShipmentsFile')).toEqual([
    'order_id;orderline_id;new_state;tracking_number;shipper;imei;serial_number',
    '2001;9100;3;1Z999;UPS;490154203237518;',
    '2001;9100;3;1Z999;UPS;;SERIAL77',
  ]);
  const { channelOrder } = await sales('getChannelOrder', { as, params: { id: order?.id ?? '' } });
  expect(channelOrder).toMatchObject({ number: '2001', shipment: { state: 'by-hand' } });
  await expect(sales('resendShipment', { as, params: { id: order?.id ?? '' } })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  await shop.expectIntegrity();
});

test('the files have no formulas of those who typed a carrier or a SKU', async () => {
  const id = await listed(5);
  await send([`3401;1;${id};1;220.01;0;${address};1`]);
  const body = {
    status: 'shipped',
    carrier: '@SUM(1)',
    trackingNumber: '=HYPERLINK("https://evil.example";"x")',
  };
  await shop.call('changeOrderStatus', { params: { id: await orderAt(22_001) }, body }, { caller: admin });
  const line = (await textOf('getShipmentsFile')).find((text) => text.startsWith('3401'));
  expect(line).toContain(`"'=HYPERLINK(`);
  expect(line).toContain(`'@SUM(1)`);
});

test('the channel is refused in words in a store with a currency that it does not take', async () => {
  const inCurrency = async (currency: string) => {
    await db.update(storeSettings).set({ currency });
    await readSettings(db);
  };
  await inCurrency('KWD');
  const created = call('createChannel', { as, body: { kind: 'back-market', ...rules } });
  await expect(created).rejects.toMatchObject({
    message: 'Back Market takes no amounts in KWD. It takes AUD, EUR, GBP, JPY, KRW, SEK, USD.',
  });
  await inCurrency('USD');
});
