import { afterAll, beforeAll, expect } from 'vitest';
import { call, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { type RawAnswer, sendRaw } from './send-raw.ts';

let shop: AttackedShop;

beforeAll(async () => {
  shop = await openAttackedShop();
  const token = await signIn(shop.url, admin);
  const category = { name: 'Things', description: 'For a test' };
  await call(shop.url, 'POST', '/categories', { token, body: category });
  // Long texts fill the cache with few responses; the price excludes these products from the pages of the flood.
  for (let index = 0; index < 10; index++) {
    const texts = { description: 'x'.repeat(20_000) };
    const product = { name: `Thing ${index}`, price: 900, brand: 'Acme', category: category.name, ...texts };
    const added = await call(shop.url, 'POST', '/products', { token, body: { ...product, stockCount: 5 } });
    expect(added.status, added.text).toBe(201);
  }
});

afterAll(async () => {
  await shop?.stop();
});

const get = (path: string, from: string, method = 'GET') =>
  sendRaw(shop.url, { method, path, headers: { 'x-forwarded-for': from } });

async function getAll(paths: string[], from: string): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = [];
  for (const path of paths) answers.push(await get(path, from));
  return answers;
}

const many = (count: number, path: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => path(index));
const countOf = (answers: RawAnswer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;
const busyPages = ['/', '/deals', '/products', '/categories', '/support', '/warranty', '/cart', '/terms'];

attack('3', 'pages that must be rendered count 300 a minute and network', async (report) => {
  const answers = await getAll(
    many(320, (index) => `/login?from=/${index}`),
    '10.1.0.1',
  );
  expect(countOf(answers, 200)).toBe(300);
  const refused = answers.at(-1);
  expect(refused?.status).toBe(429);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused?.headers['content-type']).toContain('text/html');
  expect(refused?.text).toContain('Too many requests');
  expect(Buffer.byteLength(refused?.text ?? '')).toBeLessThan(2000);
  expect((await get('/login', '10.1.0.2')).status).toBe(200);
  report(`${countOf(answers, 200)} of 320 rendered, another network served`);
});

attack('3', 'searches by page, data and call count 60 a minute together', async (report) => {
  const from = '10.2.0.1';
  const forms = [
    (word: string) => `/search?q=${word}`,
    (word: string) => `/search.data?q=${word}`,
    (word: string) => `/products?search=${word}`,
    (word: string) => `/PRODUCTS.data?search=${word}`,
    (word: string) => `/api/products?search=${word}`,
  ];
  const answers = await getAll(
    many(80, (index) => forms[index % forms.length]?.(`thing${index}`) ?? ''),
    from,
  );
  expect(countOf(answers, 200)).toBe(60);
  expect(countOf(answers, 429)).toBe(20);
  const call = await get('/api/products?search=onemore', from);
  expect(JSON.parse(call.text)).toMatchObject({ success: false, code: 'RATE_LIMITED' });
  expect((await get('/search.data?q=onemore', from)).status).toBe(429);
  // Other pages are still rendered, and cached results are still served.
  expect((await get('/products?sort=price-low', from)).status).toBe(200);
  expect((await get('/search?q=thing0', from)).status).toBe(200);
  report(`${countOf(answers, 200)} of 80 searches run`);
});

attack('3', 'an unknown product keeps its page, and its search counts', async (report) => {
  const from = '10.2.0.2';
  const answers = await getAll(
    many(80, (index) => `/product/thing-number-${index}`),
    from,
  );
  expect(countOf(answers, 404)).toBe(80);
  expect(answers.at(-1)?.text).toContain('Product Not Found');
  expect((await get('/search?q=onemore', from)).status).toBe(429);
  report('80 of 80 pages, 60 searches');
});

attack('3', 'suggestions count 120 a minute', async (report) => {
  const answers = await getAll(
    many(140, (index) => `/api/search/suggestions?q=w${index}`),
    '10.3.0.1',
  );
  expect(countOf(answers, 200)).toBe(120);
  expect((await get('/api/search/suggestions?q=w0', '10.3.0.1')).status).toBe(200);
  report(`${countOf(answers, 200)} of 140 suggestions`);
});

attack('3', 'responses from the cache never count', async (report) => {
  const from = '10.4.0.1';
  const paths = [
    '/deals?utm=',
    '/Deals/?x=',
    '/api/products?limit=3&x=',
    '/sitemap.xml?x=',
    '/sitemap/pages.xml?x=',
    '/api/openapi.json?x=',
    '/api/docs/json?x=',
    '/api/docs/yaml?x=',
    '/api/docs/static/swagger-ui.css?x=',
  ];
  // These pages are rendered here for the first time, so they count.
  await getAll(paths, from);
  const answers = await getAll(
    many(1800, (index) => `${paths[index % paths.length]}${index}`),
    from,
  );
  expect(countOf(answers, 200)).toBe(1800);
  const unknown = await getAll(
    many(700, (index) => `/nowhere/${index}${index % 2 ? '.data' : ''}`),
    from,
  );
  expect(countOf(unknown, 404)).toBe(700);
  const forms = await Promise.all(
    many(400, (index) => `/login?${index}`).map((path) => get(path, from, 'POST')),
  );
  expect(countOf(forms, 405)).toBe(400);
  expect((await get('/login', from)).status).toBe(200);
  report('2,900 of 2,900 answered');
});

attack('G3', '400 distinct computed pages end in 429, and busy pages stay cached', async (report) => {
  for (const path of [...busyPages, ...busyPages]) await get(path, '10.5.0.1');
  const kinds = [
    (index: number) => `/search?q=${index}x`,
    (index: number) => `/product/x-${index}`,
    (index: number) => `/products?maxPrice=${index + 1}`,
    (index: number) => `/nope/${index}`,
  ];
  const flood = async (from: string) => {
    const paths = many(400, (index) => kinds[index % kinds.length]?.(index) ?? '');
    const answers: RawAnswer[] = [];
    for (let start = 0; start < paths.length; start += 20) {
      answers.push(...(await Promise.all(paths.slice(start, start + 20).map((path) => get(path, from)))));
    }
    return answers;
  };
  const [first] = await Promise.all(['10.5.1.1', '10.5.1.2', '10.5.1.3'].map(flood));
  expect(countOf(first ?? [], 429)).toBeGreaterThan(30);
  expect((await get('/search?q=iphone', '10.5.2.1')).status).toBe(200);
  const large = await getAll(
    many(400, (index) => `/api/products?maxPrice=${1000 + index}`),
    '10.5.4.1',
  );
  const bytes = large.reduce((sum, { text }) => sum + text.length, 0);
  // More bytes than the cache can store.
  expect(bytes).toBeGreaterThan(75_000_000);

  // A network without renderings left sees only the pages in the cache.
  const poor = '10.5.3.1';
  await getAll(
    many(301, (index) => `/login?${index}`),
    poor,
  );
  const cached = countOf(await getAll(busyPages, poor), 200);
  expect(cached).toBe(busyPages.length);
  report(`${countOf(first ?? [], 429)} of 400 refused, ${cached} of ${busyPages.length} busy pages cached`);
});
