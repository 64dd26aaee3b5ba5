import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { call } from '../plain-client.ts';
import { freePort } from '../running-shop.ts';
import { median, rounds } from './median.ts';

const rawServer = fileURLToPath(new URL('raw-server.ts', import.meta.url));
const seconds = 3;
const connections = 16;

/** Pages and API answers per second, each beside a raw Node server that sends the same bytes. */
export async function measureAnswers(base: string): Promise<void> {
  const [product] = (await call(base, 'GET', '/products?limit=1')).body.data.products;
  const paths = {
    'home page': '/',
    'product list page': '/products',
    'product page': `/product/${product.slug}`,
    'API product list, 24': '/api/products?limit=24',
    'API product': `/api/products/${product.slug}`,
    'live check': '/health/live',
  };
  console.log('| answer | KB | per second | p99 ms | raw Node | ratio |');
  console.log('|---|---|---|---|---|---|');
  for (const [name, path] of Object.entries(paths)) {
    const { bytes, type } = await sizeOf(base + path);
    const raw = await startRaw(bytes, type);
    const shop: autocannon.Result[] = [];
    const limit: autocannon.Result[] = [];
    for (let round = 0; round < rounds; round++) {
      shop.push(await load(base + path));
      limit.push(await load(raw.url));
    }
    await raw.stop();
    const perSecond = median(shop.map((result) => result.requests.average));
    const rawPerSecond = median(limit.map((result) => result.requests.average));
    const p99 = median(shop.map((result) => result.latency.p99));
    const failed = shop.reduce((sum, result) => sum + result.non2xx + result.errors, 0);
    if (failed > 0) throw new Error(`${failed} answers of ${path} failed`);
    const cells = [name, (bytes / 1024).toFixed(1), perSecond.toFixed(0), p99, rawPerSecond.toFixed(0)];
    console.log(`| ${cells.join(' | ')} | ${(perSecond / rawPerSecond).toFixed(3)} |`);
  }
}

async function sizeOf(url: string): Promise<{ bytes: number; type: string }> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const body = await response.arrayBuffer();
  return { bytes: body.byteLength, type: response.headers.get('content-type') ?? '' };
}

function load(url: string): Promise<autocannon.Result> {
  return autocannon({ url, connections, duration: seconds, headers: { 'accept-encoding': 'identity' } });
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
