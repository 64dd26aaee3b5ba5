import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { tryStorage } from '@reprise/extension/trials/try-storage';
import { type Mollie, openMollie } from '@reprise/mollie/test/mollie-server';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';

// The example adapters of docs/extending.md, each against a server that is strict about what it is sent.

const folder = mkdtempSync(join(tmpdir(), 'reprise-adapters-'));
const adapter = (name: string) => fileURLToPath(new URL(`../../extensions/${name}.ts`, import.meta.url));
const servers: Server[] = [];
let shop: RunningShop;
let token: string;
let mollie: Mollie;

type Answer = { status: number; body?: string | Buffer };

async function serve(answer: (request: IncomingMessage, body: Buffer) => Answer): Promise<string> {
  const server = createServer(async (request, response) => {
    const { status, body } = answer(request, await buffer(request));
    response.writeHead(status).end(body);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type PostmarkMail = { From: string; To: string; Subject: string; HtmlBody: string; TextBody: string };
const sent: PostmarkMail[] = [];
let isMailAway = false;

function answerAsPostmark({ method, url, headers }: IncomingMessage, body: Buffer): Answer {
  if (headers['x-postmark-server-token'] !== 'mail token')
    return { status: 401, body: '{"Message":"No token"}' };
  if (method !== 'POST' || url !== '/email') return { status: 404 };
  const mail = JSON.parse(body.toString()) as PostmarkMail;
  if (isMailAway) return { status: 422, body: JSON.stringify({ Message: `Inactive: ${mail.To}` }) };
  if (!mail.From || !mail.To || !mail.Subject || !mail.HtmlBody) return { status: 422 };
  sent.push(mail);
  return { status: 200, body: '{}' };
}

let webdavUrl: string;
const files = new Map<string, Buffer>();
const expected = `Basic ${Buffer.from('shop:pass word').toString('base64')}`;

function answerAsWebdav({ method, url = '', headers }: IncomingMessage, body: Buffer): Answer {
  if (headers.authorization !== expected) return { status: 401 };
  const name = decodeURIComponent(url.replace('/images/', ''));
  const file = files.get(name);
  switch (method) {
    case 'PUT':
      files.set(name, body);
      return { status: file ? 204 : 201 };
    case 'HEAD':
    case 'GET':
      return file ? { status: 200, body: file } : { status: 404 };
    case 'DELETE':
      return { status: files.delete(name) ? 204 : 404 };
    case 'PROPFIND': {
      const hrefs = ['/images/', ...[...files.keys()].map((one) => `/images/${encodeURIComponent(one)}`)];
      const list = hrefs.map((href) => `<D:response><D:href>${href}</D:href></D:response>`).join('');
      return { status: 207, body: `<D:multistatus xmlns:D="DAV:">${list}</D:multistatus>` };
    }
    default:
      return { status: 405 };
  }
}

const rate = {
  object_id: 'rate_1',
  amount: '6.10',
  currency: 'USD',
  provider: 'USPS',
  servicelevel: { name: 'Ground Advantage' },
  estimated_days: 3,
};
const shipments = new Map<string, object>();
const transactions: { metadata: string; status: string }[] = [];

function answerAsShippo({ method, url = '', headers }: IncomingMessage, body: Buffer): Answer {
  if (headers.authorization !== 'ShippoToken label token') return { status: 401 };
  const wire = method === 'POST' ? JSON.parse(body.toString()) : {};
  const json = (value: object) => ({ status: method === 'POST' ? 201 : 200, body: JSON.stringify(value) });
  switch (`${method} ${url.replace(/\/shp_\d+$/, '/:id')}`) {
    case 'POST /addresses/':
      return json({
        validation_results: { is_valid: wire.validate === true && wire.zip !== '', messages: [] },
      });
    case 'POST /shipments/': {
      const [parcel] = wire.parcels;
      if (!(parcel.weight > 0 && parcel.length > 0) || parcel.mass_unit !== 'g' || wire.async !== false)
        return { status: 400 };
      const id = `shp_${shipments.size + 1}`;
      const messages = [{ source: 'UPS', text: 'Too heavy' }];
      shipments.set(id, { object_id: id, metadata: wire.metadata, rates: [rate], messages });
      return json(shipments.get(id) ?? {});
    }
    case 'GET /shipments/:id':
      return json(shipments.get(url.split('/')[2] ?? '') ?? {});
    case 'POST /transactions/': {
      const label = {
        tracking_number: '9400111',
        label_url: 'https://files.example.com/1.pdf',
        messages: [],
      };
      transactions.push({ object_id: 'trn_1', status: 'SUCCESS', ...wire, ...label });
      return json(transactions.at(-1) ?? {});
    }
    case 'GET /transactions/?results=100':
      return json({ results: transactions });
    case 'POST /refunds/':
      return json({ status: wire.transaction === 'trn_1' ? 'PENDING' : 'ERROR' });
    default:
      return { status: 404 };
  }
}

function answerAsTaxjar({ url = '', headers }: IncomingMessage): Answer {
  if (headers.authorization !== 'Bearer tax token') return { status: 401 };
  if (url !== '/v2/rates/89501?country=US&state=NV&city=Reno') return { status: 404 };
  return { status: 200, body: '{"rate":{"combined_rate":"0.08265"}}' };
}

const reverbListings = new Map<string, { sku: string; inventory: number; price: { amount: string } }>();
const reverbOrders: object[] = [];
const reverbShipments: object[] = [];

function answerAsReverb({ method, url = '', headers }: IncomingMessage, body: Buffer): Answer {
  if (headers.authorization !== 'Bearer channel token' || headers['accept-version'] !== '3.0')
    return { status: 401, body: '{}' };
  const wire = body.length > 0 ? JSON.parse(body.toString()) : {};
  const json = (value: object, status = 200) => ({ status, body: JSON.stringify(value) });
  const listing = (id: string) => ({ id, _links: { web: { href: `https://reverb.com/item/${id}` } } });
  const [, id = ''] = /^\/listings\/(\d+)$/.exec(url) ?? [];
  switch (`${method} ${url.split('?')[0]?.replace(/\d+/, ':id')}`) {
    case 'GET /my/listings':
      return json({ listings: [] });
    case 'POST /listings':
      if (!wire.make || !wire.condition?.uuid || wire.photos?.length === 0)
        return json({ message: 'A photo is missing.' }, 422);
      reverbListings.set('1', wire);
      return json({ listing: listing('1') }, 201);
    case 'PUT /listings/:id':
      reverbListings.set(id, { ...reverbListings.get(id), ...wire });
      return json({ listing: listing(id) });
    case 'GET /my/orders/selling/all':
      return json({ orders: reverbOrders });
    case 'POST /my/orders/selling/:id/ship':
      reverbShipments.push(wire);
      return json({});
    default:
      return json({ message: `No such call: ${method} ${url}` }, 404);
  }
}

beforeAll(async () => {
  const [mail, webdav] = [await serve(answerAsPostmark), await serve(answerAsWebdav)];
  const [labels, channel] = [await serve(answerAsShippo), await serve(answerAsReverb)];
  const tax = await serve(answerAsTaxjar);
  mollie = await openMollie();
  webdavUrl = `http://shop:pass%20word@${webdav}/images/`;
  shop = await runShop({
    dataDir: join(folder, 'data'),
    settings: {
      MAIL_ADAPTER: adapter('postmark-mail'),
      POSTMARK_URL: `http://${mail}`,
      POSTMARK_TOKEN: 'mail token',
      STORAGE_ADAPTER: adapter('webdav-storage'),
      WEBDAV_URL: webdavUrl,
      SEARCH_ADAPTER: adapter('spelling-search'),
      CARRIER_ADAPTER: adapter('shippo-carrier'),
      SHIPPO_URL: `http://${labels}`,
      SHIPPO_TOKEN: 'label token',
      CHANNEL_ADAPTER: adapter('reverb-channel'),
      REVERB_URL: `http://${channel}`,
      REVERB_TOKEN: 'channel token',
      TAX_ADAPTER: adapter('taxjar-tax'),
      TAXJAR_URL: `http://${tax}`,
      TAXJAR_TOKEN: 'tax token',
      TAXJAR_STATES: 'NV, CA',
      PAYMENT_ADAPTER: adapter('mollie-payments'),
      ...mollie.settings,
    },
  });
  token = await signIn(shop.url, admin);
});

afterAll(async () => {
  await shop?.stop();
  for (const server of servers) server.close();
  mollie?.close();
  rmSync(folder, { recursive: true, force: true });
});

const mailServer = async () =>
  (await call(shop.url, 'GET', '/notifications/server', { token })).body.data.server;

test('mails are sent by the mail adapter, and a failure shows without the address', async () => {
  expect(await mailServer()).toMatchObject({ configured: true, source: 'adapter', host: 'postmark-mail.ts' });
  const product = await addProduct(shop.url, token, 9);
  const body = { ...orderOf(product), customerId: null };
  const { paymentMethod: _, ...byStaff } = body;
  const placed = await call(shop.url, 'POST', '/orders/admin', { token, body: byStaff });
  expect(placed.status, placed.text).toBe(201);
  const { orderNumber } = placed.body.data.order;
  await expect
    .poll(() => sent.map(({ Subject }) => Subject), { timeout: 20_000 })
    .toContainEqual(expect.stringContaining(orderNumber));
  expect(sent[0]).toMatchObject({ To: body.shippingAddress.email, From: expect.stringContaining('<hello@') });
  const set = { host: 'mail.example.com', port: 587, encryption: 'starttls', userName: '' };
  expect((await call(shop.url, 'PUT', '/notifications/server', { token, body: set })).text).toContain(
    'MAIL_ADAPTER',
  );

  isMailAway = true;
  const tried = await call(shop.url, 'POST', '/notifications/test', {
    token,
    body: { to: 'owner@shop.test' },
  });
  expect(tried.text).toContain('Postmark answered 422');
  expect(tried.text).not.toContain('Inactive: owner@shop.test');
});

test('images are written to the storage adapter, read from it and deleted there', async () => {
  const picture = sharp({ create: { width: 800, height: 1000, channels: 3, background: '#0a0' } });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'phone.png');
  const uploaded = await fetch(`${shop.url}/api/upload/single`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { data } = (await uploaded.json()) as { data: { url: string } };
  expect(files.size).toBeGreaterThan(0);
  const image = await fetch(`${shop.url}${data.url}`);
  expect(image.status).toBe(200);
  expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(100);
  process.env.WEBDAV_URL = webdavUrl;
  const { default: storage } = await import('../../extensions/webdav-storage.ts');
  const beginning = [...files.keys()][0]?.slice(0, 20) ?? '';
  await storage.deleteMatching(['unknown']);
  expect(await storage.has([...files.keys()][0] ?? '')).toBe(true);
  await storage.deleteMatching([beginning]);
  expect([...files.keys()].filter((name) => name.startsWith(beginning))).toEqual([]);
  expect(await tryStorage(storage)).toEqual([]);
});

test('products are found by the search adapter', async () => {
  const category = { name: 'Phones', description: 'Phones' };
  await call(shop.url, 'POST', '/categories', { token, body: category });
  const body = { name: 'iPhone 13 Blue', price: 200, brand: 'Apple', category: 'Phones', stockCount: 1 };
  expect((await call(shop.url, 'POST', '/products', { token, body })).status).toBe(201);
  const { products } = (await call(shop.url, 'GET', '/products?search=ifone13')).body.data;
  expect(products.map(({ name }: { name: string }) => name)).toEqual(['iPhone 13 Blue']);
});

test('labels are bought by the carrier adapter', async () => {
  const send = async (method: string, path: string, body?: object) =>
    (await call(shop.url, method, path, { token, ...(body && { body }) })).body.data;
  const street = { street: '417 Montgomery St', street2: '', city: 'San Francisco', state: 'CA' };
  const sender = { name: 'Reprise', ...street, zipCode: '94104', country: 'United States', phone: '415 555' };
  const box = { grams: 100, lengthMm: 200, widthMm: 150, heightMm: 80 };
  const { account } = await send('PUT', '/shipping/account', { sender, packaging: { itemGrams: 300, box } });
  expect(account).toMatchObject({ source: 'adapter', keyHint: 'shippo-carrier.ts', followsParcels: false });
  const { paymentMethod: _, ...byStaff } = {
    ...orderOf(await addProduct(shop.url, token, 9)),
    customerId: null,
  };
  const { order } = await send('POST', '/orders/admin', byStaff);
  await send('POST', `/orders/${order.id}/payments`, { method: 'cash' });
  const { parcel } = await send('GET', `/packing/${order.id}/labels`);
  const quoted = await send('POST', `/packing/${order.id}/rates`, parcel);
  expect(quoted).toMatchObject({ rates: [{ price: 6.1, days: 3 }], messages: ['UPS: Too heavy'] });
  const purchase = { shipment: quoted.shipment, rate: 'rate_1', parcel };
  const { label } = await send('POST', `/packing/${order.id}/labels`, purchase);
  expect(label).toMatchObject({ state: 'bought', price: 6.1, trackingNumber: '9400111' });
  expect((await send('POST', `/packing/${order.id}/labels`, purchase)).label.id).toBe(label.id);
  expect(transactions).toHaveLength(1);
  expect((await send('POST', `/shipping-labels/${label.id}/refund`)).label.state).toBe('refunding');
});

test('the tax of an address comes from the tax adapter', async () => {
  const save = (body: object) => call(shop.url, 'PUT', '/settings', { token, body });
  await save({ taxByAddress: true, taxBasisPoints: 100 });
  const items = [{ product: await addProduct(shop.url, token, 5), quantity: 1 }];
  const rateAt = async (place: object) => {
    const body = { items, country: 'United States', ...place };
    return (await call(shop.url, 'POST', '/orders/shipping-quote', { body })).body.data.quote?.taxBasisPoints;
  };
  expect(await rateAt({ city: 'Reno', state: 'Nevada', zipCode: '89501' })).toBe(826.5);
  expect(await rateAt({ city: 'Portland', state: 'OR', zipCode: '97201' })).toBe(0);
  expect(await rateAt({ city: 'Nowhere', state: 'CA', zipCode: '00000' })).toBeUndefined();
  await save({ taxByAddress: false });
});

test('the channel adapter offers a product, takes its order and reports the shipment', async () => {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await call(shop.url, method, path, { token, ...(body && { body }) });
    if (answer.status > 299) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body.data;
  };
  const image = 'https://cdn.example.com/speaker.jpg';
  await send('POST', '/categories', { name: 'Speakers', description: 'For a test' });
  const fields = { name: 'Speaker', brand: 'Acme', category: 'Speakers', price: 200, stockCount: 3 };
  const { product } = await send('POST', '/products', { ...fields, images: [image] });
  const rules = { name: 'Reverb', buffer: 1, pricePercent: 10, priceEnding: 'exact' };
  const { channel } = await send('POST', '/channels', { kind: 'adapter', ...rules });
  await send('POST', `/channels/${channel.id}/listings`, { products: [product.id] });
  const { sku } = product;
  reverbOrders.push({
    ...{ order_number: '77', status: 'paid', sku, title: 'Speaker', quantity: 1 },
    ...{ created_at: new Date().toISOString(), updated_at: new Date().toISOString() },
    ...{ amount_product: { amount_cents: 22_000 }, shipping: { amount_cents: 500 } },
    ...{ amount_tax: { amount_cents: 1_800 }, selling_fee: { amount_cents: 1_100 } },
    shipping_address: { name: 'Ada Byron', street_address: '1 Row', locality: 'Austin', country_code: 'US' },
  });
  await send('PUT', `/channels/${channel.id}`, { ...rules, enabled: true });
  await expect.poll(() => reverbListings.get('1')?.inventory, { timeout: 40_000 }).toBe(1);
  expect(reverbListings.get('1')).toMatchObject({ sku, price: { amount: '220.00' } });
  const { orders } = await send('GET', '/orders/admin/all?search=Ada Byron');
  const order = orders[0];
  expect(order).toMatchObject({ total: 225, paymentStatus: 'paid', paymentMethod: 'channel' });
  await send('PUT', `/orders/${order.id}/status`, {
    status: 'shipped',
    carrier: 'UPS',
    trackingNumber: '1Z1',
  });
  await expect
    .poll(() => reverbShipments, { timeout: 40_000 })
    .toMatchObject([{ provider: 'UPS', tracking_number: '1Z1' }]);
});

test('an order is paid on the page of the payment adapter, as its notice says', async () => {
  const product = await addProduct(shop.url, token, 5);
  const placed = await call(shop.url, 'POST', '/orders', { body: orderOf(product) });
  const { order, accessToken } = placed.body.data;
  const body = { amount: order.total, orderId: order.id };
  const start = await call(shop.url, 'POST', '/payments/create-payment-intent', {
    body,
    orderToken: accessToken,
  });
  expect(start.body.data.paymentPage).toBe(`${mollie.url}/pay/${mollie.last().id}`);
  mollie.last().status = 'paid';
  // As Mollie sends it: a form, whose content is not read.
  const notice = await fetch(`${shop.url}/api/payments/notices/${order.id}`, {
    method: 'POST',
    body: new URLSearchParams({ id: 'tr_of_somebody_else' }),
  });
  expect(notice.status).toBe(200);
  const paid = await call(shop.url, 'GET', `/orders/${order.id}`, { token });
  expect(paid.body.data.order).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'online' });
  expect(mollie.objections).toEqual([]);
});

test.each([
  ['MAIL_ADAPTER', 'export const nothing = 1;', 'has no default export'],
  ['MAIL_ADAPTER', 'export default 5;', 'must export a function as its default, not a number'],
  ['STORAGE_ADAPTER', 'export default 5;', 'must export an object as its default, not a number'],
  ['SEARCH_ADAPTER', 'export default {};', 'has no functions index, remove, query, suggest'],
  ['CARRIER_ADAPTER', 'export default { events: null };', 'has no functions quote, readShipment, buy'],
  ['CHANNEL_ADAPTER', 'export default { async list() {} };', 'has no functions change, end, readOrders'],
  ['TAX_ADAPTER', 'export default { rate: async () => 5 };', 'has no function rateAt'],
  ['PAYMENT_ADAPTER', 'export default {};', 'has no functions create, read, cancel, refund, listRefunds'],
])('the shop does not start with %s and the module %s', async (setting, code, sentence) => {
  const file = join(folder, 'incomplete.ts');
  writeFileSync(file, code);
  const failed = runShop({ dataDir: join(folder, 'other'), settings: { [setting]: file } });
  await expect(failed).rejects.toThrow(`${setting}: ${file} ${sentence}`);
});

test('the shop does not start with an adapter that does not exist', async () => {
  const failed = runShop({ dataDir: join(folder, 'other'), settings: { MAIL_ADAPTER: '/nowhere/mail.ts' } });
  await expect(failed).rejects.toThrow('MAIL_ADAPTER: there is no file /nowhere/mail.ts');
});
