import { cents } from '@reprise/contract/money';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openOrderShop, orderOf, someAddress } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { readOrder } from '../../sales/orders/orders.queries.ts';
import { orders } from '../../sales/orders/orders.tables.ts';
import { mails } from '../notifications/notifications.tables.ts';
import { updateSettings } from './update-settings.ts';

// Settings whose effect requires a clock or a mail; e2e/running tests the others on a running shop.

const database = await openTestDatabase();
const shop = await openOrderShop(database, { RATE_LIMIT: 'off' });
const { deps, call, place, addProduct } = shop;
const save = (settings: Parameters<typeof updateSettings>[1]) => updateSettings(deps, settings, null);

beforeEach(async () => {
  await deps.db.delete(mails);
});

/** Places an order that leaves four units in stock and returns the kinds of mail it causes. */
async function mailsOfAnOrder(): Promise<string[]> {
  const product = await addProduct(5);
  await place(orderOf({ [product]: 1 }, { shippingAddress: { ...someAddress } }));
  await deps.jobs.workUntilIdle();
  return (await deps.db.select({ kind: mails.kind }).from(mails)).map(({ kind }) => kind).sort();
}

test.each([
  ['emailNotifications', ['low-stock']],
  ['orderConfirmations', ['low-stock']],
  ['lowStockAlerts', ['order-placed']],
] as const)('%s turns its mails on and off', async (name, others) => {
  await save({ [name]: false });
  expect(await mailsOfAnOrder()).toEqual(others);
  await save({ [name]: true });
  await deps.db.delete(mails);
  expect(await mailsOfAnOrder()).toEqual(['low-stock', 'order-placed']);
});

test('newOrderAlerts mails each paid order to the store once, without the customer', async () => {
  const boss = await shop.addUser('admin');
  const product = await addProduct(50);
  const payAnOrder = async () => {
    const { order } = await place(orderOf({ [product]: 2 }));
    await call('recordPayment', { params: { id: order.id }, body: { method: 'cash' } }, { caller: boss });
    await deps.jobs.workUntilIdle();
    return order;
  };
  const sent = () => deps.db.select().from(mails).where(eq(mails.kind, 'new-order'));
  await payAnOrder();
  expect(await sent()).toEqual([]);
  await save({ newOrderAlerts: true, storeEmail: 'desk@second.example' });
  const { orderNumber } = await payAnOrder();
  const [mail, ...others] = await sent();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ recipient: 'desk@second.example' });
  expect(mail?.subject).toContain(orderNumber);
  expect(mail?.text).toContain('2 x Pixel 7 128 GB Snow, Good');
  const { firstName, lastName, email, phone, address } = someAddress;
  for (const value of [firstName, lastName, email, phone, address]) expect(mail?.text).not.toContain(value);
  await save({ newOrderAlerts: false });
});

test('mails show the store’s contact data, and its own go to the store email', async () => {
  const store = {
    storeName: 'Second Life',
    storeEmail: 'desk@second.example',
    storePhone: '+1 555 0177',
    storeAddress: '7 Harbor Street, Salem',
  };
  await save(store);
  expect(await mailsOfAnOrder()).toEqual(['low-stock', 'order-placed']);
  const [toTheStore, toTheCustomer] = await deps.db.select().from(mails).orderBy(mails.kind);
  expect(toTheStore?.recipient).toBe(store.storeEmail);
  for (const value of Object.values(store)) {
    expect(toTheCustomer?.html).toContain(value);
    expect(toTheCustomer?.text).toContain(value);
  }
});

test('an order keeps the tax rate it was placed with', async () => {
  await save({ taxBasisPoints: 887.5 });
  // 8.875% of $20.00 is $1.775, rounded half up.
  const { order } = await place(orderOf({ [await addProduct(9, cents(2000))]: 1 }));
  expect([order.taxBasisPoints, order.tax]).toEqual([887.5, 1.78]);
  await save({ taxBasisPoints: 800 });
  expect(await readOrder(deps.db, order.id)).toMatchObject({ taxBasisPoints: 887.5, tax: 178 });
});

test('an order has the tax of its address', async () => {
  await save({
    taxBasisPoints: 0,
    taxRates: [
      { country: 'United States', state: 'California', basisPoints: 725 },
      { country: 'United Kingdom', state: '', basisPoints: 2000 },
    ],
  });
  const product = await addProduct(9, cents(2000));
  const taxAt = async (country: string, state: string) => {
    const shippingAddress = { ...someAddress, country, state };
    const { order } = await place(orderOf({ [product]: 1 }, { shippingAddress }));
    return [order.taxBasisPoints, order.tax];
  };
  expect(await taxAt('United States', 'CA')).toEqual([725, 1.45]);
  expect(await taxAt('United States', 'Oregon')).toEqual([0, 0]);
  expect(await taxAt('United Kingdom', 'Kent')).toEqual([2000, 4]);
  await save({ taxBasisPoints: 800, taxRates: [] });
});

test('an order whose prices include the tax keeps it through edits, refunds and its invoices', async () => {
  const boss = { caller: await shop.addUser('admin') };
  await save({ taxBasisPoints: 2000, pricesIncludeTax: true });
  const product = await addProduct(9, cents(12_000));
  const { order } = await place(orderOf({ [product]: 2 }));
  expect(order).toMatchObject({ subtotal: 240, shipping: 0, tax: 40, total: 240, taxIncluded: true });
  await save({ taxBasisPoints: 800, pricesIncludeTax: false });
  const later = (await place(orderOf({ [product]: 1 }))).order;
  expect(later).toMatchObject({ tax: 9.6, total: 129.6 });
  expect(later).not.toHaveProperty('taxIncluded');

  const params = { id: order.id };
  await call('recordPayment', { params, body: { method: 'cash' } }, boss);
  const { items, shippingAddress, shippingMethod } = order;
  const body = {
    items: items.map((item: { product: { id: string } }) => ({ product: item.product.id, quantity: 3 })),
    ...{ shippingAddress, shippingMethod, version: 0, reason: 'One more' },
  };
  await call('editOrder', { params, body }, boss);
  expect(await readOrder(deps.db, order.id)).toMatchObject({ tax: 6000, total: 36_000, taxIncluded: true });
  await call('recordPayment', { params, body: { method: 'cash' } }, boss);
  const refunded = { items: [{ product, quantity: 1 }], reason: 'Scratch' };
  await call('refundOrder', { params, body: refunded }, boss);
  const { invoices: drawn } = await call('listOrderInvoices', { params }, boss);
  expect(
    drawn.map(({ kind, amount, tax }: { kind: string; amount: number; tax: number }) => [kind, amount, tax]),
  ).toEqual([
    ['invoice', 240, 40],
    ['credit-note', 240, 40],
    ['invoice', 360, 60],
    ['credit-note', 120, 20],
  ]);
  await shop.expectIntegrity();
});

test('holdMinutes is the minimum time to pay after a payment starts', async () => {
  await save({ holdMinutes: 7, reservationMinutes: 5 });
  const product = await addProduct(9);
  const { order, accessToken } = await place(orderOf({ [product]: 1 }));
  const body = { amount: order.total, orderId: order.id };
  await call('createPaymentIntent', { body }, { orderToken: accessToken });
  const [stored] = await deps.db.select().from(orders).where(eq(orders.id, order.id));
  expect(stored?.reservedUntil?.getTime()).toBe(shop.clock.now.getTime() + 7 * 60_000);
});

test('reservationMinutes and staffReservationDays limit stock reservations', async () => {
  await save({ reservationMinutes: 45, staffReservationDays: 3 });
  const product = await addProduct(9);
  const { order } = await place(orderOf({ [product]: 1 }));
  const { paymentMethod: _, ...body } = orderOf({ [product]: 1 });
  const byStaff = await call('placeStaffOrder', { body }, { caller: await shop.addUser('admin') });
  const reservedFor = ({ reservedUntil, createdAt }: { reservedUntil: string; createdAt: string }) =>
    (Date.parse(reservedUntil) - Date.parse(createdAt)) / 60_000;
  expect([order, byStaff.order].map(reservedFor)).toEqual([45, 3 * 24 * 60]);
});
