import { cents } from '@reprise/contract/money';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type OrderShop, openOrderShop, orderOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { openDatabase } from '../../../platform/database/open-database.ts';
import { createLog } from '../../../platform/log.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { call, place, addProduct, stockOf } = shop;
const neighbour = await openNeighbour();

/** A second process with its own connections on PostgreSQL; the embedded database allows only one. */
async function openNeighbour() {
  if (database.kind === 'embedded') return shop;
  const second = await openDatabase({ databaseUrl: database.url, dataDir: '', log: createLog('silent') });
  afterAll(() => second.close());
  return openOrderShop(second);
}

afterEach(() => shop.expectIntegrity());

const buyer = (n: number) => ({ shippingAddress: { ...someAddress, email: `buyer${n}@example.com` } });

type Outcome = { response: string } | { code: string };

const outcomeOf = async (work: Promise<unknown>): Promise<Outcome> =>
  work.then(
    (response) => ({ response: JSON.stringify(response) }),
    (error) => ({ code: error.code ?? String(error) }),
  );

test('sells 7 units once when 60 buyers send their order twice', { timeout: 60_000 }, async () => {
  const product = await addProduct(7, cents(4999));
  const twins = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const sendTo = (process: OrderShop) =>
        outcomeOf(process.place(orderOf({ [product]: 1 }, buyer(n)), { idempotencyKey: `race ${n}` }));
      return Promise.all([sendTo(shop), sendTo(neighbour)]);
    }),
  );
  for (const [one, other] of twins) expect(one).toEqual(other);
  const outcomes = twins.map(([one]) => one);
  const codes = outcomes.flatMap((outcome) => ('code' in outcome ? [outcome.code] : []));
  expect(codes).toEqual(Array(53).fill('OUT_OF_STOCK'));
  const numbers = outcomes.flatMap((outcome) =>
    'response' in outcome ? [JSON.parse(outcome.response).order.orderNumber] : [],
  );
  expect(new Set(numbers).size).toBe(7);
  expect(await stockOf(product)).toBe(0);
});

test('places carts with products in any order without a deadlock', { timeout: 60_000 }, async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => addProduct(40)));
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const rotated = [...all.slice(n % 4), ...all.slice(0, n % 4)];
      const cart = n % 2 === 0 ? rotated : rotated.reverse();
      const items = cart.slice(0, 2 + (n % 3)).map((product) => ({ product, quantity: 1 + (n % 2) }));
      return outcomeOf(place({ ...orderOf({}, buyer(n)), items }));
    }),
  );
  const codes = outcomes.flatMap((outcome) => ('code' in outcome ? [outcome.code] : []));
  expect(codes.filter((code) => code !== 'OUT_OF_STOCK')).toEqual([]);
});

test('gives the last unit to one of a reopened order and its competitors', async () => {
  const admin = await shop.addUser('admin');
  const product = await addProduct(1);
  const { order } = await place(orderOf({ [product]: 1 }));
  const set = (status: string) =>
    call('changeOrderStatus', { params: { id: order.id }, body: { status } }, { caller: admin });
  await set('cancelled');
  const outcomes = await Promise.all([
    outcomeOf(set('pending')),
    ...Array.from({ length: 5 }, (_, n) => outcomeOf(place(orderOf({ [product]: 1 }, buyer(n))))),
  ]);
  expect(outcomes.filter((outcome) => 'response' in outcome)).toHaveLength(1);
  expect(await stockOf(product)).toBe(0);
});

test('returns stock once when an order is cancelled ten times at once', async () => {
  const admin = await shop.addUser('admin');
  const product = await addProduct(3);
  const { order } = await place(orderOf({ [product]: 2 }));
  const wire = { params: { id: order.id }, body: { status: 'cancelled' } };
  await Promise.all(Array.from({ length: 10 }, () => call('changeOrderStatus', wire, { caller: admin })));
  expect(await stockOf(product)).toBe(3);
});
