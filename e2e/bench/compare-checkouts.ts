import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';
import { databaseOn } from './large-shop.ts';
import { withShopPaused } from './paused-shop.ts';
import { press, turnPlaceholder } from './press.ts';
import { withInterval, withRange } from './rounds.ts';

/** Many short rounds: the speed of a shared machine drifts within seconds by more than the difference looked for. */
const roundsInTurn = 40;
const seconds = 1;

/** Shop of the comparison; `then again` runs the same code as `then`, so their ratio is the noise. */
type Side = { name: string; shop: RunningShop; products: string[]; slug: string };
type Measure = { name: string; perSecond: (side: Side) => Promise<number> };

const measures: Measure[] = [
  ...[16, 64].map((connections) => ({
    name: `orders, ${connections} buyers`,
    perSecond: ({ shop, products }: Side) => placeOrders(shop.url, products, connections),
  })),
  ...['/', '/products', '/api/products?limit=24'].map((path) => ({
    name: `cached ${path}`,
    perSecond: ({ shop }: Side) => readCached(shop.url, path),
  })),
  { name: 'cached product page', perSecond: ({ shop, slug }) => readCached(shop.url, `/product/${slug}`) },
];

/**
 * Prints orders and cached pages per second of this checkout and an older one in alternation, with rate limits on;
 * each request has its own network, so that none reaches a limit. Ratios are of rates of the same round. A word
 * selects measures by name.
 */
export async function compareCheckouts(serverUrl: string, olderCheckout: string, word = ''): Promise<void> {
  const older = resolve(olderCheckout);
  const folder = mkdtempSync(join(tmpdir(), 'reprise-compare-'));
  const sides = [
    await openSide(serverUrl, folder, 'then', older),
    await openSide(serverUrl, folder, 'now'),
    await openSide(serverUrl, folder, 'then again', older),
  ];
  console.log(
    '\n| per second | then | now | then again | now / both older | then again / then |\n|---|---|---|---|---|---|',
  );
  for (const measure of measures.filter(({ name }) => name.includes(word))) {
    const rates = await measureInTurn(sides, measure);
    const [then = [], now = [], thenAgain = []] = rates;
    const olderRates = then.map((rate, round) => (rate + (thenAgain[round] ?? rate)) / 2);
    const ratios = [withInterval(ratiosOf(now, olderRates)), withInterval(ratiosOf(thenAgain, then))];
    console.log(`| ${[measure.name, ...rates.map((values) => withRange(values)), ...ratios].join(' | ')} |`);
  }
  for (const { shop } of sides) await shop.stop();
  rmSync(folder, { recursive: true, force: true });
}

const ratiosOf = (rates: number[], others: number[]) =>
  rates.map((rate, round) => rate / (others[round] ?? rate));

/**
 * Returns the rates of each side, in the order of the sides; the side that starts changes from round to round.
 */
async function measureInTurn(sides: Side[], { perSecond }: Measure): Promise<number[][]> {
  const rates = sides.map((): number[] => []);
  // The first round warms up code and caches and is not counted.
  for (let round = 0; round <= roundsInTurn; round++) {
    for (let turn = 0; turn < sides.length; turn++) {
      const index = (round + turn) % sides.length;
      const side = sides[index] as Side;
      const others = sides.filter((other) => other !== side);
      const rate = await withShopsPaused(others, () => perSecond(side));
      if (round > 0) rates[index]?.push(rate);
    }
  }
  return rates;
}

function withShopsPaused<T>([first, ...rest]: Side[], work: () => Promise<T>): Promise<T> {
  return first ? withShopPaused(first.shop.pid, () => withShopsPaused(rest, work)) : work();
}

async function openSide(serverUrl: string, folder: string, name: string, checkout?: string): Promise<Side> {
  const { url: databaseUrl } = await databaseOn(serverUrl, `compare_${name.replaceAll(' ', '_')}`);
  const shop = await runShop({
    dataDir: join(folder, name),
    databaseUrl,
    demo: true,
    settings: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' },
    ...(checkout && { checkout }),
  });
  const token = await signIn(shop.url, admin);
  const products: string[] = [];
  for (let count = 0; count < 64; count++) products.push(await addProduct(shop.url, token, 1_000_000));
  const [product] = (await call(shop.url, 'GET', '/products?limit=1&sort=price-high')).body.data.products;
  return { name, shop, products, slug: product.slug };
}

async function placeOrders(url: string, products: string[], connections: number): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const requests = products.map((product) => ({
    method: 'POST' as const,
    path: '/api/orders',
    headers,
    body: JSON.stringify(orderOf(product, 1, `buyer-${turnPlaceholder}@example.com`)),
  }));
  const load = { connections, seconds, requests, keyed: true, fromManyNetworks: true };
  return (await press(url, load)).perSecond;
}

async function readCached(url: string, path: string): Promise<number> {
  const requests = [{ method: 'GET' as const, path }];
  return (await press(url, { connections: 16, seconds, requests, fromManyNetworks: true })).perSecond;
}
