import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';

// Attacks on a whole running shop over the network.

const folder = mkdtempSync(join(tmpdir(), 'reprise-security-'));
let shop: RunningShop;
let adminToken: string;

beforeAll(async () => {
  shop = await runShop({ dataDir: folder, freshDatabase: true, logLevel: 'info' });
  adminToken = await signIn(shop.url, admin);
});

afterAll(async () => {
  await shop?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function newCustomer(fields: object = {}) {
  const account = {
    name: 'Ada',
    email: `ada-${crypto.randomUUID()}@example.com`,
    password: 'canary-password',
  };
  const answer = await call(shop.url, 'POST', '/auth/register', { body: { ...account, ...fields } });
  expect(answer.status).toBe(201);
  return { ...account, token: answer.body.data.token as string, user: answer.body.data.user };
}

/** Sends raw bytes to the shop; returns the response up to the end of the connection. */
async function send(request: string): Promise<string> {
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text;
  });
  socket.write(request.replaceAll('\n', '\r\n'), 'latin1');
  await once(socket, 'close');
  return answer;
}

const line = (start: string, headers = '') =>
  `${start} HTTP/1.1\nHost: shop.test\nConnection: close\n${headers}\n`;

describe('orders are readable and payable by their owner only', () => {
  const absent = 'ord_00000000000000000000000000';
  let orders: Record<'ofA' | 'ofGuest' | 'absent', { id: string; total: number }>;
  const callers: Record<string, { token?: string; orderToken?: string }> = { none: {} };

  beforeAll(async () => {
    const product = await addProduct(shop.url, adminToken, 20);
    const [a, b] = [await newCustomer(), await newCustomer()];
    const placed = await call(shop.url, 'POST', '/orders', { token: a.token, body: orderOf(product) });
    const guest = await call(shop.url, 'POST', '/orders', { body: orderOf(product) });
    orders = {
      ofA: placed.body.data.order,
      ofGuest: guest.body.data.order,
      absent: { id: absent, total: placed.body.data.order.total },
    };
    callers.a = { token: a.token };
    callers.b = { token: b.token };
    callers.guest = { orderToken: guest.body.data.accessToken };
    callers.forger = { orderToken: 'x'.repeat(43) };
    callers.administrator = { token: adminToken };
  });

  const maySee: Record<string, string[]> = {
    none: [],
    a: ['ofA'],
    b: [],
    guest: ['ofGuest'],
    forger: [],
    administrator: ['ofA', 'ofGuest'],
  };

  test.each(
    Object.keys(maySee).flatMap((who) =>
      (['ofA', 'ofGuest', 'absent'] as const).map((which) => [who, which] as const),
    ),
  )('%s and the order %s', async (who, which) => {
    const { id, total } = orders[which];
    const caller = callers[who] ?? {};
    const read = await call(shop.url, 'GET', `/orders/${id}`, caller);
    const pay = await call(shop.url, 'POST', '/payments/create-payment-intent', {
      ...caller,
      body: { orderId: id, amount: total },
    });
    const expected = maySee[who]?.includes(which) ? 200 : 404;
    expect([read.status, pay.status]).toEqual([expected, expected]);
  });

  test("answers alike for another customer's order and a missing one", async () => {
    const shapeOf = ({ status, body, headers }: Answer) => [
      status,
      { ...body, requestId: '' },
      [...headers.keys()].sort(),
    ];
    for (const caller of [callers.none, callers.b, callers.forger]) {
      const [other, none] = [orders.ofA.id, absent].map((id) =>
        call(shop.url, 'GET', `/orders/${id}`, caller),
      );
      expect(shapeOf((await other) as Answer)).toEqual(shapeOf((await none) as Answer));
    }
  });

  test('lists own orders only, whatever the query asks for', async () => {
    for (const query of ['', `?search=${orders.ofA.id}`, '?userId=x&all=true', '?page=1&limit=100']) {
      const answer = await call(shop.url, 'GET', `/orders${query}`, callers.b);
      expect(answer.body.data.orders).toEqual([]);
    }
    expect((await call(shop.url, 'GET', '/orders')).status).toBe(401);
    expect((await call(shop.url, 'GET', '/orders/admin/all', callers.b)).status).toBe(403);
  });

  test('tracks an order only with its e-mail address', async () => {
    const { orderNumber } = (await call(shop.url, 'GET', `/orders/${orders.ofA.id}`, callers.a)).body.data
      .order;
    for (const email of ['', 'else@example.com', '%25', 'ADA']) {
      const { status, body, text } = await call(shop.url, 'GET', `/tracking/${orderNumber}?email=${email}`);
      expect([status, body.data.order]).toEqual([200, null]);
      expect(text).not.toMatch(/Engine Street|ada@example\.com|Byron/);
    }
    const tracked = await call(shop.url, 'GET', `/tracking/${orderNumber}?email=ada@example.com`);
    expect(tracked.body.data.order.id).toBe(orders.ofA.id);
  });
});

describe('bodies cannot set protected fields', () => {
  test('at registration and in the profile', async () => {
    const more = { role: 'admin', isAdmin: true, status: 'banned', id: 'usr_mine', emailVerified: true };
    const { token, user } = await newCustomer(more);
    expect(user).toMatchObject({ role: 'customer' });
    expect(user.id).not.toBe('usr_mine');
    const profile = await call(shop.url, 'PUT', '/users/profile', {
      token,
      body: { name: 'Bea', totalSpent: 9, ...more },
    });
    expect(profile.body.data.user).toMatchObject({
      name: 'Bea',
      role: 'customer',
      status: 'active',
      totalSpent: 0,
    });
    expect((await call(shop.url, 'GET', '/users/users', { token })).status).toBe(403);
  });

  test('in an order', async () => {
    const [mine, other] = [await newCustomer(), await newCustomer()];
    const product = await addProduct(shop.url, adminToken, 5);
    const body = {
      ...orderOf(product),
      id: 'ord_mine',
      orderNumber: 'MJ-MINE',
      userId: other.user.id,
      user: other.user.id,
      status: 'delivered',
      paymentStatus: 'paid',
      subtotal: 0,
      shipping: 0,
      tax: 0,
      createdAt: '2000-01-01',
    };
    const { order } = (await call(shop.url, 'POST', '/orders', { token: mine.token, body })).body.data;
    expect(order).toMatchObject({ status: 'pending', paymentStatus: 'unpaid', subtotal: 20 });
    expect(order.user.id).toBe(mine.user.id);
    expect(order.id).not.toBe('ord_mine');
    expect(order.orderNumber).not.toBe('MJ-MINE');
    expect((await call(shop.url, 'GET', '/orders', { token: other.token })).body.data.orders).toEqual([]);
  });

  test('in a product', async () => {
    const id = await addProduct(shop.url, adminToken, 1);
    const { product } = (await call(shop.url, 'GET', `/products/${id}`)).body.data;
    const body = {
      ...product,
      id: 'prd_mine',
      _id: 'x',
      rating: 5,
      reviewCount: 99,
      createdAt: '2000-01-01',
      sku: 'MINE',
    };
    const saved = await call(shop.url, 'PUT', `/products/${id}`, { token: adminToken, body });
    expect(saved.body.data.product).toMatchObject({
      id,
      sku: product.sku,
      rating: product.rating,
      reviewCount: product.reviewCount,
      createdAt: product.createdAt,
    });
  });

  test('returns no password, hash or token besides the requested one', async () => {
    const { token, user } = await newCustomer();
    for (const [path, reader] of [
      ['/auth/me', token],
      ['/users/profile', token],
      [`/users/users/${user.id}`, adminToken],
      ['/users/users?limit=100', adminToken],
    ] as const) {
      const answer = await call(shop.url, 'GET', path, { token: reader });
      expect(answer.status).toBe(200);
      expect(answer.text).not.toMatch(/argon2|canary-password|"(password|token|hash|session)\w*":/i);
    }
  });

  test('bounds the size of a response to one small request', async () => {
    const specifications = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, 1]));
    const body = { name: 'x', price: 1, brand: 'x', category: 'x', specifications };
    const answer = await call(shop.url, 'POST', '/products', { token: adminToken, body });
    expect(answer.status).toBe(400);
    expect(answer.text.length).toBeLessThan(20_000);
  });
});

describe('markup in text is escaped', () => {
  const markup = [
    '<script>alert(1)</script>',
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    '</title><svg onload=alert(1)>',
    '</textarea><iframe srcdoc="<script>alert(1)</script>">',
    '<!--<script>alert(1)//-->',
    '\u2028\u2029</ScRiPt ><a href="javascript:alert(1)">x</a>',
    '{{constructor.constructor("alert(1)")()}}<b>',
    '&lt;script&gt;alert(1)&lt;/script&gt;<i>',
  ];

  /** Returns the markup of a page without JSON-LD and without the scripts that its policy allows. */
  function checkPage(html: string, policy: string | null): string {
    const allowed = /script-src ([^;]*)/.exec(policy ?? '')?.[1] ?? '';
    expect(allowed).not.toMatch(/'unsafe-inline'|'unsafe-eval'|\*|data:/);
    expect(policy).toContain("default-src 'none'");
    const wrong: string[] = [];
    const rest = html.replace(
      /<script\b([^>]*)>([\s\S]*?)<\/script>/gi,
      (_all, attributes: string, source: string) => {
        if (attributes.includes('application/ld+json')) {
          if (/[<>&\u2028\u2029]/.test(source)) wrong.push(source);
          JSON.parse(source);
        } else if (source !== '') {
          const hash = createHash('sha256').update(source).digest('base64');
          if (!allowed.includes(`'sha256-${hash}'`) || /<|[\u2028\u2029]/.test(dataOf(source)))
            wrong.push(source);
        }
        return '';
      },
    );
    expect(wrong).toEqual([]);
    return rest;
  }

  /** Returns the part of an inline script that contains data. */
  const dataOf = (source: string) => (source.includes('streamController.enqueue') ? source : '');

  async function expectHarmless(path: string): Promise<void> {
    const page = await fetch(shop.url + path);
    expect(page.status, path).toBeLessThan(500);
    const rest = checkPage(await page.text(), page.headers.get('content-security-policy'));
    expect(rest, path).not.toMatch(/="\s*(javascript|data|vbscript):/i);
    // Attribute values are text, even if they look like tags.
    const tags = rest.replace(/="[^"]*"/g, '').match(/<(script|iframe|img|svg|b|i|a)\b[^>]*/gi) ?? [];
    expect(
      tags.filter((tag) => /^<(script|iframe|b|i)\b|\son\w+/i.test(tag)),
      path,
    ).toEqual([]);
  }

  test.each(markup)('%s in a product, its category and the search', async (text) => {
    const name = `${text} ${crypto.randomUUID().slice(0, 8)}`;
    const category = `${text.slice(0, 60)} ${crypto.randomUUID().slice(0, 8)}`;
    const token = adminToken;
    await call(shop.url, 'POST', '/categories', { token, body: { name: category, description: text } });
    const added = await call(shop.url, 'POST', '/products', {
      token,
      body: {
        name,
        category,
        description: text,
        brand: text,
        price: 10,
        originalPrice: 20,
        stockCount: 3,
        featured: true,
        specifications: { [text]: text },
        features: [text],
        modelKey: text,
        images: ['/img/"><script>x</script>'],
        warranty: { duration: text, type: text, description: text },
      },
    });
    expect(added.status).toBe(201);
    const { slug } = added.body.data.product;
    const typed = encodeURIComponent(text);
    for (const path of ['/', `/product/${slug}`, '/products', '/categories', '/deals'])
      await expectHarmless(path);
    for (const path of [
      `/search?q=${typed}`,
      `/products?category=${typed}`,
      `/products?search=${typed}&brand=${typed}`,
    ]) {
      await expectHarmless(path);
    }
    await expectHarmless(`/product/${typed}`);
    await expectHarmless(`/${typed}`);
  });

  test('in the settings that every page shows', async () => {
    const token = adminToken;
    const { settings } = (await call(shop.url, 'GET', '/settings', { token })).body.data;
    const text = '</script><script>alert(1)</script>';
    const { storeName, storeDescription, storeAddress, storePhone, supportHours } = settings;
    const changed = await call(shop.url, 'PUT', '/settings', {
      token,
      body: {
        storeName: text,
        storeDescription: text,
        storeAddress: text,
        storePhone: text,
        supportHours: text,
      },
    });
    expect(changed.status).toBe(200);
    for (const path of ['/', '/support', '/warranty', '/login', '/admin', '/nowhere'])
      await expectHarmless(path);
    const body = { storeName, storeDescription, storeAddress, storePhone, supportHours };
    expect((await call(shop.url, 'PUT', '/settings', { token, body })).status).toBe(200);
  });

  test('rejects image URLs that a browser would execute', async () => {
    for (const image of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '//else.test/x',
      '/\\else.test',
    ]) {
      const body = { name: 'x', description: 'x', image };
      const answer = await call(shop.url, 'POST', '/categories', { token: adminToken, body });
      expect([image, answer.status]).toEqual([image, 400]);
    }
  });
});

describe('every answer', () => {
  test.each([
    ['GET', '/', 200],
    ['GET', '/products', 200],
    ['GET', '/login', 200],
    ['GET', '/checkout', 200],
    ['GET', '/admin', 200],
    ['GET', '/product/nothing-there', 404],
    ['GET', '/nowhere', 404],
    ['POST', '/login', 405],
    ['DELETE', '/products', 404],
    ['GET', '/icon.svg', 200],
    ['GET', '/assets/nothing.js', 404],
    ['GET', `/media/${'0'.repeat(64)}.webp`, 404],
    ['GET', '/api', 404],
    ['GET', '/api/nothing', 404],
    ['GET', '/api/nothing/products', 404],
    ['DELETE', '/api/products', 405],
    ['OPTIONS', '/api/products', 405],
    ['GET', '/api/products', 200],
    ['GET', '/api/orders', 401],
    ['GET', '/api/products?limit=0', 400],
    ['GET', '/api/docs/', 200],
    ['GET', '/%ff', 302],
    ['GET', '/health/live', 200],
  ])('%s %s is %i with the headers that protect it', async (method, path, status) => {
    const answer = await fetch(shop.url + path, { method, redirect: 'manual' });
    expect(answer.status).toBe(status);
    const { headers } = answer;
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/default-src|frame-ancestors/);
    for (const name of ['set-cookie', 'x-powered-by', 'server', 'access-control-allow-origin']) {
      expect([name, headers.get(name)]).toEqual([name, null]);
    }
    const text = await answer.text();
    expect(text).not.toMatch(/node:internal|node_modules|\.ts:\d+/);
    if (path.startsWith('/api') && status >= 400) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(JSON.parse(text)).toMatchObject({ success: false, code: expect.stringMatching(/^[A-Z_]+$/) });
    }
  });

  test.each([
    ['two lengths', line('POST /api/auth/login', 'Content-Length: 4\nContent-Length: 5\n'), 400],
    [
      'a length and chunks',
      line('POST /api/auth/login', 'Content-Length: 4\nTransfer-Encoding: chunked\n'),
      400,
    ],
    ['a negative length', line('POST /api/auth/login', 'Content-Length: -4\n'), 400],
    ['100 kB of headers', line('GET /api/products', `X-Long: ${'x'.repeat(100_000)}\n`), 431],
    ['an unknown method', line('FOO /'), 400],
    ['TRACE', line('TRACE /', 'X-Secret: canary\n'), 404],
    ['TRACE on the API', line('TRACE /api/products'), 405],
    ['a malformed URL', line('GET //['), 404],
    ['an asterisk', line('OPTIONS *'), 404],
  ])('rejects a request with %s in the common error format', async (what, request, status) => {
    const answer = await send(request);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(answer).not.toMatch(/X-Secret|canary/);
    if (what !== 'a malformed URL') expect(answer).toContain('"success":false');
  });

  test.each(['//else.test/products', '/\\else.test/products', 'http://else.test/products', '/products'])(
    'names no other host in the page for the request target %s',
    async (target) => {
      const answer = await send(
        line(`GET ${target}`, 'X-Forwarded-Host: else.test\n').replace('shop.test', 'else.test'),
      );
      expect(answer).toMatch(/^HTTP\/1.1 (200|404) /);
      expect(answer).not.toMatch(/https?:\/\/else\.test/);
    },
  );

  test.each([
    '/media/../../demo-accounts.txt',
    '/media/..%2f..%2fdemo-accounts.txt',
    '/media/%2e%2e/in-use.json',
    '/assets/..%2f..%2fserver%2findex.js',
    '/assets/%2e%2e/%2e%2e/server/index.js',
    '/../package.json',
    '/.env',
    '/.git/config',
    '/dev/ui',
  ])('%s leads nowhere', async (path) => {
    expect(await send(line(`GET ${path}`))).toMatch(/^HTTP\/1.1 404 /);
  });

  test('answers 404 for metrics without METRICS_TOKEN, even on loopback', async () => {
    expect(await send(line('GET /metrics'))).toMatch(/^HTTP\/1.1 404 /);
    expect(await send(line('GET /metrics', 'Authorization: Bearer guess\n'))).toMatch(/^HTTP\/1.1 404 /);
  });

  test('does not accept a token in a cookie', async () => {
    const { token } = await newCustomer();
    const headers = { cookie: `auth-token=${token}; better-auth.session_token=${token}; session=${token}` };
    expect((await fetch(`${shop.url}/api/auth/me`, { headers })).status).toBe(401);
  });

  test('serves no source maps', async () => {
    const page = await (await fetch(shop.url)).text();
    const scripts = [...page.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path);
    expect(scripts.length).toBeGreaterThan(0);
    for (const path of new Set(scripts)) {
      expect((await fetch(`${shop.url}${path}.map`)).status).toBe(404);
      expect(await (await fetch(shop.url + path)).text()).not.toContain('sourceMappingURL');
    }
  });

  test('renders the same page for every visitor, without personal data', async () => {
    const { token, email } = await newCustomer();
    for (const path of ['/', '/profile', '/orders', '/admin', '/checkout']) {
      const asCustomer = await fetch(shop.url + path, { headers: { authorization: `Bearer ${token}` } });
      expect(await asCustomer.text()).not.toContain(email);
    }
  });
});

describe('uploads', () => {
  const field = (bytes: Uint8Array | string, name = 'photo.png', type = 'image/png') => {
    const form = new FormData();
    form.append(
      'file',
      new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)], { type }),
      name,
    );
    return form;
  };
  const upload = (form: FormData, token: string | undefined = adminToken) =>
    call(shop.url, 'POST', '/upload/single', { token, body: form });
  const stored = () => readdirSync(join(folder, 'media')).length;

  function chunk(type: string, data: Buffer): Buffer {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  }

  /** Gray PNG that declares this size and contains this number of rows. */
  function png(width: number, height: number, rows = height): Buffer {
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head.writeUInt8(8, 8);
    const data = deflateSync(Buffer.alloc((width + 1) * rows));
    const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
    return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
  }

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

  test.each([
    ['an SVG', () => field(svg, 'x.svg', 'image/svg+xml'), 415],
    ['an SVG named PNG', () => field(svg), 415],
    ['a page named PNG', () => field('<!doctype html><script>alert(1)</script>'), 415],
    [
      'a page behind the head of a GIF',
      () => field('GIF89a/*<script>alert(1)</script>*/', 'x.gif', 'image/gif'),
      415,
    ],
    ['an image of 400 megapixels', () => field(png(20_000, 20_000, 1)), 422],
    ['half an image', () => field(png(400, 400).subarray(0, 150)), 422],
    ['an empty file', () => field(''), 400],
    ['6 MB', () => field(Buffer.alloc(6_000_000)), 413],
    ['no file', () => new FormData(), 400],
  ])('rejects %s and stores nothing', async (_what, form, status) => {
    const before = stored();
    const answer = await upload(form());
    expect([answer.status, answer.body?.success]).toEqual([status, false]);
    expect(stored()).toBe(before);
  });

  test('stores an image re-encoded under a generated name', async () => {
    const planted = Buffer.concat([png(4, 4), Buffer.from('trailer-canary <p>text</p>')]);
    const answer = await upload(field(planted, '../../../x.html', 'text/html'));
    expect(answer.status).toBe(201);
    const { url } = answer.body.data;
    expect(url).toMatch(/^\/media\/[0-9a-f]{64}\.webp$/);
    const served = await fetch(shop.url + url);
    expect(Buffer.from(await served.arrayBuffer()).toString('latin1')).not.toContain('trailer-canary');
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': expect.stringMatching(/^inline; filename="[0-9a-f]{64}\.webp"$/),
    });
  });

  test('rejects uploads of non-administrators before reading the body', async () => {
    const { token } = await newCustomer();
    expect((await upload(field(png(4, 4)), token)).status).toBe(403);
    const head = line(
      'POST /api/upload/single',
      'Content-Type: multipart/form-data; boundary=x\nContent-Length: 4000000\n',
    );
    // The body never arrives: a shop that waited for it would not answer.
    expect(await send(head)).toMatch(/^HTTP\/1.1 401 /);
  });

  test('does not store an interrupted upload and keeps running', async () => {
    const before = stored();
    const { hostname, port } = new URL(shop.url);
    const socket = connect(Number(port), hostname);
    const headers = `Authorization: Bearer ${adminToken}\nContent-Type: multipart/form-data; boundary=x\nContent-Length: 900000\n`;
    socket.write(line('POST /api/upload/single', headers).replaceAll('\n', '\r\n'));
    socket.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
    await new Promise((done) => socket.write(png(300, 300), done));
    socket.destroy();
    expect((await upload(field(png(5, 5)))).status).toBe(201);
    expect(stored()).toBe(before + 1);
  });
});

test('answers a few pipelined requests in order and closes at hundreds of them', async () => {
  const ahead = async (count: number) => {
    const requests = 'GET /api/products?limit=100 HTTP/1.1\nHost: shop.test\n\n'.repeat(count - 1);
    return (await send(requests + line('GET /api/products?limit=100'))).split('HTTP/1.1 200 OK').length - 1;
  };
  expect(await ahead(10)).toBe(10);
  expect(await ahead(200)).toBeLessThan(20);
  expect(await ahead(1)).toBe(1);
});

describe('stored data', () => {
  test('logs no password, token, e-mail or postal address', async () => {
    const customer = await newCustomer();
    const { token, email } = customer;
    const product = await addProduct(shop.url, adminToken, 5);
    const guestEmail = `guest-${crypto.randomUUID()}@example.com`;
    const guest = await call(shop.url, 'POST', '/orders', { body: orderOf(product, 1, guestEmail) });
    const { order, accessToken } = guest.body.data;
    await call(shop.url, 'GET', `/tracking/${order.orderNumber}?email=${guestEmail}`);
    await call(shop.url, 'GET', `/orders/${order.id}`, { orderToken: accessToken });
    await call(shop.url, 'POST', '/auth/login', { body: { email, password: 'wrong-canary' } });
    await call(shop.url, 'POST', '/auth/forgot-password', { body: { email } });
    await call(shop.url, 'POST', '/auth/reset-password', {
      body: { token: 'reset-canary', password: 'next-canary' },
    });
    await fetch(`${shop.url}/track?number=${order.orderNumber}&email=${guestEmail}`);
    await call(shop.url, 'GET', '/auth/me', { token });
    await send(line(`GET /search?q=${guestEmail}`, `Authorization: Bearer ${token}\n`));
    const canaries = [
      ...[token, adminToken, accessToken, email, guestEmail, admin.password, customer.password],
      ...['wrong-canary', 'reset-canary', 'next-canary', 'Engine Street', 'Byron', 'argon2'],
    ];
    const entries = shop.output.filter((entry) => entry.includes('"request"'));
    expect(entries.length).toBeGreaterThan(10);
    const log = shop.output.join('\n');
    expect(canaries.filter((canary) => log.includes(canary))).toEqual([]);
  });

  test('restricts the database folder to its owner', () => {
    expect(statSync(join(folder, 'database')).mode & 0o077).toBe(0);
  });

  test('is ready and has logged no errors after all attacks', async () => {
    expect((await fetch(`${shop.url}/health/ready`)).status).toBe(200);
    expect(shop.output.filter((entry) => entry.includes('"level":"error"'))).toEqual([]);
  });
});
