import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { allEndpoints } from '@reprise/contract/all-endpoints';
import { maxUploadBytes } from '@reprise/contract/foundations/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../server/test/free-port.ts';
import { type ProxyName, type RealProxy, startProxy } from '../hosting/real-proxy.ts';
import { signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';

// Caddy and nginx with the files of the folder deploy, before one shop.

const dataDir = mkdtempSync(join(tmpdir(), 'reprise-proxies-'));
const names: ProxyName[] = ['caddy', 'nginx'];
const proxies = new Map<ProxyName, RealProxy>();

let port: number;
let shop: RunningShop;
let token: string;

const openShop = () =>
  runShop({ dataDir, port, settings: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' } });

beforeAll(async () => {
  port = await freePort();
  shop = await openShop();
  token = await signIn(shop.url, admin);
  for (const name of names) proxies.set(name, await startProxy(name, port));
});

afterAll(async () => {
  for (const proxy of proxies.values()) await proxy.stop();
  await shop?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

type Sent = { method?: string; headers?: Record<string, string>; body?: Buffer; from?: string };
type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** Sends a request as a browser of the address `from` does. */
async function send(name: ProxyName, path: string, options: Sent = {}): Promise<Answer> {
  const call = requestHttps({
    host: '127.0.0.1',
    port: proxies.get(name)?.httpsPort,
    servername: 'shop.example.com',
    rejectUnauthorized: false,
    localAddress: options.from ?? '127.0.0.9',
    path,
    method: options.method ?? 'GET',
    headers: { host: 'shop.example.com', ...options.headers },
    agent: false,
  });
  call.end(options.body);
  const [response] = await once(call, 'response');
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

type Upload = { path: string; field: string; maxFiles: number; maxBytes?: number };

/** Returns the upload of the contract with the largest body. */
function largestUpload(): Upload {
  const uploads = Object.values(allEndpoints).flatMap((endpoint): Upload[] =>
    'upload' in endpoint && endpoint.upload ? [{ path: endpoint.path, ...endpoint.upload }] : [],
  );
  const bytesOf = ({ maxFiles, maxBytes = maxUploadBytes }: Upload) => maxFiles * maxBytes;
  return uploads.reduce((largest, upload) => (bytesOf(upload) > bytesOf(largest) ? upload : largest));
}

test.each(names)('%s serves pages over https and redirects to it', async (name) => {
  const page = await send(name, '/');
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.text).toContain('<h1');
  const plain = requestHttp({
    port: proxies.get(name)?.httpPort,
    path: '/deals',
    headers: { host: 'shop.example.com' },
  }).end();
  const [redirect] = await once(plain, 'response');
  redirect.resume();
  expect(redirect.headers.location).toBe('https://shop.example.com/deals');
});

test.each(names)('%s passes the largest upload of the contract', async (name) => {
  const { path, field, maxFiles, maxBytes = maxUploadBytes } = largestUpload();
  const form = new FormData();
  for (let index = 0; index < maxFiles; index++)
    form.append(field, new Blob([Buffer.alloc(maxBytes)]), 'a.png');
  const encoded = new Response(form);
  const answer = await send(name, `/api${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    body: Buffer.from(await encoded.arrayBuffer()),
  });
  // The shop reads all of it and finds that it is no image.
  expect([answer.status, JSON.parse(answer.text).code]).toEqual([415, 'UNSUPPORTED_IMAGE']);
});

test.each(names)('behind %s each visitor has limits of their own', async (name) => {
  const isCaddy = name === 'caddy';
  for (const from of isCaddy ? ['127.0.0.21', '127.0.0.22'] : ['127.0.0.31', '127.0.0.32']) {
    let refused = 0;
    for (let index = 0; index < 14; index++) {
      // A forged address in front changes nothing.
      const headers = { 'x-forwarded-for': `203.0.113.${index}` };
      if ((await send(name, '/api/tracking/MJ-NOTHING', { from, headers })).status === 429) refused += 1;
    }
    expect([from, refused]).toEqual([from, 4]);
  }
});

test('while the shop restarts, Caddy waits and nginx says when to try again', async () => {
  await shop.stop();
  const waiting = send('caddy', '/');
  const refused = await send('nginx', '/');
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '10']);
  shop = await openShop();
  expect((await waiting).status).toBe(200);
  expect((await send('nginx', '/')).status).toBe(200);
});
