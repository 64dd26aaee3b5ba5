import { allEndpoints } from '@reprise/contract/all-endpoints';
import type { Endpoint } from '@reprise/contract/endpoint';
import { describe, expect, test, vi } from 'vitest';
import { openTestApp } from '../test/test-app.ts';
import { openTestDatabase } from '../test/test-database.ts';

const database = await openTestDatabase();
const { app, call, signIn, register } = await openTestApp(database);

const endpoints = Object.entries(allEndpoints) as [string, Endpoint][];
const filled = (path: string) => path.replace(/:\w+/g, 'nothing-there');

/** Status of a bare call: enough to see whether somebody is let in at all. */
async function knock(endpoint: Endpoint, token?: string): Promise<number> {
  const body = endpoint.body ? {} : undefined;
  const options = { ...(token !== undefined && { token }), ...(body && { body }) };
  return (await call(endpoint.method, filled(endpoint.path), options)).status;
}

describe('who is let in', () => {
  const expectedFor = {
    guest: { public: 'in', visitor: 'in', customer: 401, admin: 401 },
    'dead token': { public: 'in', visitor: 401, customer: 401, admin: 401 },
    customer: { public: 'in', visitor: 'in', customer: 'in', admin: 403 },
    administrator: { public: 'in', visitor: 'in', customer: 'in', admin: 'in' },
  } as const;

  async function expectWalk(who: keyof typeof expectedFor, token?: string): Promise<void> {
    const wrong: string[] = [];
    for (const [name, endpoint] of endpoints) {
      // Signing out ends the walk for its token; it has tests of its own.
      if (name === 'logout') continue;
      const status = await knock(endpoint, token);
      const expected = expectedFor[who][endpoint.access];
      const right =
        expected === 'in' ? status !== 401 && status !== 403 && status < 500 : status === expected;
      // Signing in refuses an empty body before it refuses anybody.
      if (!right) wrong.push(`${name}: ${status} instead of ${expected}`);
    }
    expect(wrong).toEqual([]);
  }

  test('a guest', () => expectWalk('guest'));
  test('a made-up token', () => expectWalk('dead token', 'x'.repeat(43)));
  test('a malformed token', () => expectWalk('dead token', 'not a token'));
  test('a customer', async () => expectWalk('customer', (await register()).token));
  test('an administrator', async () => expectWalk('administrator', await signIn()));

  test.each(['inactive', 'banned'])('a customer made %s, on the next request', async (status) => {
    const { token, id } = await register();
    await call('PUT', `/users/users/${id}`, { token: await signIn(), body: { status } });
    await expectWalk('dead token', token);
  });

  test('an administrator demoted, with the token of before', async () => {
    const other = await register();
    const token = await signIn();
    await call('PUT', `/users/users/${other.id}`, { token, body: { role: 'admin' } });
    const asAdmin = await signIn(other);
    expect((await call('GET', '/users/users', { token: asAdmin })).status).toBe(200);
    await call('PUT', `/users/users/${other.id}`, { token, body: { role: 'customer' } });
    expect([401, 403]).toContain((await call('GET', '/users/users', { token: asAdmin })).status);
  });

  test('a cookie is no token', async () => {
    const { token } = await register();
    const cookie = `better-auth.session_token=${token}; auth-token=${token}`;
    expect((await call('GET', '/auth/me', { headers: { cookie } })).status).toBe(401);
  });

  test('refusal comes before the body is looked at', async () => {
    for (const body of ['{broken', '']) {
      expect((await call('POST', '/products', { body })).status).toBe(401);
    }
  });
});

describe('every call', () => {
  /** Their address says all. */
  const takeNothing = [
    ...['logout', 'stopImport', 'runIntegrityChecks', 'unsubscribe'],
    ...['cancelUnpaidOrder', 'extendReservation'],
  ];

  test('has a rate class, an access level and a schema for everything it takes', () => {
    const incomplete = endpoints.filter(
      ([name, endpoint]) =>
        !endpoint.access ||
        !endpoint.rate ||
        !endpoint.response ||
        (endpoint.path.includes(':') && !endpoint.params) ||
        (['POST', 'PUT'].includes(endpoint.method) &&
          !endpoint.body &&
          !endpoint.upload &&
          !endpoint.rawBody &&
          !takeNothing.includes(name)),
    );
    expect(incomplete.map(([name]) => name)).toEqual([]);
  });

  test('is in the contract: the server mounts nothing else below /api', () => {
    const printed = app.printRoutes({ commonPrefix: false });
    const contract = endpoints.length;
    const mounted = endpoints.filter(([, { method, path }]) => app.hasRoute({ method, url: `/api${path}` }));
    expect([mounted.length, printed.includes('api')]).toEqual([contract, true]);
  });

  const withBody = endpoints.filter(([, endpoint]) => endpoint.body);

  test.each([
    ['broken JSON', '{"a":', 'INVALID_JSON'],
    ['an empty body', '', 'VALIDATION_ERROR'],
    ['null', 'null', 'VALIDATION_ERROR'],
    ['an array', '[]', 'VALIDATION_ERROR'],
    ['a number', '7', 'VALIDATION_ERROR'],
    ['a text', '"x"', 'VALIDATION_ERROR'],
    ['a key twice', '{"name":"a","name":"b"}', 'INVALID_JSON'],
    ['__proto__', '{"__proto__":{"role":"admin"}}', 'INVALID_JSON'],
    ['constructor', '{"constructor":{"prototype":{"x":1}}}', 'INVALID_JSON'],
    ['a byte order mark', '\ufeff{}', 'INVALID_JSON'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'INVALID_JSON'],
  ])('refuses %s in the body', async (_what, body, code) => {
    const token = await signIn();
    const wrong: string[] = [];
    for (const [name, endpoint] of withBody) {
      const answer = await call(endpoint.method, filled(endpoint.path), { token, body });
      // A missing product answers 404 before its body is validated.
      const right =
        answer.status === 400 ? answer.body.code === code : answer.status === 404 && endpoint.params;
      if (!right || answer.body.success !== false) wrong.push(`${name}: ${answer.status} ${answer.text}`);
    }
    expect(wrong).toEqual([]);
  });

  test('refuses a body that is no JSON, compressed, or too large', async () => {
    const token = await signIn();
    for (const [headers, body, status, code] of [
      [{ 'content-type': 'text/plain' }, 'x', 415, 'UNSUPPORTED_MEDIA_TYPE'],
      [{ 'content-encoding': 'gzip' }, '{}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
      [{}, JSON.stringify({ name: 'x'.repeat(1_100_000) }), 413, 'PAYLOAD_TOO_LARGE'],
    ] as const) {
      const answer = await call('POST', '/categories', { token, headers, body });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
  });

  test('refuses an Idempotency-Key of more than 255 characters', async () => {
    const token = await signIn();
    const refused: Record<string, unknown> = {};
    const keyed = endpoints.filter(([, endpoint]) => endpoint.idempotent);
    for (const [name, { method, path }] of keyed) {
      const headers = { 'idempotency-key': 'k'.repeat(256) };
      refused[name] = (await call(method, filled(path), { token, headers, body: '{}' })).body.message;
    }
    const message = 'The Idempotency-Key may have at most 255 characters.';
    expect(refused).toEqual(Object.fromEntries(keyed.map(([name]) => [name, message])));
  });

  /** Taking something off a list that does not hold it leaves the list as wished. */
  const removalsFromLists = new Set(['removeFromWishlist']);

  test('answers an impossible id as one that is not there', async () => {
    const token = await signIn();
    const ids = ['1 or 1=1', '%00', '%ED%A0%80', 'x'.repeat(5000), '1.5', '%F0%9F%98%80'];
    const wrong: string[] = [];
    for (const [name, endpoint] of endpoints.filter(([, { path }]) => path.includes('/:'))) {
      if (removalsFromLists.has(name)) continue;
      for (const id of ids) {
        const path = endpoint.path.replace(/:\w+/g, encodeURI(id).replaceAll('%25', '%'));
        const body = endpoint.body ? {} : undefined;
        const answer = await call(endpoint.method, path, { token, ...(body && { body }) });
        const fine =
          answer.status === 404 || answer.status === 405 || (answer.status === 400 && answer.body.code);
        if (!fine || answer.body?.success !== false)
          wrong.push(`${name} ${id.slice(0, 12)}: ${answer.status} ${answer.text.slice(0, 90)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('unknown paths are 404, wrong methods 405 with what is allowed', async () => {
    const missing = await call('GET', '/nothing');
    expect([missing.status, missing.body.code]).toEqual([404, 'NOT_FOUND']);
    const wrong = await call('PUT', '/auth/login');
    expect([wrong.status, wrong.headers.allow]).toEqual([405, 'POST']);
  });

  test('a page whose address cannot be read is led to the shop’s own 404, on this host', async () => {
    const locationOf = async (url: string) => (await app.inject({ url })).headers.location;
    expect(await locationOf('/product/%E0%A4%A?q=%')).toBe('/product/%25E0%25A4%25A');
    expect(await locationOf('//evil.example/%E0%A4%A')).toBe('/evil.example/%25E0%25A4%25A');
    expect((await app.inject({ url: '/api/products/%E0%A4%A' })).json().code).toBe('NOT_FOUND');
  });

  test('brackets in the query are refused where they look like a filter', async () => {
    expect((await call('GET', '/products?search[]=x')).status).toBe(400);
    expect((await call('GET', '/products?search[a]=x')).status).toBe(400);
    expect((await call('GET', '/products?anything[]=x&unknown=1')).status).toBe(200);
  });
});

describe('every answer', () => {
  test.each(['/api/products', '/api/nothing', '/api/orders', '/health/live'])(
    '%s carries the security headers',
    async (url) => {
      const { headers } = await app.inject({ url });
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    },
  );

  test('a refusal names its request and is not kept by anybody', async () => {
    const answer = await call('GET', '/orders');
    expect(answer.body).toMatchObject({ success: false, code: 'UNAUTHENTICATED' });
    expect(answer.body.requestId).toBe(answer.headers['x-request-id']);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('metrics are not there without a token', async () => {
    expect((await app.inject({ url: '/metrics' })).statusCode).toBe(404);
    const headers = { authorization: 'Bearer ' };
    expect((await app.inject({ url: '/metrics', headers })).statusCode).toBe(404);
  });

  test('the API reference lists every call', async () => {
    const document = (await app.inject({ url: '/api/openapi.json' })).json();
    const operations = Object.values(document.paths).flatMap((path) => Object.keys(path as object));
    expect([document.openapi, operations.length]).toEqual(['3.1.0', endpoints.length]);
    const page = await app.inject({ url: '/api/docs/' });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });
});

test('a shop on a busy machine takes the time it needs to open', async () => {
  const { app: slow } = await openTestApp(database);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    slow.register(async () => {
      vi.advanceTimersByTime(60_000);
    });
    await slow.ready();
  } finally {
    vi.useRealTimers();
  }
});
