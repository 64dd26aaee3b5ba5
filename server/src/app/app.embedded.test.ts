import { allEndpoints } from '@reprise/contract/all-endpoints';
import type { Endpoint } from '@reprise/contract/endpoint';
import { describe, expect, test, vi } from 'vitest';
import { openTestApp } from '../../test/test-app.ts';
import { openTestDatabase } from '../../test/test-database.ts';

const database = await openTestDatabase();
const { app, call, signIn, stepUp, register, appoint } = await openTestApp(database);

/** Token of the owner, who has typed the password after the sign-in. */
async function signInAndProve(): Promise<string> {
  const token = await signIn();
  await stepUp(token);
  return token;
}

const endpoints = Object.entries(allEndpoints) as [string, Endpoint][];
const fillPath = (path: string) => path.replace(/:\w+/g, 'missing');

/** Returns the status of a call without valid input, which shows whether the caller has access. */
async function statusOf(endpoint: Endpoint, token?: string): Promise<number> {
  const body = endpoint.body ? {} : undefined;
  const options = { ...(token !== undefined && { token }), ...(body && { body }) };
  return (await call(endpoint.method, fillPath(endpoint.path), options)).status;
}

describe('access', () => {
  const expectedStatus = {
    guest: { public: 'allowed', visitor: 'allowed', customer: 401, admin: 401 },
    'invalid token': { public: 'allowed', visitor: 401, customer: 401, admin: 401 },
    customer: { public: 'allowed', visitor: 'allowed', customer: 'allowed', admin: 403 },
    administrator: { public: 'allowed', visitor: 'allowed', customer: 'allowed', admin: 'allowed' },
  } as const;

  async function expectAccess(role: keyof typeof expectedStatus, token?: string): Promise<void> {
    const wrong: string[] = [];
    for (const [name, endpoint] of endpoints) {
      // Signing out would invalidate the token for the following calls.
      if (name === 'logout') continue;
      const status = await statusOf(endpoint, token);
      const expected = expectedStatus[role][endpoint.access];
      const isExpected =
        expected === 'allowed' ? status !== 401 && status !== 403 && status < 500 : status === expected;
      if (!isExpected) wrong.push(`${name}: ${status} instead of ${expected}`);
    }
    expect(wrong).toEqual([]);
  }

  test('a guest can make public and visitor calls', () => expectAccess('guest'));
  test('an unknown token allows public calls only', () => expectAccess('invalid token', 'x'.repeat(43)));
  test('a malformed token allows public calls only', () => expectAccess('invalid token', 'not a token'));
  test('a customer can make all calls but those of administrators', async () => {
    const { token, password } = await register();
    await stepUp(token, password);
    await expectAccess('customer', token);
  });
  test('an owner can make all calls', async () => expectAccess('administrator', await signInAndProve()));

  test.each(['inactive', 'banned'])(
    'a customer made %s has no access from the next request',
    async (status) => {
      const { token, id } = await register();
      await call('PUT', `/users/users/${id}`, { token: await signIn(), body: { status } });
      await expectAccess('invalid token', token);
    },
  );

  test('a demoted administrator has no access with an earlier token', async () => {
    const other = await register();
    const token = await signIn();
    const asAdmin = await appoint(other, ['owner']);
    expect((await call('GET', '/users/users', { token: asAdmin })).status).toBe(200);
    await call('PUT', `/users/users/${other.id}`, { token, body: { role: 'customer' } });
    expect([401, 403]).toContain((await call('GET', '/users/users', { token: asAdmin })).status);
  });

  test('a cookie is not accepted as a token', async () => {
    const { token } = await register();
    const cookie = `better-auth.session_token=${token}; auth-token=${token}`;
    expect((await call('GET', '/auth/me', { headers: { cookie } })).status).toBe(401);
  });

  test('access is checked before the body is parsed', async () => {
    for (const body of ['{broken', '']) {
      expect((await call('POST', '/products', { body })).status).toBe(401);
    }
  });
});

describe('every call', () => {
  /** Calls whose path is all of their input. */
  const callsWithoutBody = [
    ...['logout', 'stopImport', 'retryImportImages', 'runIntegrityChecks', 'unsubscribe'],
    ...['cancelOwnOrder', 'claimOrder', 'extendReservation', 'endDiscount', 'undoFamilyChange'],
    ...['refreshFeed', 'discardGradingDraft', 'renewWebhookSecret', 'testWebhook', 'repeatWebhookDelivery'],
    ...[
      'checkLabel',
      'refundLabel',
      'checkReturnLabel',
      'refundReturnLabel',
      'retryListings',
      'resendShipment',
      'receivePaymentNotice',
    ],
    ...['confirmChannelSale', 'openShop', 'previewShop', 'approveReturn', 'cancelReturn'],
    'markParcelDelivered',
  ];

  test('has a rate class, an access level and a schema for all input', () => {
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
          !callsWithoutBody.includes(name)),
    );
    expect(incomplete.map(([name]) => name)).toEqual([]);
  });

  test('is mounted below /api', () => {
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
  ])('rejects %s in the body', async (_case, body, code) => {
    const token = await signInAndProve();
    const wrong: string[] = [];
    for (const [name, endpoint] of withBody) {
      const response = await call(endpoint.method, fillPath(endpoint.path), { token, body });
      // A missing product results in 404 before the body is validated.
      const isExpected =
        response.status === 400 ? response.body.code === code : response.status === 404 && endpoint.params;
      if (!isExpected || response.body.success !== false)
        wrong.push(`${name}: ${response.status} ${response.text}`);
    }
    expect(wrong).toEqual([]);
  });

  test('rejects a body that is not JSON, is compressed or is too large', async () => {
    const token = await signIn();
    for (const [headers, body, status, code] of [
      [{ 'content-type': 'text/plain' }, 'x', 415, 'UNSUPPORTED_MEDIA_TYPE'],
      [{ 'content-encoding': 'gzip' }, '{}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
      [{}, JSON.stringify({ name: 'x'.repeat(1_100_000) }), 413, 'PAYLOAD_TOO_LARGE'],
    ] as const) {
      const response = await call('POST', '/categories', { token, headers, body });
      expect([response.status, response.body.code]).toEqual([status, code]);
    }
  });

  test('names the limit when an upload has too many files or one that is too large', async () => {
    const token = await signIn();
    const headers = { 'content-type': 'multipart/form-data; boundary=part' };
    const partOf = (field: string, content: string) =>
      `--part\r\ncontent-disposition: form-data; name="${field}"; filename="a.png"\r\n\r\n${content}\r\n`;
    const upload = async (path: string, parts: string[]) =>
      (await call('POST', path, { token, headers, body: `${parts.join('')}--part--` })).body.message;
    const many = Array<string>(11).fill(partOf('files', 'x'));
    expect(await upload('/upload/multiple', many)).toBe('Send at most 10 files at a time.');
    const large = partOf('file', 'x'.repeat(5 * 1024 * 1024 + 1));
    expect(await upload('/upload/single', [large])).toBe('Choose a file of at most 5 MB.');
  });

  test('rejects an Idempotency-Key of more than 255 characters', async () => {
    const token = await signIn();
    const messages: Record<string, unknown> = {};
    const idempotent = endpoints.filter(([, endpoint]) => endpoint.idempotent);
    for (const [name, { method, path }] of idempotent) {
      const headers = { 'idempotency-key': 'k'.repeat(256) };
      messages[name] = (await call(method, fillPath(path), { token, headers, body: '{}' })).body.message;
    }
    const message = 'The Idempotency-Key may have at most 255 characters.';
    expect(messages).toEqual(Object.fromEntries(idempotent.map(([name]) => [name, message])));
  });

  /** Succeeds if the product is not on the list. */
  const idempotentRemovals = new Set(['removeFromWishlist']);

  test('rejects a malformed id like a missing one', async () => {
    const token = await signInAndProve();
    const ids = ['1 or 1=1', '%00', '%ED%A0%80', 'x'.repeat(5000), '1.5', '%F0%9F%98%80'];
    const wrong: string[] = [];
    for (const [name, endpoint] of endpoints.filter(([, { path }]) => path.includes('/:'))) {
      if (idempotentRemovals.has(name)) continue;
      for (const id of ids) {
        const path = endpoint.path.replace(/:\w+/g, encodeURI(id).replaceAll('%25', '%'));
        const body = endpoint.body ? {} : undefined;
        const response = await call(endpoint.method, path, { token, ...(body && { body }) });
        const isExpected =
          response.status === 404 ||
          response.status === 405 ||
          (response.status === 400 && response.body.code);
        if (!isExpected || response.body?.success !== false)
          wrong.push(`${name} ${id.slice(0, 12)}: ${response.status} ${response.text.slice(0, 90)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('unknown paths are 404, wrong methods 405 with the allowed ones', async () => {
    const missing = await call('GET', '/nothing');
    expect([missing.status, missing.body.code]).toEqual([404, 'NOT_FOUND']);
    const wrong = await call('PUT', '/auth/login');
    expect([wrong.status, wrong.headers.allow]).toEqual([405, 'POST']);
  });

  test('a page with a malformed URL redirects to the 404 page on this host', async () => {
    const locationOf = async (url: string) => (await app.inject({ url })).headers.location;
    expect(await locationOf('/product/%E0%A4%A?q=%')).toBe('/product/%25E0%25A4%25A');
    expect(await locationOf('//evil.example/%E0%A4%A')).toBe('/evil.example/%25E0%25A4%25A');
    expect((await app.inject({ url: '/api/products/%E0%A4%A' })).json().code).toBe('NOT_FOUND');
  });

  test('brackets in the query are rejected if they look like a filter', async () => {
    expect((await call('GET', '/products?search[]=x')).status).toBe(400);
    expect((await call('GET', '/products?search[a]=x')).status).toBe(400);
    expect((await call('GET', '/products?anything[]=x&unknown=1')).status).toBe(200);
  });
});

describe('every response', () => {
  test.each(['/api/products', '/api/nothing', '/api/orders', '/health/live'])(
    '%s has the security headers',
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

  test('an error response has the request id and is not cacheable', async () => {
    const response = await call('GET', '/orders');
    expect(response.body).toMatchObject({ success: false, code: 'UNAUTHENTICATED' });
    expect(response.body.requestId).toBe(response.headers['x-request-id']);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['www-authenticate']).toBe('Bearer');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('metrics need a token', async () => {
    expect((await app.inject({ url: '/metrics' })).statusCode).toBe(404);
    const headers = { authorization: 'Bearer ' };
    expect((await app.inject({ url: '/metrics', headers })).statusCode).toBe(404);
  });

  test('the API reference lists every call', async () => {
    const document = (await app.inject({ url: '/api/openapi.json' })).json();
    const operations = Object.values(document.paths).flatMap((path) => Object.keys(path as object));
    expect([document.openapi, operations.length]).toEqual(['3.1.0', endpoints.length]);
    const part = (await app.inject({ url: '/api/openapi/orders.json' })).json();
    expect(Object.keys(part.paths)).toContain('/orders/{id}');
    expect(Object.keys(part.paths).filter((path) => !path.startsWith('/orders'))).toEqual([]);
    expect(
      Object.keys((await app.inject({ url: '/api/openapi/webhooks.json' })).json().webhooks),
    ).not.toEqual([]);
    expect((await app.inject({ url: '/api/openapi/nothing.json' })).statusCode).toBe(404);
    const page = await app.inject({ url: '/api/docs/' });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });
});

test('a slow start of a plugin does not fail the app', async () => {
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
