import { once } from 'node:events';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from './journey.ts';

// Budget of a first visit: every script and style sheet of a page's HTML, compressed with brotli. React and the router are
// 93 kB of it, currency and format of the store 1 kB, the words of exports beside prices 0.3 kB. The HTML is counted
// uncompressed: each visitor's browser parses all of it.

const budgets = [
  // With the brands, and the latest reviews that load later.
  { path: '/', scripts: 128_000, html: 65_000 },
  { path: '/products', scripts: 127_000, html: 115_000 },
  // With what a search left out or understood otherwise.
  { path: '/search?q=phone', scripts: 127_500, html: 115_000 },
  // With ten reviews, the choices and variants of a family, a close-up of each of four conditions, as the first
  // product of the demo has, and the shipping rates of the store's own country.
  { path: '/product/', scripts: 129_500, html: 98_000 },
];
const styleBudget = 20_000;

/** Texts that occur only in the named chunk, independent of its file name. */
const elsewhere = [
  ['the back office', 'Product Management'],
  ['tables of the back office', 'getCoreRowModel'],
  ['forms', 'shouldUnregister'],
  ['schemas', 'ZodError'],
  ['queries of the back office', 'QueryClientProvider'],
  ['Stripe', 'js.stripe.com'],
] as const;

for (const { path, scripts, html: maxHtml } of budgets) {
  test(`the first load of ${path} is within budget and without other screens’ code`, async ({ shop }) => {
    const address = path === '/product/' ? await anyProduct(shop.url) : path;
    const html = await (await fetch(shop.url + address)).text();
    const files = [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))];
    const sent = await Promise.all(files.map((file) => load(shop.url, file)));
    const sumOf = (ending: string) =>
      sent.filter(({ file }) => file.endsWith(ending)).reduce((sum, { bytes }) => sum + bytes, 0);

    expect(html.length, 'characters of HTML').toBeLessThanOrEqual(maxHtml);
    expect(sumOf('.js')).toBeGreaterThan(90_000);
    expect(sumOf('.js'), 'bytes of scripts').toBeLessThanOrEqual(scripts);
    expect(sumOf('.css')).toBeGreaterThan(5_000);
    expect(sumOf('.css'), 'bytes of styles').toBeLessThanOrEqual(styleBudget);
    const strangers = sent.flatMap(({ file, text }) =>
      elsewhere.flatMap(([part, word]) => (text.includes(word) ? [`${part} in ${file}`] : [])),
    );
    expect(strangers).toEqual([]);
    // Lazy parts stand in their place, not in a template that a script would move there.
    expect(html).not.toMatch(/<template id="B:/);
  });
}

/** Uses plain HTTP, because fetch decompresses responses and does not report the transferred size. */
async function load(origin: string, file: string) {
  const [response] = await once(get(origin + file, { headers: { 'accept-encoding': 'br' } }), 'response');
  const sent = await buffer(response);
  const packed = response.headers['content-encoding'] === 'br';
  return { file, bytes: sent.length, text: String(packed ? brotliDecompressSync(sent) : sent) };
}

async function anyProduct(origin: string): Promise<string> {
  const html = await (await fetch(`${origin}/products?show=offers`)).text();
  return /href="(\/product\/[\w-]+)"/.exec(html)?.[1] ?? '';
}
