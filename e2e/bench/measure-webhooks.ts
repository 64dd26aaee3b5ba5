import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { addProduct, call, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { orderFor } from './measure-orders.ts';
import { press } from './press.ts';
import { median, rounds, withRange } from './rounds.ts';

const seconds = 4;
const productsInAll = 64;
const events = ['order.placed', 'order.updated', 'stock.changed'];
const pollMs = 100;
const bulkEdits = 30;

/**
 * Measures how fast events arrive, and orders per second without a webhook and with one of three events, in turn. The
 * receiver shares the machine.
 */
export async function measureWebhooks(base: string): Promise<void> {
  const token = await signIn(base, admin);
  const products = await Promise.all(
    Array.from({ length: productsInAll }, () => addProduct(base, token, 1_000_000)),
  );
  const receiver = await openReceiver();
  const body = { url: receiver.url, description: '', events };
  const created = await call(base, 'POST', '/webhooks', { token, body: { ...body, enabled: false } });
  const { id } = created.body.data.webhook;
  const switchTo = (enabled: boolean) =>
    call(base, 'PUT', `/webhooks/${id}`, { token, body: { ...body, enabled } });
  const place = (connections: number) =>
    press(base, { connections, seconds, requests: products.map(orderFor), keyed: true });

  await switchTo(true);
  const change = { kind: 'stock', change: 1 };
  const expected = bulkEdits * products.length;
  const startedAt = performance.now();
  for (let edit = 0; edit < bulkEdits; edit++) {
    await call(base, 'POST', '/products/admin/bulk', { token, body: { products, change } });
  }
  const madeMs = performance.now() - startedAt;
  while (receiver.count() < expected) await setTimeout(pollMs);
  const perSecond = expected / ((performance.now() - startedAt) / 1000);
  console.log(
    `\n${expected} events, made in ${(madeMs / 1000).toFixed(1)} s, arrive at ${perSecond.toFixed(0)} a second.`,
  );

  await place(16);
  console.log('\n| orders placed per second | without a webhook | with one | ratio |\n|---|---|---|---|');
  for (const buyers of [16, 64]) {
    const rates: Record<'off' | 'on', number[]> = { off: [], on: [] };
    for (let round = 0; round < rounds; round++) {
      for (const state of ['off', 'on'] as const) {
        await switchTo(state === 'on');
        rates[state].push((await place(buyers)).perSecond);
      }
    }
    const ratio = median(rates.on) / median(rates.off);
    console.log(
      `| ${buyers} buyers | ${withRange(rates.off)} | ${withRange(rates.on)} | ${ratio.toFixed(2)} |`,
    );
  }
  receiver.close();
}

async function openReceiver() {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      count++;
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    count: () => count,
    close: () => server.close(),
  };
}
