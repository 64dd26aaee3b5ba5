import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Answer, addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';

const buyers = 60;
const units = 7;

const folder = mkdtempSync(join(tmpdir(), 'reprise-last-units-'));
const shops: RunningShop[] = [];

afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function open(dataDir: string): Promise<RunningShop> {
  const shop = await runShop({ dataDir: join(folder, dataDir) });
  shops.push(shop);
  return shop;
}

/** Every buyer sends the same order twice at once, to two different processes. */
async function rush(urls: string[], product: string): Promise<Answer[][]> {
  const duplicates = Array.from({ length: buyers }, (_, buyer) => {
    const key = crypto.randomUUID();
    const body = orderOf(product, 1, `buyer${buyer}@example.com`);
    return [0, 1].map((duplicate) =>
      call(urls[duplicate % urls.length] ?? '', 'POST', '/orders', { body, key }),
    );
  });
  return Promise.all(duplicates.map((pair) => Promise.all(pair)));
}

async function expectExactlyTheUnitsSold(urls: string[]): Promise<void> {
  const base = urls[0] ?? '';
  const token = await signIn(base, admin);
  const product = await addProduct(base, token, units);

  const pairs = await rush(urls, product);

  const answers = pairs.flat();
  expect(answers.filter((answer) => answer.status >= 500).map((answer) => answer.text)).toEqual([]);
  const won = pairs.filter(([first]) => first?.status === 201);
  expect(won).toHaveLength(units);
  for (const [first, second] of won) {
    expect([second?.status, second?.text]).toEqual([201, first?.text]);
  }
  const lost = pairs.filter(([first]) => first?.status !== 201).flat();
  expect(new Set(lost.map((answer) => `${answer.status} ${answer.body?.code}`))).toEqual(
    new Set(['409 OUT_OF_STOCK']),
  );
  const numbers = won.map(([first]) => first?.body.data.order.orderNumber);
  expect(new Set(numbers).size).toBe(units);
  const left = await call(base, 'GET', `/products/${product}`);
  expect(left.body.data.product).toMatchObject({ stockCount: 0, inStock: false });
  const orders = await call(base, 'GET', '/orders/admin/all', { token });
  expect(
    orders.body.data.orders.filter(
      (order: { items: { product: { id: string } }[] }) => order.items[0]?.product.id === product,
    ),
  ).toHaveLength(units);
}

describe(`sells the last ${units} units to ${buyers} buyers who each send twice`, () => {
  test('on the embedded database', async () => {
    const shop = await open('embedded');
    await expectExactlyTheUnitsSold([shop.url]);
  });
});
