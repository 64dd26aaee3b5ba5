import { cents } from '@reprise/contract/money';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openDiscounts } from '../../../test/discount-codes.ts';
import { type OrderShop, openOrderShop, orderOf, someAddress } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { createLog } from '../../platform/log.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { addCode, usesOf } = await openDiscounts(shop);
const neighbor = await openNeighbor();

/** A second process with its own connections on PostgreSQL; the embedded database allows only one. */
async function openNeighbor() {
  if (database.kind === 'embedded') return shop;
  const second = await openDatabase({ databaseUrl: database.url, dataDir: '', log: createLog('silent') });
  afterAll(() => second.close());
  return openOrderShop(second);
}

afterEach(() => shop.expectIntegrity());

const addressOf = (n: number) => ({ shippingAddress: { ...someAddress, email: `buyer${n}@example.com` } });
const sentenceOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'placed',
    (error) => error.message,
  );
const counted = (outcomes: string[]) =>
  Object.fromEntries(
    [...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, all]) => [outcome, all.length]),
  );

test('7 uses go to 7 of 30 buyers who each send their order twice', { timeout: 60_000 }, async () => {
  const code = await addCode({ maxUses: 7 });
  const phone = await shop.addProduct(100, cents(4999));
  const twins = await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      const body = orderOf({ [phone]: 1 }, { ...addressOf(n), discountCode: code.code });
      const send = (process: OrderShop) =>
        sentenceOf(process.place(body, { idempotencyKey: `discount race ${n}` }));
      return Promise.all([send(shop), send(neighbor)]);
    }),
  );
  for (const [one, other] of twins) expect(one).toBe(other);
  expect(counted(twins.map(([one]) => one))).toEqual({ placed: 7, 'This code has been used up.': 23 });
  expect(await usesOf(code)).toBe(7);
});

test('a code for one use per customer is used once by ten orders at once', { timeout: 60_000 }, async () => {
  const code = await addCode({ oncePerCustomer: true });
  const phone = await shop.addProduct(100, cents(4999));
  const body = orderOf({ [phone]: 1 }, { ...addressOf(99), discountCode: code.code });
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, n) => sentenceOf((n % 2 === 0 ? shop : neighbor).place(body))),
  );
  expect(counted(outcomes)).toEqual({ placed: 1, 'You have already used this code.': 9 });
});

test('an order cancelled ten times at once gives one use back', async () => {
  const code = await addCode({ maxUses: 3 });
  const phone = await shop.addProduct(10);
  const admin = await shop.addUser('admin');
  const place = (n: number) =>
    shop.place(orderOf({ [phone]: 1 }, { ...addressOf(200 + n), discountCode: code.code }));
  const { order } = await place(1);
  await place(2);
  const wire = { params: { id: order.id }, body: { status: 'cancelled' } };
  await Promise.all(
    Array.from({ length: 10 }, () => shop.call('changeOrderStatus', wire, { caller: admin })),
  );
  expect(await usesOf(code)).toBe(1);
});
