import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../server/test/free-port.ts';
import { call } from '../plain-client.ts';
import { cpuMsOf } from '../process-usage.ts';
import { loadGenerator, press } from './press.ts';
import { median, rounds, withRange } from './rounds.ts';

const rawServer = fileURLToPath(new URL('raw-server.ts', import.meta.url));
const seconds = 2;
const connections = 16;

// Requests with a bearer token bypass the response cache. This token belongs to no user.
const uncached = { authorization: 'Bearer nobody' };

/**
 * Measures cached pages and API responses per second beside a raw Node server with the same bytes and headers and one
 * with the same body under two headers; then the same paths uncached. Ratios compare processor time per response,
 * which other programs disturb less than the clock.
 */
export async function measureAnswers(base: string, pid: number): Promise<void> {
  const [product] = (await call(base, 'GET', '/products?limit=1')).body.data.products;
  const paths = {
    'home page': '/',
    'product list page': '/products',
    'product list, data of a navigation': '/products.data',
    'product page': `/product/${product.slug}`,
    'API product list, 24': '/api/products?limit=24',
    'API product': `/api/products/${product.slug}`,
  };
  const columns = [
    'answer',
    'KB',
    'headers',
    'cached, per second',
    'p95 ms',
    'µs',
    'raw Node, per second',
    'µs',
  ];
  columns.push(
    'ratio',
    'body alone, µs',
    'ratio',
    'rendered, per second',
    'p95 ms',
    'ms',
    'rendered / cached',
  );
  console.log(`By ${loadGenerator()}, ${connections} connections, uncompressed.\n`);
  console.log(`| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`);
  for (const [name, path] of Object.entries(paths)) {
    const { bytes, headers } = await readResponse(base + path);
    const [alike, bare] = [await startRaw(bytes, headers), await startRaw(bytes, twoOf(headers))];
    const ask = {
      shop: { url: base, pid, path },
      alike: { ...alike, path: '/' },
      bare: { ...bare, path: '/' },
    };
    const seen: Record<keyof typeof ask, Load[]> = { shop: [], alike: [], bare: [] };
    const servers = Object.keys(ask) as (keyof typeof ask)[];
    // The first seconds of a path go into compilation.
    for (const server of servers) await load(ask[server]);
    for (let round = 0; round < rounds; round++) {
      for (const server of servers) seen[server].push(await load(ask[server]));
    }
    const [cached, raw, body] = servers.map((server) => middleOf(seen[server])) as [Load, Load, Load];
    // Uncached rounds run last: renderings still in progress at their end would slow the cached ones.
    const uncachedLoads: Load[] = [];
    for (let round = 0; round < rounds; round++) uncachedLoads.push(await load(ask.shop, uncached));
    const rendered = middleOf(uncachedLoads);
    await waitUntilIdle(base + path);
    await Promise.all([alike.stop(), bare.stop()]);
    const cells = [
      ...[name, (bytes / 1024).toFixed(1), headers.length / 2],
      ...[rangeOf(seen.shop), cached.p95.toFixed(1), micros(cached)],
      ...[rangeOf(seen.alike), micros(raw), (raw.cpuMs / cached.cpuMs).toFixed(2)],
      ...[micros(body), (body.cpuMs / cached.cpuMs).toFixed(2)],
      ...[rangeOf(uncachedLoads), rendered.p95.toFixed(0), rendered.cpuMs.toFixed(1)],
      (rendered.cpuMs / cached.cpuMs).toFixed(0),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

/** `cpuMs` is the processor time of the server per response. */
type Load = { perSecond: number; p95: number; cpuMs: number };

const rangeOf = (loads: Load[]) => withRange(loads.map(({ perSecond }) => perSecond));

const micros = ({ cpuMs }: Load) => (cpuMs * 1000).toFixed(1);

function middleOf(loads: Load[]): Load {
  const of = (metric: keyof Load) => median(loads.map((load) => load[metric]));
  return { perSecond: of('perSecond'), p95: of('p95'), cpuMs: of('cpuMs') };
}

type Target = { url: string; pid: number; path: string };

async function load({ url, pid, path }: Target, headers: Record<string, string> = {}): Promise<Load> {
  const request = { method: 'GET' as const, path, headers: { 'accept-encoding': 'identity', ...headers } };
  const before = cpuMsOf(pid);
  const { perSecond, p95 } = await press(url, { connections, seconds, requests: [request] });
  return { perSecond, p95, cpuMs: (cpuMsOf(pid) - before) / (perSecond * seconds) };
}

/** Returns the length of a response and the headers that Node does not add itself. */
async function readResponse(url: string): Promise<{ bytes: number; headers: string[] }> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const body = await response.arrayBuffer();
  const own = [...response.headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name));
  return { bytes: body.byteLength, headers: own.flat() };
}

function twoOf(headers: string[]): string[] {
  const of = (name: string) => [name, headers[headers.indexOf(name) + 1] ?? ''];
  return [...of('content-type'), ...of('content-length')];
}

/** Waits until no request is queued before a new one. */
async function waitUntilIdle(url: string): Promise<void> {
  await (await fetch(url, { headers: uncached })).arrayBuffer();
}

async function startRaw(bytes: number, headers: string[]) {
  const port = await freePort();
  const child = spawn(process.execPath, [rawServer, String(port), String(bytes), JSON.stringify(headers)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}
