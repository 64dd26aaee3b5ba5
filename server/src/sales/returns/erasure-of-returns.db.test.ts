import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { problemOf } from '../../../test/order-shop.ts';
import { openReturnShop, type SoldOrder } from '../../../test/return-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { guestEraser, userEraser } from '../../app/personal-data.ts';
import { deleteUser, eraseUser } from '../../people/identity/delete-user.ts';
import { users } from '../../people/identity/identity.tables.ts';
import { eraseWithRequests } from '../../people/privacy/guest-data.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { expireOrderData } from '../orders/expire-order-data.ts';
import { orders } from '../orders/orders.tables.ts';
import { hasNoOpenReturn } from './assert-no-open-return.ts';

const database = await openTestDatabase();
const shop = await openReturnShop(database);
const { db } = shop.deps;

/** Sells two phones to a guest and opens a return of each. */
async function openTwo() {
  const sold = await shop.sell(2);
  const open = (unit: string | undefined) => shop.openReturn(sold, [shop.phoneLine(unit)]);
  return { sold, cases: [await open(sold.numbers[0]), await open(sold.numbers[1])] };
}

const emailOf = async ({ id }: SoldOrder) =>
  (await db.select({ email: orders.email }).from(orders).where(eq(orders.id, id)))[0]?.email ?? '';
const cancel = ({ guest }: SoldOrder, number: string) =>
  shop.call('cancelReturn', { params: { number } }, guest);
const eraseGuest = (email: string) =>
  inTransaction(db, (tx) => eraseWithRequests(tx, guestEraser(shop.deps), email));
const refusalOf = (number: string) => ({
  code: 'RETURN_OPEN',
  message: `Return ${number} is still open. Personal data can be erased once it is finished.`,
  details: { return: number },
});

test('an open return refuses the erasure of its guest and names it', async () => {
  const { sold, cases } = await openTwo();
  const email = await emailOf(sold);
  for (const { number } of cases) {
    expect(await problemOf(eraseGuest(email))).toMatchObject(refusalOf(number));
    expect(await emailOf(sold)).toBe(email);
    await cancel(sold, number);
  }
  expect(await eraseGuest(email)).toMatchObject({ orders: 1 });
  expect(await emailOf(sold)).toBe('');
});

test('a guest is erased by age only after the open returns', async () => {
  const { sold, cases } = await openTwo();
  const later = new Date(Date.now() + 1000).toISOString();
  const before = { networks: later, guests: later, invoices: later };
  const erase = expireOrderData(shop.deps.secret, before, hasNoOpenReturn)['orders of guests'];
  const run = () => inTransaction(db, async (tx) => (await erase?.(tx, 100)) ?? 0);
  await db.update(orders).set({ status: 'delivered' }).where(eq(orders.id, sold.id));
  for (const { number } of cases) {
    await run();
    expect(await emailOf(sold)).not.toBe('');
    await cancel(sold, number);
  }
  await run();
  expect(await emailOf(sold)).toBe('');
});

test('an open return refuses the deletion of its account by customer and staff', async () => {
  const { sold, cases } = await openTwo();
  const { userId } = await shop.addUser();
  await db.execute(sql`update orders set user_id = ${userId} where id = ${sold.id}`);
  const eraser = userEraser(shop.deps);
  const byStaff = () => deleteUser(shop.deps, eraser, userId, shop.admin);
  const byCustomer = () => inTransaction(db, (tx) => eraseUser(tx, eraser, userId, userId));
  for (const { number } of cases) {
    expect(await problemOf(byStaff())).toMatchObject(refusalOf(number));
    expect(await problemOf(byCustomer())).toMatchObject(refusalOf(number));
    await cancel(sold, number);
  }
  await byCustomer();
  expect(await db.select().from(users).where(eq(users.id, userId))).toEqual([]);
});

test('an erasure and a return opened at once never leave a return of an erased order', async () => {
  for (let round = 0; round < 6; round++) {
    const sold = await shop.sell(1);
    const email = await emailOf(sold);
    const both = [eraseGuest(email), shop.openReturn(sold, [shop.phoneLine(sold.numbers[0])])];
    const [erased, opened] = await Promise.allSettled(both);
    expect([erased?.status, opened?.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect((await emailOf(sold)) === '').toBe(erased?.status === 'fulfilled');
  }
});
