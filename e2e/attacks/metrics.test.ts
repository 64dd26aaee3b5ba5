import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { freePort } from '../../server/test/free-port.ts';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';

const token = 'a-token-for-scrapes';
const liveRequests = 40;

let shop: AttackedShop;
let portUrl: string;
let other: RunningShop;
let otherPortUrl: string;
let dataDir: string;

beforeAll(async () => {
  const ports = [await freePort(), await freePort()];
  portUrl = `http://127.0.0.1:${ports[0]}/metrics`;
  otherPortUrl = `http://127.0.0.1:${ports[1]}/metrics`;
  shop = await openAttackedShop({
    settings: { WORKERS: '2', METRICS_TOKEN: token, METRICS_PORT: String(ports[0]), PAYMENTS: 'test' },
  });
  dataDir = mkdtempSync(join(tmpdir(), 'reprise-metrics-'));
  const settings = { METRICS_PORT: String(ports[1]) };
  other = await runShop({ dataDir, databaseUrl: shop.databaseUrl, settings });
});

afterAll(async () => {
  await other?.stop();
  await shop?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

attack('13', 'metrics answer to their token or on their own port only', async (report) => {
  const local = { 'x-forwarded-for': '127.0.0.1' };
  const refused = [
    await scrape(`${shop.url}/metrics`),
    await scrape(`${shop.url}/metrics`, local),
    await scrape(`${shop.url}/metrics`, { authorization: 'Bearer a-token-for-scraper' }),
    await scrape(`${shop.url}/metrics?token=${token}`),
    await scrape(portUrl),
    await scrape(`${other.url}/metrics`),
    await scrape(`${other.url}/metrics`, { authorization: 'Bearer undefined' }),
    await scrape(otherPortUrl, { host: 'rebound.example' }),
    await scrape(otherPortUrl.replace('/metrics', '/')),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
  for (const { text } of refused) expect(text).not.toMatch(/process_|shop_/);
  const allowed = [
    await scrape(`${shop.url}/metrics`, { authorization: `Bearer ${token}` }),
    await scrape(portUrl, { authorization: `Bearer ${token}` }),
    await scrape(otherPortUrl),
  ];
  expect(allowed.map(({ status }) => status)).toEqual([200, 200, 200]);
  report(`${refused.length} of ${refused.length} refused with 404, token and own port answered`);
});

attack('13', 'every scrape adds up all processes', async (report) => {
  const read = async () => {
    const { text } = await scrape(`${shop.url}/metrics`, { authorization: `Bearer ${token}` });
    return {
      live: sumOf(text, 'http_request_duration_seconds_count', 'route="/health/live"'),
      limited: text.includes('\nrate_limited_requests_total{')
        ? sumOf(text, 'rate_limited_requests_total')
        : 0,
      untrusted: sumOf(text, 'untrusted_forwarded_requests_total'),
    };
  };
  // A request is counted shortly after its response, so an earlier one may be missing from the first reading.
  await read();
  const before = await read();
  for (let sent = 0; sent < liveRequests; sent++) await scrape(`${shop.url}/health/live`);
  const found = await call(shop.url, 'GET', '/tracking/none?email=nobody@example.com', { from: '10.9.9.9' });
  expect(found.status).toBe(404);
  let limited = 0;
  for (let sent = 0; sent < 15; sent++) {
    const { status } = await call(shop.url, 'GET', '/tracking/none?email=nobody@example.com', {
      from: '10.9.9.9',
    });
    if (status === 429) limited += 1;
  }
  expect(limited).toBeGreaterThan(0);
  const expected = { live: before.live + liveRequests, limited, untrusted: 0 };
  while ((await read()).live < expected.live || (await read()).limited < limited);
  const scrapes = await Promise.all(Array.from({ length: 8 }, read));
  expect(scrapes).toEqual(scrapes.map(() => expected));
  report(`${liveRequests} of ${liveRequests} requests to 2 processes in 8 of 8 scrapes, ${limited} limited`);
});

attack('13', 'metrics count orders, payments, jobs, mails and discrepancies', async (report) => {
  const staff = await signIn(shop.url, admin);
  const product = await addProduct(shop.url, staff, 5);
  const placed = await call(shop.url, 'POST', '/orders', { body: orderOf(product), from: '10.8.8.8' });
  expect(placed.status, placed.text).toBe(201);
  const { order, accessToken } = placed.body.data;
  const intent = await call(shop.url, 'POST', '/payments/create-payment-intent', {
    body: { orderId: order.id, amount: order.total },
    orderToken: accessToken,
    from: '10.8.8.8',
  });
  expect(intent.status, intent.text).toBeLessThan(300);
  const expected = async (text: string) => {
    const [orders] = await shop.query<{ count: string }>('select count(*) from orders');
    const [mails] = await shop.query<{ count: string }>('select count(*) from mails');
    return (
      sumOf(text, 'shop_orders', 'status="pending"') === Number(orders?.count) &&
      sumOf(text, 'shop_payments', 'outcome="created"') === 1 &&
      sumOf(text, 'shop_mails') === Number(mails?.count) &&
      Number(mails?.count) > 0
    );
  };
  let text = '';
  // A job writes the mail and the counts lag behind; the time limit of the test ends the loop.
  do {
    ({ text } = await scrape(portUrl, { authorization: `Bearer ${token}` }));
  } while (!(await expected(text)));
  expect(text).toMatch(/^shop_jobs\{state="created"\} \d+$/m);
  expect(sumOf(text, 'shop_discrepancies', 'kind="payments"')).toBe(0);
  expect(sumOf(text, 'shop_discrepancies', 'kind="integrity"')).toBe(0);
  expect(text).toMatch(/^shop_dropped_mails\{kind="password-reset"\} 0$/m);
  expect(sumOf(text, 'shop_database_up')).toBe(1);
  report('orders 1, payments 1, mails and jobs as in the database');
});

/** Uses a new connection, so that any of the processes can answer. */
function scrape(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  get(url, { agent: false, headers }, async (answer) => {
    let text = '';
    for await (const chunk of answer) text += chunk;
    resolve({ status: answer.statusCode ?? 0, text });
  }).on('error', reject);
  return promise;
}

/** Adds up the series of a metric, or those with a label. */
function sumOf(text: string, name: string, label = ''): number {
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith(name) && /^[{ ]/.test(line.slice(name.length)));
  expect(lines, name).not.toEqual([]);
  return lines
    .filter((line) => line.includes(label))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
