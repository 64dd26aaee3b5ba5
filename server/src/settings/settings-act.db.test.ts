import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openOrderShop, orderOf, someAddress } from '../../test/order-shop.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { mails } from '../notifications/notifications.tables.ts';
import { orders } from '../orders/orders.tables.ts';
import { updateSettings } from './update-settings.ts';

// Settings whose effect takes a clock or a mail; the others are tried on a running shop, e2e/running.

const database = await openTestDatabase();
const shop = await openOrderShop(database, { RATE_LIMIT: 'off' });
const { deps, call, place, addProduct } = shop;
const save = (settings: Parameters<typeof updateSettings>[1]) => updateSettings(deps, settings, null);

beforeEach(async () => {
  await deps.db.delete(mails);
});

/** The kinds of mail that an order that leaves four of a product causes. */
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
] as const)('without %s its mails are not written, and with it they are', async (name, others) => {
  await save({ [name]: false });
  expect(await mailsOfAnOrder()).toEqual(others);
  await save({ [name]: true });
  await deps.db.delete(mails);
  expect(await mailsOfAnOrder()).toEqual(['low-stock', 'order-placed']);
});

test('the store’s identity stands in its mails, and what it writes to itself goes to its address', async () => {
  const store = {
    storeName: 'Second Life',
    storeEmail: 'desk@second.example',
    storePhone: '+1 555 0177',
    storeAddress: '7 Harbor Street, Salem',
  };
  await save(store);
  expect(await mailsOfAnOrder()).toEqual(['low-stock', 'order-placed']);
  const written = await deps.db.select().from(mails).orderBy(mails.kind);
  const [toTheStore, toTheCustomer] = written;
  expect(toTheStore?.recipient).toBe(store.storeEmail);
  for (const words of Object.values(store)) {
    expect(toTheCustomer?.html).toContain(words);
    expect(toTheCustomer?.text).toContain(words);
  }
});

test('holdMinutes says how long a payment has at least from its start', async () => {
  await save({ holdMinutes: 7, reservationMinutes: 5 });
  const product = await addProduct(9);
  const { order, accessToken } = await place(orderOf({ [product]: 1 }));
  const body = { amount: order.total, orderId: order.id };
  await call('createPaymentIntent', { body }, { orderToken: accessToken });
  const [stored] = await deps.db.select().from(orders).where(eq(orders.id, order.id));
  expect(stored?.holdUntil?.getTime()).toBe(shop.clock.now.getTime() + 7 * 60_000);
});

test('reservationMinutes and staffReservationDays say how long an unpaid order reserves its stock', async () => {
  await save({ reservationMinutes: 45, staffReservationDays: 3 });
  const product = await addProduct(9);
  const { order } = await place(orderOf({ [product]: 1 }));
  const { paymentMethod: _, ...body } = orderOf({ [product]: 1 });
  const byStaff = await call('placeStaffOrder', { body }, { caller: await shop.addUser('admin') });
  const reservedFor = ({ reservedUntil, createdAt }: { reservedUntil: string; createdAt: string }) =>
    (Date.parse(reservedUntil) - Date.parse(createdAt)) / 60_000;
  expect([order, byStaff.order].map(reservedFor)).toEqual([45, 3 * 24 * 60]);
});
