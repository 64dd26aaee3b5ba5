import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';

/** `npm test` holds three rounds, `npm run test:faults` twenty. */
const rounds = Number(process.env.KILL_ROUNDS ?? 3);
const shoppers = 4;
const stock = 100_000;

const dataDir = mkdtempSync(join(tmpdir(), 'reprise-kill-'));
let shop: RunningShop | undefined;

afterAll(async () => {
  await shop?.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

type Sent = { key: string; body: unknown; orderNumber?: string };

/** Shoppers order one after the other until the shop is gone; unanswered orders stay without a number. */
async function orderUntilKilled(base: string, product: string, killAfter: number, kill: () => void) {
  const sent: Sent[] = [];
  let acknowledged = 0;
  const shopper = async () => {
    for (;;) {
      const order: Sent = { key: crypto.randomUUID(), body: orderOf(product) };
      sent.push(order);
      const answer = await call(base, 'POST', '/orders', { body: order.body, key: order.key }).catch(
        () => null,
      );
      if (answer === null) return;
      expect(answer.status).toBe(201);
      order.orderNumber = answer.body.data.order.orderNumber;
      acknowledged += 1;
      if (acknowledged === killAfter) kill();
    }
  };
  await Promise.all(Array.from({ length: shoppers }, shopper));
  return sent;
}

test(
  `kill -9 while orders stream in, ${rounds} times`,
  async () => {
    shop = await runShop({ dataDir });
    const product = await addProduct(shop.url, await signIn(shop.url, admin), stock);
    const everything: Sent[] = [];

    for (let round = 0; round < rounds; round++) {
      const { url, kill } = shop;
      let killed = Promise.resolve();
      const sent = await orderUntilKilled(url, product, 3 + Math.floor(Math.random() * 25), () => {
        killed = kill();
      });
      await killed;
      shop = await runShop({ dataDir });
      for (const order of sent) {
        const repeat = await call(shop.url, 'POST', '/orders', { body: order.body, key: order.key });
        expect(repeat.status).toBe(201);
        // An acknowledged order is still that order; an unanswered one has exactly one now.
        if (order.orderNumber) expect(repeat.body.data.order.orderNumber).toBe(order.orderNumber);
        order.orderNumber = repeat.body.data.order.orderNumber;
      }
      everything.push(...sent);
    }

    const numbers = everything.map((order) => order.orderNumber);
    expect(new Set(numbers).size).toBe(everything.length);
    const token = await signIn(shop.url, admin);
    const orders = await call(shop.url, 'GET', '/orders/admin/all?limit=1', { token });
    expect(orders.body.data.pagination.total).toBe(everything.length);
    const left = await call(shop.url, 'GET', `/products/${product}`);
    expect(left.body.data.product.stockCount + everything.length).toBe(stock);
    console.log(`${rounds} kills, ${everything.length} orders, none lost, none doubled`);
  },
  60_000 + rounds * 30_000,
);
