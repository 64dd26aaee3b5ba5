import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { call } from '../plain-client.ts';
import { freePort } from '../running-shop.ts';
import { median, rounds } from './median.ts';

const rawServer = fileURLToPath(new URL('raw-server.ts', import.meta.url));
const seconds = 2;
const connections = 16;

// A bearer token is somebody's: what is asked with one is never taken from what is kept. This one is nobody's.
const madeAnew = { authorization: 'Bearer nobody' };

/**
 * Pages and API answers per second, each beside a raw Node server that sends the same bytes: as they are kept, and
 * made anew for every request.
 */
export async function measureAnswers(base: string): Promise<void> {
  const [product] = (await call(base, 'GET', '/products?limit=1')).body.data.products;
  const paths = {
    'home page': '/',
    'product list page': '/products',
    'product list, data of a click': '/products.data',
    'product page': `/product/${product.slug}`,
    'API product list, 24': '/api/products?limit=24',
    'API product': `/api/products/${product.slug}`,
    'live check': '/health/live',
  };
  console.log('| answer | KB | kept, per second | p99 ms | raw Node | ratio | made anew | p99 ms | ratio |');
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const [name, path] of Object.entries(paths)) {
    const { bytes, type } = await sizeOf(base + path);
    const raw = await startRaw(bytes, type);
    const kept: autocannon.Result[] = [];
    const anew: autocannon.Result[] = [];
    const limit: autocannon.Result[] = [];
    // The first seconds of a path are spent on compiling it, here and there.
    for (const url of [base + path, raw.url]) await load(url);
    for (let round = 0; round < rounds; round++) {
      kept.push(await load(base + path));
      limit.push(await load(raw.url));
    }
    // Last: what is still being made when a round ends would be in the way of what is kept.
    for (let round = 0; round < rounds; round++) anew.push(await load(base + path, madeAnew));
    await answered(base + path);
    await raw.stop();
    const most = figuresOf(limit).perSecond;
    const cells = [kept, anew].flatMap((results, at) => {
      const { perSecond, p99 } = figuresOf(results);
      const ratio = (perSecond / most).toFixed(3);
      return at === 0
        ? [perSecond.toFixed(0), p99, most.toFixed(0), ratio]
        : [perSecond.toFixed(0), p99, ratio];
    });
    console.log(`| ${[name, (bytes / 1024).toFixed(1), ...cells].join(' | ')} |`);
  }
}

function figuresOf(results: autocannon.Result[]): { perSecond: number; p99: number } {
  const failed = results.reduce((sum, result) => sum + result.non2xx + result.errors, 0);
  if (failed > 0) throw new Error(`${failed} answers of ${results[0]?.url} failed`);
  return {
    perSecond: median(results.map((result) => result.requests.average)),
    p99: median(results.map((result) => result.latency.p99)),
  };
}

async function sizeOf(url: string): Promise<{ bytes: number; type: string }> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const body = await response.arrayBuffer();
  return { bytes: body.byteLength, type: response.headers.get('content-type') ?? '' };
}

/** Waits until nothing stands before a request any more. */
async function answered(url: string): Promise<void> {
  await (await fetch(url, { headers: madeAnew })).arrayBuffer();
}

function load(url: string, headers: Record<string, string> = {}): Promise<autocannon.Result> {
  const all = { 'accept-encoding': 'identity', ...headers };
  return autocannon({ url, connections, duration: seconds, headers: all });
}

async function startRaw(bytes: number, type: string) {
  const port = await freePort();
  const child = spawn(process.execPath, [rawServer, String(port), String(bytes), type], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}
