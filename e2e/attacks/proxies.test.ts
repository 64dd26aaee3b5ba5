import { once } from 'node:events';
import { createServer, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { sendRaw } from './send-raw.ts';

type Forwarding = (visitor: string, headers: Record<string, string>) => Record<string, string>;

/** Headers that each proxy adds by default; the visitor's address arrives in the header `x-visitor`. */
const proxies = {
  /** proxy_pass alone: no header, and the upstream's own Host. */
  nginx: (_visitor, { host: _host, ...headers }) => headers,
  /** Replaces X-Forwarded-For: the visitor's own header is not trusted. */
  Caddy: (visitor, headers) => ({
    ...headers,
    'x-forwarded-for': visitor,
    'x-forwarded-host': headers.host ?? '',
  }),
  /** Appends the address to the visitor's own X-Forwarded-For. */
  Traefik: (visitor, headers) => ({
    ...headers,
    'x-forwarded-for': [headers['x-forwarded-for'], visitor].filter(Boolean).join(', '),
    'x-real-ip': visitor,
  }),
} satisfies Record<string, Forwarding>;

const servers: Server[] = [];
const shops: AttackedShop[] = [];

beforeAll(async () => {
  shops.push(await openAttackedShop(), await openAttackedShop({ settings: { TRUSTED_PROXIES: '' } }));
});

afterAll(async () => {
  for (const server of servers) server.close();
  for (const shop of shops) await shop.stop();
});

async function openProxy(shop: AttackedShop, forward: Forwarding): Promise<string> {
  const { port } = new URL(shop.url);
  const server = createServer((incoming, outgoing) => {
    const { 'x-visitor': visitor = '', ...headers } = incoming.headers as Record<string, string>;
    const options = {
      host: '127.0.0.1',
      port,
      method: incoming.method,
      path: incoming.url,
      headers: forward(visitor, headers),
    };
    const upstream = send(options, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends fourteen look-ups from one visitor, each with another forged address. */
async function lookUp(base: string, visitor: string): Promise<number> {
  const statuses: number[] = [];
  for (let index = 0; index < 14; index++) {
    const headers = { 'x-visitor': visitor, 'x-forwarded-for': `203.0.113.${index}`, host: 'evil.example' };
    statuses.push((await sendRaw(base, { path: '/api/tracking/MJ-NOTHING', headers })).status);
  }
  return statuses.filter((status) => status === 429).length;
}

attack('G15', 'behind a trusted proxy each visitor has limits of their own', async (report) => {
  const [shop] = shops as [AttackedShop];
  const refused: string[] = [];
  for (const name of ['Caddy', 'Traefik'] as const) {
    const base = await openProxy(shop, proxies[name]);
    const first = await lookUp(base, name === 'Caddy' ? '198.51.100.1' : '198.51.100.2');
    const second = await lookUp(base, name === 'Caddy' ? '198.51.100.3' : '198.51.100.4');
    expect([name, first, second]).toEqual([name, 4, 4]);
    refused.push(`${name} ${first} and ${second} of 14`);
  }
  expect(shop.output.filter((line) => line.includes('TRUSTED_PROXIES'))).toEqual([]);
  report(refused.join(', '));
});

attack('G15', 'a spoofed Host or X-Forwarded-Host reaches no address the shop writes', async (report) => {
  const [shop] = shops as [AttackedShop];
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  const paths = [
    '/',
    '/deals',
    '/login',
    '/sitemap.xml',
    '/robots.txt',
    '/.well-known/security.txt',
    '/nowhere',
  ];
  const answers = await Promise.all(paths.map((path) => sendRaw(shop.url, { path, headers })));
  const holding = answers.filter(({ text, headers: own }) =>
    `${text}${JSON.stringify(own)}`.includes('evil.example'),
  );
  expect(holding).toEqual([]);
  report(`0 of ${paths.length} answers name it`);
});

attack(
  'G15',
  'a proxy that is not trusted shares one limit, and log and dashboard say so',
  async (report) => {
    const shop = shops[1] as AttackedShop;
    const warnings = () => shop.output.filter((line) => line.includes('TRUSTED_PROXIES')).length;
    const plain = await openProxy(shop, proxies.nginx);
    const token = await signIn(shop.url, admin);
    const authorization = `Bearer ${token}`;
    const dashboard = async (headers: Record<string, string>) =>
      JSON.parse((await sendRaw(shop.url, { path: '/api/dashboard/stats', headers })).text).data
        .isProxyUntrusted;
    // Without X-Forwarded-For a proxy and a visitor look the same.
    await sendRaw(plain, { path: '/login' });
    expect([warnings(), await dashboard({ authorization })]).toEqual([0, undefined]);

    const base = await openProxy(shop, proxies.Caddy);
    expect(await lookUp(base, '198.51.100.1')).toBe(4);
    expect(await lookUp(base, '198.51.100.2')).toBe(14);
    expect([warnings(), await dashboard({ authorization, 'x-forwarded-for': '198.51.100.1' })]).toEqual([
      1,
      true,
    ]);
    report('18 of 28 look-ups refused, 1 warning');
  },
);

/** Sends X-Forwarded-For of another visitor with each call, as a program in the shop's own network can. */
const forged = (index: number) => ({ from: `203.0.113.${index}` });

attack('25', 'a forged X-Forwarded-For widens the bound of unpaid orders tenfold', async (report) => {
  const shop = shops[1] as AttackedShop;
  const product = await addProduct(shop.url, await signIn(shop.url, admin), 1000);
  const answers = [];
  for (let index = 0; index < 60; index++) {
    answers.push(await call(shop.url, 'POST', '/orders', { body: orderOf(product), ...forged(index) }));
  }
  const placed = answers.filter(({ status }) => status === 201);
  expect(placed).toHaveLength(50);
  expect(answers.at(-1)?.body.code).toBe('TOO_MANY_UNPAID');
  report(`${placed.length} of 60 orders open`);
});

attack('25', 'a forged X-Forwarded-For guesses no more discount codes', async (report) => {
  const shop = shops[1] as AttackedShop;
  const product = await addProduct(shop.url, await signIn(shop.url, admin), 10);
  const guess = (index: number, options: { from?: string }) => {
    const body = { code: `GUESS${index}`, items: [{ product, quantity: 1 }] };
    return call(shop.url, 'POST', '/cart/discount', { body, ...options });
  };
  const statuses = [];
  for (let index = 0; index < 30; index++) statuses.push((await guess(index, forged(index))).status);
  statuses.push((await guess(30, {})).status);
  const refused = statuses.filter((status) => status === 429);
  expect(refused).toHaveLength(11);
  report(`${statuses.length - refused.length} of ${statuses.length} codes tried`);
});

attack('G15', 'metrics are refused behind every proxy', async (report) => {
  const answers: number[] = [];
  for (const shop of shops) {
    for (const forward of Object.values(proxies)) {
      const base = await openProxy(shop, forward);
      const headers = { host: '127.0.0.1', 'x-visitor': '127.0.0.1', 'x-forwarded-for': '127.0.0.1' };
      answers.push((await sendRaw(base, { path: '/metrics', headers })).status);
    }
  }
  expect(new Set(answers)).toEqual(new Set([404]));
  report(`${answers.length} of ${answers.length} answered 404`);
});
