import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct, call, orderOf, signIn } from '../../plain-client.ts';
import { admin, type RunningShop, runShop } from '../../running-shop.ts';
import { shopCommand } from '../shop-command.ts';

// Moves the clock forward and back under a running shop: by an hour, over midnight of New Year's Eve, by a year.

const hour = 3_600_000;
const dataDir = mkdtempSync(join(tmpdir(), 'reprise-clock-'));
const clock = join(dataDir, 'clock');
const preload = fileURLToPath(new URL('../step-clock.ts', import.meta.url));
let running: RunningShop;
let product: string;

beforeAll(async () => {
  running = await runShop({
    dataDir,
    logLevel: 'error',
    settings: { CLOCK_STEP: clock, NODE_OPTIONS: `--import=${preload}` },
  });
  product = await addProduct(running.url, await signIn(running.url, admin), 1000);
});

afterAll(async () => {
  await running?.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

const newYear = (offset: number) => Date.UTC(new Date().getUTCFullYear() + 1, 0, 1) - Date.now() + offset;

/** Moves the clock; the shop's time is the date of a new order. */
async function step(wrongBy: number): Promise<void> {
  writeFileSync(clock, String(wrongBy));
  process.kill(running.pid, 'SIGUSR2');
  await expect
    .poll(
      async () => Math.abs(Date.parse((await place()).body.data.order.createdAt) - Date.now() - wrongBy),
      {
        timeout: 60_000,
      },
    )
    .toBeLessThan(30_000);
}

const numbers = new Set<string>();
let placed = 0;

async function place() {
  const answer = await call(running.url, 'POST', '/orders', {
    body: orderOf(product),
    key: crypto.randomUUID(),
  });
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([201, expect.any(String)]);
  numbers.add(answer.body.data.order.orderNumber);
  placed += 1;
  return answer;
}

/** Starts a payment, moves the clock and completes the payment. */
async function payAcross(wrongBy: number): Promise<{ status: string; payment: string }> {
  const { order, accessToken } = (await place()).body.data;
  const as = { orderToken: accessToken };
  const body = { orderId: order.id, amount: order.total };
  const started = await call(running.url, 'POST', '/payments/create-payment-intent', { body, ...as });
  const { clientSecret, paymentIntentId } = started.body.data;
  await step(wrongBy);
  const paying = { clientSecret, card: 'pm_card_visa' };
  const card = await call(running.url, 'POST', '/payments/test-processor/confirm', { body: paying });
  const confirm = { paymentIntentId, orderId: order.id };
  const confirmed = await call(running.url, 'POST', '/payments/confirm-payment', { body: confirm, ...as });
  expect([card.status, confirmed.status].filter((status) => status >= 500)).toEqual([]);
  const after = await call(running.url, 'GET', `/orders/${order.id}`, as);
  const { status, paymentStatus } = after.body.data.order;
  return { status, payment: paymentStatus };
}

test.each([
  ['an hour forward', hour],
  ['an hour back', -hour],
  ['to the last second of the year', newYear(-1000)],
  ['past New Year', newYear(1000)],
  ['back to where it was', 0],
])('a clock that is put %s: orders and payments go on, and the books add up', async (_how, wrongBy) => {
  const { status, payment } = await payAcross(wrongBy);
  // The order is paid in time; if its reservation has expired by that clock, it is cancelled and refunded.
  expect([
    ['processing', 'paid'],
    ['cancelled', 'unpaid'],
  ]).toContainEqual([status, payment]);
  // A new sign-in works at any clock.
  const token = await signIn(running.url, admin);
  expect((await call(running.url, 'GET', '/auth/me', { token })).status).toBe(200);
  expect((await shopCommand({ dataDir }, 'check')).code).toBe(0);
});

test('repeats no order number and accounts for every unit after clock changes', async () => {
  expect(numbers.size).toBe(placed);
  const left = (await call(running.url, 'GET', `/products/${product}`)).body.data.product.stockCount;
  const cancelled = await call(running.url, 'GET', '/orders/admin/all?limit=1&status=cancelled', {
    token: await signIn(running.url, admin),
  });
  expect(left + placed - cancelled.body.data.pagination.total).toBe(1000);
  console.log(`F-17: the clock moved 5 times, ${placed} orders, no number twice, integrity checks pass`);
});
