import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPrivateServer } from '../../server/test/postgres-server.ts';
import { address, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';

// Calls the documented API of a whole running shop, without any of its code.

const folder = mkdtempSync(join(tmpdir(), 'reprise-spec-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(['embedded', 'postgres'] as const)('documented API on the %s database', (kind) => {
  let shop: RunningShop;
  let adminToken: string;
  const stops: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const server = kind === 'postgres' ? await startPrivateServer() : undefined;
    shop = await runShop({ dataDir: join(folder, kind), databaseUrl: server?.url, demo: true });
    stops.push(shop.stop, async () => server?.stop());
    adminToken = await signIn(shop.url, admin);
  });

  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  const get = (path: string, token?: string) => call(shop.url, 'GET', path, { token });
  const list = async (query: string) => (await get(`/products?${query}`)).body.data;

  async function newCustomer() {
    const account = {
      name: 'Ada',
      email: `ada-${crypto.randomUUID()}@example.com`,
      password: 'Violet-lantern-7',
    };
    const answer = await call(shop.url, 'POST', '/auth/register', { body: account });
    expect(answer.status).toBe(201);
    return { ...account, token: answer.body.data.token as string };
  }

  test('registers, signs in, reads the profile, signs out and answers 401', async () => {
    const account = await newCustomer();
    expect((await get('/auth/me', account.token)).body.data.user).toMatchObject({
      name: 'Ada',
      email: account.email,
      role: 'customer',
    });
    const token = await signIn(shop.url, account);
    expect((await call(shop.url, 'POST', '/auth/logout', { token })).body.success).toBe(true);
    expect((await get('/auth/me', token)).status).toBe(401);
    const wrong = await call(shop.url, 'POST', '/auth/login', {
      body: { email: account.email, password: 'not-it' },
    });
    expect([wrong.status, wrong.body.message]).toEqual([401, 'Invalid email or password']);
    const again = await call(shop.url, 'POST', '/auth/register', { body: account });
    expect([again.status, again.body.message]).toEqual([409, 'Registration failed. Please try again.']);
  });

  test('lists, filters by each parameter, sorts by each key and paginates products', async () => {
    const all = await list('limit=100');
    expect(all.pagination.total).toBeGreaterThan(50);
    const phones = await list('category=Smartphones');
    expect(phones.products.length).toBeGreaterThan(0);
    expect(phones.products.every((p: { category: string }) => p.category === 'Smartphones')).toBe(true);
    const matches = await list('search=IPHONE&limit=100');
    const contains = (p: { name: string; brand: string; description: string }) =>
      `${p.name} ${p.brand} ${p.description}`.toLowerCase().includes('iphone');
    expect(contains(matches.products[0])).toBe(true);
    const slugs = matches.products.map((p: { slug: string }) => p.slug);
    for (const p of all.products.filter(contains)) expect(slugs).toContain(p.slug);
    for (const p of (await list('minPrice=200&maxPrice=400')).products) {
      expect(p.price).toBeGreaterThanOrEqual(200);
      expect(p.price).toBeLessThanOrEqual(400);
    }
    const worn = await list('condition=good&condition=fair');
    expect(new Set(worn.products.map((p: { condition: string }) => p.condition))).toEqual(
      new Set(['good', 'fair']),
    );
    for (const p of (await list('brand=Apple')).products) expect(p.brand).toBe('Apple');
    for (const p of (await list('inStock=true')).products) expect(p.inStock).toBe(true);
    expect((await list('inStock=false')).pagination.total).toBe(all.pagination.total);
    const featured = await list('featured=true&limit=8');
    expect(featured.products).toHaveLength(8);
    const prices = (await list('sort=price-low')).products.map((p: { price: number }) => p.price);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    const high = (await list('sort=price-high')).products.map((p: { price: number }) => p.price);
    expect(high).toEqual([...high].sort((a, b) => b - a));
    const ratings = (await list('sort=rating')).products.map((p: { rating: number }) => p.rating);
    expect(ratings).toEqual([...ratings].sort((a, b) => b - a));
    const dates = (await list('sort=newest')).products.map((p: { createdAt: string }) => p.createdAt);
    expect(dates).toEqual([...dates].sort().reverse());
    const names = (await list('sort=name')).products.map((p: { name: string }) => p.name.toLowerCase());
    expect(names).toEqual([...names].sort());
    const first = await list('sort=name&limit=10&page=1');
    const second = await list('sort=name&limit=10&page=2');
    expect(new Set([...first.products, ...second.products].map((p: { id: string }) => p.id)).size).toBe(20);
    expect((await list('minPrice=9&maxPrice=1')).products).toEqual([]);
    expect((await list('category=Nothing')).products).toEqual([]);
  });

  test('returns a product by id and by slug, and categories', async () => {
    const [one] = (await list('limit=1')).products;
    expect(one._id).toBe(one.id);
    expect((await get(`/products/${one.id}`)).body.data.product.id).toBe(one.id);
    expect((await get(`/products/${one.slug}`)).body.data.product.id).toBe(one.id);
    const missing = await get('/products/nope');
    expect([missing.status, missing.body.message]).toEqual([404, 'Product Not Found']);
    const categories = (await get('/categories')).body.data;
    expect(categories).toHaveLength(6);
    expect((await get(`/categories/${categories[0].id}`)).body.data.category.name).toBe(categories[0].name);
    expect((await get(`/categories/slug/${categories[0].slug}`)).body.data.category.id).toBe(
      categories[0].id,
    );
  });

  test('lets only administrators manage categories and products', async () => {
    const { token } = await newCustomer();
    const name = `Cameras ${kind}`;
    const body = { name, description: 'They see', slug: 'ignored' };
    expect((await call(shop.url, 'POST', '/categories', { body })).status).toBe(401);
    expect((await call(shop.url, 'POST', '/categories', { body, token })).status).toBe(403);
    const category = await call(shop.url, 'POST', '/categories', { body, token: adminToken });
    expect(category.body.data.category).toMatchObject({ name, slug: `cameras-${kind}` });

    const product = {
      name: 'Leica Q',
      price: 1999.5,
      brand: 'Leica',
      category: category.body.data.category.id,
    };
    expect((await call(shop.url, 'POST', '/products', { body: product })).status).toBe(401);
    expect((await call(shop.url, 'POST', '/products', { body: product, token })).status).toBe(403);
    const incomplete = await call(shop.url, 'POST', '/products', { body: { name: 'x' }, token: adminToken });
    expect([incomplete.status, incomplete.body.message]).toEqual([
      400,
      'Name, price, brand, and category are required',
    ]);
    const added = await call(shop.url, 'POST', '/products', { body: product, token: adminToken });
    expect(added.status).toBe(201);
    const created = added.body.data.product;
    expect(created).toMatchObject({
      price: 1999.5,
      condition: 'good',
      stockCount: 0,
      inStock: false,
      category: name,
    });
    expect(created.sku).toMatch(/^LEILEI\d{3}$/);
    expect(created.warranty).toEqual({
      duration: '30 days',
      type: 'Limited Warranty',
      description: '30-day warranty covering manufacturing defects',
    });
    const changed = await call(shop.url, 'PUT', `/products/${created.id}`, {
      body: { ...product, price: 1500, sku: 'MINE' },
      token: adminToken,
    });
    expect(changed.body.data.product).toMatchObject({ price: 1500, sku: created.sku });
    expect((await call(shop.url, 'DELETE', `/products/${created.id}`, { token })).status).toBe(403);
    expect((await call(shop.url, 'DELETE', `/products/${created.id}`, { token: adminToken })).status).toBe(
      200,
    );
    expect((await call(shop.url, 'DELETE', `/products/${created.id}`, { token: adminToken })).status).toBe(
      404,
    );
    const id = category.body.data.category.id;
    expect((await call(shop.url, 'DELETE', `/categories/${id}`, { token: adminToken })).status).toBe(200);
    expect((await get(`/categories/${id}`)).status).toBe(404);
  });

  test('returns an uploaded image', async () => {
    const form = new FormData();
    form.append('file', new Blob([onePixel()], { type: 'image/png' }), 'a.png');
    const stored = await call(shop.url, 'POST', '/upload/single', { body: form, token: adminToken });
    expect(stored.status).toBe(201);
    const image = await fetch(new URL(stored.body.data.url, shop.url));
    expect([image.status, image.headers.get('content-type')?.startsWith('image/')]).toEqual([200, true]);
    const evil = new FormData();
    evil.append(
      'file',
      new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' }),
      'a.png',
    );
    expect((await call(shop.url, 'POST', '/upload/single', { body: evil, token: adminToken })).status).toBe(
      415,
    );
  });

  test('places guest and customer orders, shows only own orders, changes the status', async () => {
    const cheap = (await list('inStock=true&sort=price-low')).products;
    const product = cheap.find((product: { stockCount: number }) => product.stockCount > 5);
    const guest = await call(shop.url, 'POST', '/orders', { body: orderOf(product.id) });
    expect(guest.status).toBe(201);
    const { order, accessToken } = guest.body.data;
    expect(order.orderNumber).toMatch(/^MJ-/);
    const subtotal = product.price;
    const shipping = subtotal > 50 ? 0 : 9.99;
    const tax = Math.round(subtotal * 8) / 100;
    expect(order.subtotal).toBeCloseTo(subtotal, 2);
    expect(order.shipping).toBeCloseTo(shipping, 2);
    expect(order.tax).toBeCloseTo(tax, 2);
    expect(order.total).toBeCloseTo(subtotal + shipping + tax, 2);
    expect((await get(`/orders/${order.id}`)).status).toBe(404);
    expect((await call(shop.url, 'GET', `/orders/${order.id}`, { orderToken: accessToken })).status).toBe(
      200,
    );

    const ada = await newCustomer();
    const bob = await newCustomer();
    const own = await call(shop.url, 'POST', '/orders', { body: orderOf(product.id), token: ada.token });
    const id = own.body.data.order.id;
    expect((await get('/orders', ada.token)).body.data.orders.map((o: { id: string }) => o.id)).toEqual([id]);
    expect((await get(`/orders/${id}`, ada.token)).body.data.order.shippingAddress.city).toBe(address.city);
    expect((await get(`/orders/${id}`, bob.token)).status).toBe(404);
    expect((await get('/orders', bob.token)).body.data.orders).toEqual([]);
    expect((await get('/orders')).status).toBe(401);
    expect((await get('/orders/admin/all', bob.token)).status).toBe(403);

    const status = { status: 'shipped', trackingNumber: `1Z-${kind}` };
    expect(
      (await call(shop.url, 'PUT', `/orders/${id}/status`, { body: status, token: bob.token })).status,
    ).toBe(403);
    const shipped = await call(shop.url, 'PUT', `/orders/${id}/status`, { body: status, token: adminToken });
    expect(shipped.body.data.order).toMatchObject(status);
    const way = await get(`/tracking/${status.trackingNumber}`);
    expect(way.body.data).toMatchObject({ status: 'shipped', order: null, orderNumber: null });
    const { orderNumber } = own.body.data.order;
    const details = await get(`/tracking/${orderNumber}?email=${address.email}`);
    expect(details.body.data.order.id).toBe(id);
  });

  test('rejects a declined test card and sets a paid order to processing', async () => {
    const [product] = (await list('inStock=true&limit=1')).products;
    const { token } = await newCustomer();
    const placed = await call(shop.url, 'POST', '/orders', { body: orderOf(product.id), token });
    const { id: orderId, total } = placed.body.data.order;
    const post = (path: string, body: unknown) =>
      call(shop.url, 'POST', `/payments/${path}`, { body, token });
    expect((await post('create-payment-intent', { amount: total + 1, orderId })).body.code).toBe(
      'AMOUNT_MISMATCH',
    );
    const intent = (await post('create-payment-intent', { amount: total, orderId })).body.data;
    const confirm = { paymentIntentId: intent.paymentIntentId, orderId };
    expect((await post('confirm-payment', confirm)).body.code).toBe('PAYMENT_NOT_COMPLETED');
    const { clientSecret } = intent;
    const declined = await post('test-processor/confirm', { clientSecret, card: 'pm_card_chargeDeclined' });
    expect([declined.status, declined.body.code]).toEqual([402, 'CARD_DECLINED']);
    expect((await post('test-processor/confirm', { clientSecret, card: 'pm_card_visa' })).status).toBe(200);
    const paid = await post('confirm-payment', confirm);
    expect(paid.body.data.order).toMatchObject({ status: 'processing', paymentStatus: 'paid' });
    expect((await post('confirm-payment', confirm)).status).toBe(200);
  });

  test('returns the dashboard to administrators only', async () => {
    const { token } = await newCustomer();
    expect((await get('/dashboard/stats')).status).toBe(401);
    expect((await get('/dashboard/stats', token)).status).toBe(403);
    const stats = (await get('/dashboard/stats', adminToken)).body.data;
    expect(Object.keys(stats).sort()).toEqual([
      'attention',
      'disputes',
      'lowStockProducts',
      'orderStatusDistribution',
      'overview',
      'recentOrders',
      'topSellingProducts',
    ]);
    expect(stats.recentOrders.length).toBeLessThanOrEqual(5);
    const analytics = (await get('/dashboard/analytics', adminToken)).body.data;
    expect(analytics.period).toBe(30);
    expect(analytics.dailySales).toHaveLength(30);
    expect((await get('/dashboard/analytics?period=0', adminToken)).status).toBe(400);
    expect((await get('/users/users', adminToken)).body.data.users.length).toBeGreaterThan(1);
  });
});

/** A PNG of one red pixel. */
function onePixel(): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const pixel = deflateSync(Buffer.from([0, 255, 0, 0]));
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixel), chunk('IEND', Buffer.alloc(0))]),
  );
}
