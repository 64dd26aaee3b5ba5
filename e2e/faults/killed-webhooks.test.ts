import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';
import { addProduct, call, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';
import { shop } from './shoppers.ts';
import { sized, timeFor } from './size.ts';

// Kills the shop (kill -9) at random times while orders arrive, round after round. A receiver with the verifier of the
// Standard Webhooks library gets an event of each confirmed order, and none of an order that does not exist.

const rounds = sized({ slice: 1, quick: 3, release: 50 });
const folder = mkdtempSync(join(tmpdir(), 'reprise-killed-webhooks-'));
let running: RunningShop | undefined;

let secret = '';
const orders = new Map<string, string>();
const receiver = createServer(async (request, response) => {
  const body = await text(request);
  const header = (name: string) => String(request.headers[name]);
  const headers = {
    'webhook-id': header('webhook-id'),
    'webhook-timestamp': header('webhook-timestamp'),
    'webhook-signature': header('webhook-signature'),
  };
  const event = new Webhook(secret).verify(body, headers) as { data: { id: string; orderNumber: string } };
  orders.set(event.data.orderNumber, event.data.id);
  response.writeHead(204).end();
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

afterAll(async () => {
  receiver.close();
  await running?.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<RunningShop> {
  running = await runShop({ dataDir: folder, settings: { WEBHOOK_INTERNAL_HOSTS: '127.0.0.1' } });
  return running;
}

/** Places orders until the shop is killed after so many answers; returns the numbers of the confirmed ones. */
async function orderUntilKilled(
  opened: RunningShop,
  product: string,
  afterOrders: number,
): Promise<string[]> {
  let gone = false;
  opened.ended.then(() => {
    gone = true;
  });
  let answered = 0;
  const sent = await shop({
    base: opened.url,
    product,
    shoppers: 4,
    shouldContinue: () => !gone,
    restMs: 50,
    onResponse: () => {
      answered += 1;
      if (answered === afterOrders) opened.kill();
    },
  });
  await opened.ended;
  return sent.flatMap(({ orderNumber }) => orderNumber ?? []);
}

/** Waits until each order has arrived, as long as their number grows: an interrupted delivery is repeated in a minute. */
async function eventsToCome(numbers: string[]): Promise<void> {
  let before = -1;
  for (let quietSince = performance.now(); performance.now() - quietSince < 150_000; ) {
    if (numbers.every((number) => orders.has(number))) return;
    if (orders.size > before) quietSince = performance.now();
    before = orders.size;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

test(
  `each order reaches the receiver of a webhook through ${rounds} kills`,
  async () => {
    let opened = await open();
    const token = await signIn(opened.url, admin);
    const product = await addProduct(opened.url, token, 900_000);
    const body = { url, description: '', events: ['order.placed'], enabled: true };
    const created = await call(opened.url, 'POST', '/webhooks', { token, body });
    secret = created.body.data.secret;
    const confirmed: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      confirmed.push(...(await orderUntilKilled(opened, product, 5 + Math.floor(Math.random() * 30))));
      opened = await open();
    }
    expect(confirmed.length).toBeGreaterThan(0);
    await eventsToCome(confirmed);
    expect(confirmed.filter((number) => !orders.has(number))).toEqual([]);
    const again = await signIn(opened.url, admin);
    for (const id of orders.values()) {
      expect((await call(opened.url, 'GET', `/orders/${id}`, { token: again })).status).toBe(200);
    }
  },
  timeFor(rounds),
);
