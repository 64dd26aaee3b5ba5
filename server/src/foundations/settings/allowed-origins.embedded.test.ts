import { allEndpoints } from '@reprise/contract/all-endpoints';
import type { Endpoint } from '@reprise/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { createLog } from '../../platform/log.ts';
import { openResponseCache } from '../../platform/response-cache/open-response-cache.ts';

const database = await openTestDatabase();
const cache = await openResponseCache(database, createLog('silent'));
const { call, register, signIn, stepUp } = await openTestApp(database, {}, cache.responseCache);
afterAll(cache.stop);

const origin = 'https://www.store.example';
const unlisted = 'https://other.example';
let owner: string;
let customer: string;
let apiToken: string;

const allowOrigins = (apiOrigins: string[]) =>
  call('PUT', '/settings', { token: owner, body: { apiOrigins } });
const headersOf = async (method: string, path: string, options: Parameters<typeof call>[2]) => {
  const { headers } = await call(method, path, options);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));
};
const endpoints = Object.values(allEndpoints) as Endpoint[];
const fillPath = ({ path }: Endpoint) => path.replace(/:\w+/g, 'missing');

beforeAll(async () => {
  owner = await signIn();
  await stepUp(owner);
  customer = (await register()).token;
  const body = { name: 'Stock program', permissions: ['orders.read'], days: 1 };
  apiToken = (await call('POST', '/api-tokens', { token: owner, body })).body.data.secret;
  expect((await allowOrigins([origin])).status).toBe(200);
});

describe('a page of a listed website', () => {
  test.each([
    ['a visitor', () => ({})],
    ['a customer', () => ({ token: customer })],
    ['an API token', () => ({ token: apiToken })],
  ])('reads the answers to %s, and never with cookies', async (_who, options) => {
    for (const path of ['/products', '/orders', '/orders/nothing', '/nothing', '/openapi/orders.json']) {
      expect([path, await headersOf('GET', path, { ...options(), headers: { origin } })]).toEqual([
        path,
        {
          'access-control-allow-origin': origin,
          'access-control-expose-headers': 'content-disposition, retry-after, x-request-id',
        },
      ]);
    }
  });

  test('may send tokens of orders and idempotency keys', async () => {
    const preflight = { origin, 'access-control-request-method': 'POST' };
    const answer = await call('OPTIONS', '/orders', { headers: preflight });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key, x-order-token',
    });
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('makes no call of staff by a session, even an owner’s', async () => {
    const open: string[] = [];
    for (const endpoint of endpoints.filter(({ access }) => access === 'admin')) {
      const body = endpoint.body ? {} : undefined;
      const options = { token: owner, headers: { origin }, ...(body && { body }) };
      const answer = await call(endpoint.method, fillPath(endpoint), options);
      if (answer.status !== 403 || !answer.text.includes('API token')) open.push(endpoint.path);
    }
    expect(open).toEqual([]);
    const byToken = { token: apiToken, headers: { origin } };
    expect((await call('GET', '/orders/admin/summaries', byToken)).status).toBe(200);
    const atShop = { token: owner, headers: { origin: 'http://localhost:3000' } };
    expect((await call('GET', '/orders/admin/summaries', atShop)).status).toBe(200);
  });
});

describe('a page of an unlisted website', () => {
  test.each([
    'https://other.example',
    'null',
    'https://www.store.example.other.example',
    'https://www.store.example:8443',
    'http://www.store.example',
    'HTTPS://WWW.STORE.EXAMPLE',
    'https://www.store.example, https://other.example',
    'http://localhost:3000',
  ])('of %s reads no answer', async (other) => {
    for (const token of [undefined, customer, owner, apiToken]) {
      const options = { headers: { origin: other }, ...(token && { token }) };
      expect(await headersOf('GET', '/products', options)).toEqual({});
      expect(await headersOf('GET', '/orders/admin/summaries', options)).toEqual({});
    }
    const preflight = { origin: other, 'access-control-request-method': 'GET' };
    expect(await headersOf('OPTIONS', '/products', { headers: preflight })).toEqual({});
  });

  test('reads no answer from the next request after it was removed from the list', async () => {
    const other = { headers: { origin: unlisted } };
    await allowOrigins([origin, unlisted]);
    expect(await headersOf('GET', '/products', other)).not.toEqual({});
    await allowOrigins([origin]);
    expect(await headersOf('GET', '/products', other)).toEqual({});
  });
});

test('caches tell the answers for different websites apart', async () => {
  const path = `/products?search=${crypto.randomUUID()}`;
  for (const from of [origin, unlisted, undefined, origin]) {
    const answer = await call('GET', path, from ? { headers: { origin: from } } : {});
    expect(answer.headers['cache-control']).toContain('public');
    expect(answer.headers.vary).toBe('accept-encoding, origin');
    expect(answer.headers['access-control-allow-origin']).toBe(from === origin ? origin : undefined);
  }
});

test('only origins can be listed', async () => {
  for (const wrong of ['https://store.example/path', '*', 'null', 'http://store.example', 'store.example'])
    expect([wrong, (await allowOrigins([wrong])).status]).toEqual([wrong, 400]);
});
