import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';

// Reads what the labels of the demo's devices open for everybody. `DEVICE_CRAWL=2500` reads every passport.

const crawled = Number(process.env.DEVICE_CRAWL ?? 150);
const pagesCrawled = Math.min(crawled, 40);

const folder = mkdtempSync(join(tmpdir(), 'reprise-device-privacy-'));
let shop: RunningShop;
let token: string;
let devices: Device[];
/** Names and e-mail addresses of the orders. */
let people: string[];

type Device = {
  id: string;
  number: string;
  passport: string;
  order: string | null;
  identifiers: { value: string }[];
  product: { slug: string } | null;
};

beforeAll(async () => {
  shop = await runShop({ dataDir: folder, demo: true });
  token = await signIn(shop.url, admin);
  const sold = await readAll<Device>('/units?state=sold', 'units', crawled);
  const others = ['listed', 'bench', 'ready', 'gone'].map((state) =>
    readAll<Device>(`/units?state=${state}`, 'units', Math.ceil((crawled - sold.length) / 4)),
  );
  devices = [...sold, ...(await Promise.all(others)).flat()].slice(0, crawled);
  const orders = await readAll<{ shippingAddress: { name: string; email: string } }>(
    '/orders/admin/all?sort=newest',
    'orders',
    500,
  );
  people = orders.flatMap(({ shippingAddress: { name, email } }) => [name, email]);
});

afterAll(async () => {
  await shop?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const read = (path: string) => call(shop.url, 'GET', path, { token });

async function readAll<Item>(path: string, key: string, most: number): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; items.length < most; page++) {
    const { body } = await read(`${path}&limit=100&page=${page}`);
    items.push(...body.data[key]);
    if (body.data[key].length < 100) break;
  }
  return items.slice(0, most);
}

/** Returns the secrets of a device, its orders and its shop that are in the text. */
function leaksIn(text: string, { id, order, identifiers }: Device): string[] {
  const secrets = [id, ...people, ...identifiers.map(({ value }) => value), ...(order ? [order] : [])];
  const leaks = secrets.filter((secret) => secret !== '' && text.includes(secret));
  const shapes = text.match(/[\w.]+@[\w.]+|\bMJ-\w+|\$\s?\d|"(?:price|cost|place|note|actor|supplier)"/gi);
  return [...leaks, ...(shapes ?? [])];
}

const mainOf = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? html;

test('passports say nothing of people, orders, prices or whole identifiers', async () => {
  expect(devices.length).toBeGreaterThan(30);
  expect(people.length).toBeGreaterThan(50);
  const leaks: string[] = [];
  for (const [index, device] of devices.entries()) {
    const answer = await call(shop.url, 'GET', `/devices/${device.passport}`);
    expect(answer.status, answer.text).toBe(200);
    leaks.push(...leaksIn(answer.text, device));
    if (index >= pagesCrawled) continue;
    const page = await fetch(`${shop.url}/device/${device.passport}`);
    expect(page.status).toBe(200);
    leaks.push(...leaksIn(mainOf(await page.text()), device));
  }
  expect(leaks).toEqual([]);
  console.log(
    `U-13: ${devices.length} passports and ${Math.min(pagesCrawled, devices.length)} pages: 0 names, e-mails, orders, prices, identifiers`,
  );
});

test('choices on product pages name no identifier and no passport', async () => {
  const slugs = [...new Set(devices.flatMap(({ product }) => product?.slug ?? []))].slice(0, 30);
  const identifiers = devices.flatMap(({ identifiers, passport }) => [
    passport,
    ...identifiers.map(({ value }) => value),
  ]);
  for (const slug of slugs) {
    const { status, text } = await call(shop.url, 'GET', `/products/${slug}/units`);
    expect(status, text).toBe(200);
    expect([...identifiers, ...people].filter((secret) => text.includes(secret))).toEqual([]);
  }
});

test('a look-up answers a wrong ending and an unknown device alike', async () => {
  const [device] = devices.filter(({ identifiers }) => identifiers.length > 0);
  const wrong = `/devices/${device?.passport}/match`;
  const unknown = `/devices/${'0'.repeat(32)}/match`;
  const took: Record<string, number[]> = { [wrong]: [], [unknown]: [] };
  const answers = new Set<string>();
  for (let round = 0; round < 9; round++) {
    for (const path of [wrong, unknown]) {
      const startedAt = performance.now();
      const { status, text } = await call(shop.url, 'POST', path, { body: { ending: `ZZZZ${10 + round}` } });
      took[path]?.push(performance.now() - startedAt);
      answers.add(`${status} ${text}`);
    }
  }
  expect([...answers]).toEqual([expect.stringContaining('"matches":false')]);
  const median = (path: string) => took[path]?.toSorted((one, other) => one - other)[4] ?? 0;
  console.log(
    `U-13: a wrong ending takes ${(median(wrong) / median(unknown)).toFixed(2)} of the time of an unknown device`,
  );
});
