import { afterAll, beforeAll, expect } from 'vitest';
import { addProduct, call, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { sendRaw } from './send-raw.ts';
import { newNetwork } from './staff.ts';

const listed = ['https://www.store.example', 'https://app.store.example'];
let shop: AttackedShop;
let owner: string;
let product: string;

beforeAll(async () => {
  shop = await openAttackedShop();
  owner = await signIn(shop.url, admin);
  product = await addProduct(shop.url, owner, 5);
  const saved = await call(shop.url, 'PUT', '/settings', { token: owner, body: { apiOrigins: listed } });
  expect(saved.status, saved.text).toBe(200);
});

afterAll(async () => {
  await shop?.stop();
});

const allowedFor = (headers: Record<string, unknown>) =>
  Object.entries(headers).filter(([name]) => name.startsWith('access-control-'));

attack('30', 'a cached answer names no other website than the one that asks', async (report) => {
  const origins = [undefined, ...listed, 'https://evil.example', 'null', undefined, ...listed];
  const wrong: string[] = [];
  let cachedCount = 0;
  for (const path of ['/products?limit=3', `/products/${product}`, '/categories', '/settings/public']) {
    for (const origin of origins) {
      const { status, headers } = await sendRaw(shop.url, {
        path: `/api${path}`,
        headers: { ...(origin && { origin }), 'x-forwarded-for': newNetwork() },
      });
      const isAllowed = headers['access-control-allow-origin'] === origin && allowedFor(headers).length === 2;
      const isSilent = allowedFor(headers).length === 0;
      const isRight = origin && listed.includes(origin) ? isAllowed : isSilent;
      if (status !== 200 || !isRight) wrong.push(`${path} for ${origin}: ${JSON.stringify(headers)}`);
      if (!String(headers['cache-control']).startsWith('public')) continue;
      cachedCount++;
      if (headers.vary !== 'accept-encoding, origin') wrong.push(`${path} varies by ${headers.vary}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(cachedCount).toBeGreaterThan(origins.length);
  report(`${cachedCount} cached answers, each to one website`);
});

attack('30', 'a session of staff changes nothing from another website', async (report) => {
  const origin = listed[0] ?? '';
  const name = `From elsewhere ${crypto.randomUUID()}`;
  const body = { name, description: 'For a test' };
  const answer = await call(shop.url, 'POST', '/categories', { token: owner, body, headers: { origin } });
  expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
  expect(await shop.query('select 1 from categories where name = $1', [name])).toEqual([]);
  const evil = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  const preflight = await sendRaw(shop.url, { method: 'OPTIONS', path: '/api/categories', headers: evil });
  expect([preflight.status, allowedFor(preflight.headers)]).toEqual([405, []]);
  report('refused for a listed and an unlisted website');
});

attack('30', 'requests with 2,000 invented origins read the settings hardly more often', async (report) => {
  const readCount = async () => {
    const [row] = await shop.query<{ count: string }>(
      `select seq_scan + coalesce(idx_scan, 0) as count from pg_stat_user_tables where relname = 'store_settings'`,
    );
    return Number(row?.count);
  };
  const path = `/api/products/${product}`;
  const before = await readCount();
  for (let index = 0; index < 2000; index += 20) {
    const sent = Array.from({ length: 20 }, (_, more) =>
      sendRaw(shop.url, { path, headers: { origin: `https://site-${index + more}.example` } }),
    );
    for (const { status, headers } of await Promise.all(sent)) {
      expect([status, allowedFor(headers)]).toEqual([200, []]);
    }
  }
  const reads = (await readCount()) - before;
  // Its timers read them too.
  expect(reads).toBeLessThan(500);
  report(`${reads} reads`);
});
