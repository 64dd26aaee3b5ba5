import { allEndpoints } from '@reprise/contract/all-endpoints';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someAddress } from '../../test/order-shop.ts';
import { openTestApp } from '../../test/test-app.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { ensureGrading } from '../catalog/grading/ensure-grading.ts';
import { deviceModels } from '../catalog/products/families/families.tables.ts';
import { recordDemoEnd, recordDemoStart } from '../foundations/settings/demo-load.ts';
import { createLog } from '../platform/log.ts';
import { openResponseCache } from '../platform/response-cache/open-response-cache.ts';
import { allTags } from './all-handlers.ts';

// After every call that writes, compares every cached response with an uncached one.

const database = await openTestDatabase();
const clock = { ahead: 0 };
const cache = await openResponseCache(database, createLog('silent'), () => performance.now() + clock.ahead);
const { call, deps, register, signIn } = await openTestApp(database, {}, cache.responseCache);
const admin = await signIn();
afterAll(cache.stop);

type Ids = Record<
  | 'phones'
  | 'watches'
  | 'phone'
  | 'phoneInFair'
  | 'phoneInBlue'
  | 'otherPhone'
  | 'lastPhone'
  | 'watch'
  | 'order',
  string
> & { phoneSlug: string; review: string; synonym: string; familyChange: string };
const ids = {} as Ids;
let reviewer: Awaited<ReturnType<typeof register>>;

// Without a network wait the timers of load shedding would never run, and the shop would respond as overloaded.
const yieldToTimers = () => new Promise((resolve) => setImmediate(resolve));

const asAdmin = async (method: string, path: string, body?: unknown) => {
  const response = await call(method, path, { token: admin, ...(body !== undefined && { body }) });
  if (response.status > 299) throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
  return response.body.data;
};

const phone = {
  ...{ name: 'Pixel 8', price: 300, brand: 'Google', category: 'Phones' },
  ...{ stockCount: 50, batteryHealth: 95 },
};

async function addProduct(fields: object): Promise<{ id: string; slug: string }> {
  return (await asAdmin('POST', '/products', { ...phone, ...fields })).product;
}

async function buy(product: string, quantity = 1, token?: string): Promise<string> {
  const body = {
    items: [{ product, quantity }],
    shippingAddress: someAddress,
    paymentMethod: 'card',
  };
  const response = await call('POST', '/orders', { body, ...(token && { token }) });
  if (response.status !== 201) throw new Error(response.text);
  return response.body.data.order.id;
}

/** Receives a device of a product that is tracked by device, with words for buyers; returns its id. */
async function readyUnit(product: string): Promise<string> {
  await asAdmin('PUT', `/products/${product}/tracking`, { tracking: 'serial' });
  const { unit } = await asAdmin('POST', '/units', { model: { product }, identifiers: [] });
  await asAdmin('PUT', `/units/${unit.id}`, { version: unit.version, publicNote: 'A hairline' });
  await asAdmin('POST', '/units/wipes', {
    ids: [unit.id],
    category: 'purge',
    method: 'Factory reset',
    verification: 'tool',
    result: 'passed',
  });
  await asAdmin('POST', '/units/moves', { ids: [unit.id], to: 'ready', reason: 'Sealed box' });
  return unit.id;
}

const startCounting = async (place: string): Promise<string> =>
  (await asAdmin('POST', '/stock-takes', { place })).stockTake.id;

/** Puts such a device on sale; returns it. */
async function listedUnit(product: string): Promise<{ id: string; number: string; version: number }> {
  const id = await readyUnit(product);
  await asAdmin('POST', '/units/listings', { ids: [id], product });
  return (await asAdmin('GET', `/units/${id}`)).unit;
}

const setStatus = (order: string, status: string) => asAdmin('PUT', `/orders/${order}/status`, { status });

const familyOf = async (product: string): Promise<string> =>
  (await asAdmin('GET', `/products/${product}`)).family.id;

/** Moves a configuration into the family of another one. */
async function joinFamily(key: string, other: string): Promise<void> {
  const family = sql`(select family_id from ${deviceModels} where model_key = ${other})`;
  await deps.db.execute(sql`update ${deviceModels} set family_id = ${family} where model_key = ${key}`);
  await deps.db.execute(sql`update products set model_key = model_key where model_key = ${key}`);
}

beforeAll(async () => {
  await ensureGrading(deps.db, deps.now());
  for (const [key, name] of [
    ['phones', 'Phones'],
    ['watches', 'Watches'],
  ] as const) {
    ids[key] = (await asAdmin('POST', '/categories', { name, description: 'For a test' })).category.id;
  }
  const first = await addProduct({ modelKey: 'pixel-8', originalPrice: 500 });
  [ids.phone, ids.phoneSlug] = [first.id, first.slug];
  ids.phoneInFair = (await addProduct({ modelKey: 'pixel-8', condition: 'fair', price: 200 })).id;
  ids.phoneInBlue = (await addProduct({ modelKey: 'pixel-8-blue', name: 'Pixel 8 Blue' })).id;
  await joinFamily('pixel-8-blue', 'pixel-8');
  ids.otherPhone = (await addProduct({ name: 'iPhone 13', brand: 'Apple', featured: true })).id;
  ids.lastPhone = (await addProduct({ name: 'Galaxy S22', brand: 'Samsung', stockCount: 1 })).id;
  ids.watch = (await addProduct({ name: 'Pixel Watch', category: 'Watches' })).id;
  reviewer = await register('Grace Hopper');
  ids.order = await buy(ids.phone, 2, reviewer.token);
  await setStatus(ids.order, 'delivered');
});

/** Returns paths for every cacheable call. */
function cacheablePaths(): Record<keyof typeof allTags, string[]> {
  return {
    listProducts: [
      '/products',
      '/products?limit=2&sort=price-low',
      '/products?category=Phones&inStock=true',
      '/products?search=pixel',
      '/products?sort=rating&brand=Google&brand=Samsung',
      `/products?id=${ids.phone}&id=${ids.watch}`,
      `/products?after=${ids.watch}&limit=2`,
    ],
    listProductCards: ['/product-cards?sort=price-low', '/product-cards?search=pixel&inStock=true'],
    getProduct: [ids.phoneSlug, ids.phoneInFair, ids.phoneInBlue, ids.lastPhone, ids.watch].map(
      (id) => `/products/${id}`,
    ),
    listReviews: [
      `/products/${ids.phone}/reviews`,
      `/products/${ids.phoneSlug}/reviews?rating=5`,
      `/products/${ids.phoneInBlue}/reviews`,
    ],
    listLatestReviews: ['/reviews/latest'],
    listDeviceChoices: [`/products/${ids.watch}/units`, `/products/${ids.phoneSlug}/units`],
    listCategories: ['/categories'],
    getCategory: [`/categories/${ids.phones}`, `/categories/${ids.watches}`],
    getCategoryBySlug: ['/categories/slug/phones'],
    searchSuggestions: ['/search/suggestions?q=pix'],
    getPublicSettings: ['/settings/public'],
    getReturnPolicies: ['/return-policies'],
    getPageText: ['/page-texts/terms', '/page-texts/returns'],
    getShopFacts: ['/shop/facts'],
    getGrading: ['/grading'],
  };
}

const allPaths = () => Object.values(cacheablePaths()).flat();

// A request with a token, even an invalid one, bypasses the cache.
const readUncached = (path: string) => yieldToTimers().then(() => call('GET', path, { token: 'invalid' }));
const readCached = (path: string) => yieldToTimers().then(() => call('GET', path));

/**
 * Removes counts that may lag for a second: those in lists and sums, not those of a product on its own page. The order of
 * equally good matches of a search follows the units sold and may lag with them.
 */
function withoutCounts(path: string, text: string): string {
  const response = JSON.parse(text);
  const { products = [], related = [] } = response.data ?? {};
  for (const product of [...products, ...related]) delete product.stockCount;
  if (path.includes('?search=')) products.sort(byId);
  if (path === '/shop/facts') delete response.data.devicesSold;
  delete response.requestId;
  return JSON.stringify(response);
}

const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);

async function expectNothingStale(): Promise<void> {
  const responses = await Promise.all(
    allPaths().map(async (path) => ({ path, uncached: await readUncached(path) })),
  );
  await Promise.all(
    responses.map(async ({ path, uncached }) => {
      const cached = await readCached(path);
      expect([path, cached.status, withoutCounts(path, cached.text)]).toEqual([
        path,
        uncached.status,
        withoutCounts(path, uncached.text),
      ]);
    }),
  );
  clock.ahead += 1000;
  for (const { path, uncached } of responses.filter(({ uncached }) => uncached.status === 200)) {
    expect([path, (await readCached(path)).text]).toEqual([path, uncached.text]);
  }
}

const fillCache = () => Promise.all(allPaths().map(readCached));

type Changes = Partial<Record<keyof typeof allEndpoints, (() => Promise<unknown>)[]>>;

const edit = async (id: string, fields: object) => {
  const { product } = await asAdmin('GET', `/products/admin/one/${id}`);
  const { name, price, category, stockCount } = product;
  return asAdmin('PUT', `/products/${id}`, { name, price, category, stockCount, ...fields });
};

const editDraft = async (id: string, action: string, method: string) => {
  const { product } = await asAdmin('GET', `/products/admin/one/${id}`);
  const { name, brand, price, category, version } = product;
  return asAdmin(method, `/products/admin/drafts/${id}${action}`, { name, brand, price, category, version });
};

const bulk = (change: object, products = [ids.phone, ids.watch]) =>
  asAdmin('POST', '/products/admin/bulk', { products, change });

const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#777' } })
  .png()
  .toBuffer();

const review = { rating: 5, title: 'Like new', text: 'Not a scratch on it.' };

async function sendFile(path: string, file: File, field = 'file') {
  const form = new FormData();
  form.append(field, file);
  const sent = new Response(form);
  const answer = await call('POST', path, {
    token: admin,
    body: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
  });
  if (answer.status > 299) throw new Error(answer.text);
  return answer;
}

async function sendLogo(): Promise<void> {
  const image = sharp({ create: { width: 64, height: 64, channels: 3, background: '#336699' } });
  await sendFile(
    '/settings/logo/light',
    new File([new Uint8Array(await image.png().toBuffer())], 'logo.png'),
  );
}

async function importFile(text: string): Promise<void> {
  const started = await sendFile('/product-imports', new File([text], 'stock.csv'));
  await deps.jobs.workUntilIdle();
  await asAdmin('POST', `/product-imports/${started.body.data.import.id}/apply`, {});
  await deps.jobs.workUntilIdle();
}

/** Takes over an order that a marketplace sold. */
async function importChannelOrder({ id, sku, price }: Record<'id' | 'sku', string> & { price: number }) {
  const rules = { name: 'Back Market', buffer: 0, pricePercent: 0, priceEnding: 'exact' };
  const { channel } = await asAdmin('POST', '/channels', { kind: 'back-market', ...rules });
  await asAdmin('PUT', `/channels/${channel.id}`, { ...rules, enabled: true });
  await asAdmin('POST', `/channels/${channel.id}/listings`, { products: [id] });
  const head = 'order_id,state,sku,quantity,price,first_name,last_name,street,city,postal_code,country';
  const file = new File([`${head}\n1,1,${sku},1,${price},Ada,Byron,1 Street,Austin,78701,US`], 'orders.csv');
  const { body } = await sendFile(`/channels/${channel.id}/order-imports?step=apply`, file);
  expect(body.data.import.added).toBe(1);
}

/** Adds a photo to a device and returns its id. */
async function addPhoto(unit: string): Promise<string> {
  const file = new File([new Uint8Array(picture)], 'back.png', { type: 'image/png' });
  const { body } = await sendFile(`/units/${unit}/photos?view=back`, file, 'photo');
  return body.data.photos.at(-1).id;
}

/** Puts a device with public photos on sale. */
async function photographedUnit() {
  const { id } = await listedUnit(ids.watch);
  const photos = [await addPhoto(id), await addPhoto(id)];
  for (const photo of photos) await asAdmin('PUT', `/units/${id}/photos/${photo}`, { isPublic: true });
  return { id, photos };
}

const changes: Changes = {
  createProduct: [
    () => addProduct({ name: 'Pixel 8 Pro' }),
    () => addProduct({ modelKey: 'pixel-8', price: 99 }),
  ],
  updateProduct: [
    () => edit(ids.phone, { price: 290 }),
    () => edit(ids.phoneInFair, { name: 'Pixel 8 renamed' }),
    // Another configuration becomes the card of the family.
    () => edit(ids.phoneInBlue, { price: 95 }),
    () => edit(ids.otherPhone, { category: 'Watches' }),
    () => edit(ids.otherPhone, { category: 'Phones', modelKey: 'pixel-8' }),
    () => edit(ids.otherPhone, { modelKey: null, stockCount: 3 }),
    () => edit(ids.watch, { featured: true, description: 'Shows the time, pixel by pixel' }),
  ],
  // A unit gives the product a model key where it has none.
  receiveUnit: [() => asAdmin('POST', '/units', { model: { product: ids.lastPhone }, identifiers: [] })],
  adjustStock: [
    () => asAdmin('POST', `/products/${ids.phone}/stock-movements`, { change: 5 }),
    () => asAdmin('POST', `/products/${ids.otherPhone}/stock-movements`, { change: -3 }),
  ],
  bulkEditProducts: [
    () => bulk({ kind: 'percent', percent: -10, ending: 'exact' }),
    () => bulk({ kind: 'stock', change: -2 }),
    () => bulk({ kind: 'category', category: 'Phones' }),
    () => bulk({ kind: 'featured', featured: true }, [ids.lastPhone]),
    () => bulk({ kind: 'archive', archived: true }, [ids.watch]),
    () => bulk({ kind: 'archive', archived: false }, [ids.watch]),
    () => bulk({ kind: 'publish', published: false }, [ids.otherPhone]),
    () => bulk({ kind: 'publish', published: true }, [ids.otherPhone]),
  ],
  createDraft: [() => asAdmin('POST', '/products/admin/drafts', { name: 'Pixel 9', modelKey: 'pixel-8' })],
  updateDraft: [() => editDraft(ids.phoneInFair, '', 'PUT')],
  publishDraft: [() => editDraft(ids.phoneInFair, '/publish', 'POST')],
  restoreProducts: [
    async () => {
      const { rows } = await bulk({ kind: 'price', price: 111 }, [ids.phone]);
      await fillCache();
      const products = rows.map(({ id, version, before }: Record<string, unknown>) => ({
        id,
        version,
        fields: before,
      }));
      return asAdmin('POST', '/products/admin/restore', { products });
    },
  ],
  undoBulkChange: [
    async () => {
      const { changeId } = await bulk({ kind: 'price', price: 112 }, [ids.phone]);
      await fillCache();
      return asAdmin('POST', `/products/admin/changes/${changeId}/undo`, {});
    },
  ],
  createCategory: [() => asAdmin('POST', '/categories', { name: 'Pixels', description: 'For a test' })],
  updateCategory: [
    () => asAdmin('PUT', `/categories/${ids.watches}`, { name: 'Wrist watches', description: 'Another' }),
  ],
  updateModelCodes: [
    () => asAdmin('PUT', '/device-models/pixel-8/codes', { gtins: ['012345600012'], mpns: ['GA0-1'] }),
    // A code that two configurations have is that of none.
    () => asAdmin('PUT', '/device-models/pixel-8-blue/codes', { gtins: [], mpns: ['GA0-1'] }),
  ],
  updateFamily: [
    async () => {
      const { family } = await asAdmin('GET', `/families/${await familyOf(ids.phone)}`);
      const { name, configurations, version } = family;
      const shared = { images: ['/shared.webp'], imageAlts: [], specifications: { Camera: '50 MP' } };
      return asAdmin('PUT', `/families/${family.id}`, {
        ...shared,
        name: `${name} Family`,
        configurations: configurations.map(({ modelKey }: { modelKey: string }) => ({
          modelKey,
          options: { color: modelKey },
        })),
        version,
      });
    },
  ],
  splitFamily: [
    async () =>
      asAdmin('POST', `/families/${await familyOf(ids.phone)}/split`, {
        modelKeys: ['pixel-8-blue'],
        name: 'Pixel 8 Blue',
      }),
  ],
  mergeFamilies: [
    async () => {
      const [into, blue] = [await familyOf(ids.phone), await familyOf(ids.phoneInBlue)];
      const response = await asAdmin('POST', '/families/merge', { families: [into, blue], into });
      ids.familyChange = response.change.id;
    },
  ],
  undoFamilyChange: [() => asAdmin('POST', `/families/changes/${ids.familyChange}/undo`)],
  buildFamilies: [
    async () => {
      const { proposals } = await asAdmin('GET', '/families/proposals');
      return asAdmin('POST', '/families/proposals', { proposals: [proposals[0].id] });
    },
  ],
  createSynonym: [
    async () => {
      const response = await asAdmin('POST', '/search/synonyms', { phrases: ['pixel', 'watch'] });
      ids.synonym = response.synonym.id;
    },
  ],
  updateSynonym: [() => asAdmin('PUT', `/search/synonyms/${ids.synonym}`, { phrases: ['pixel', 'iphone'] })],
  deleteSynonym: [() => asAdmin('DELETE', `/search/synonyms/${ids.synonym}`)],
  writeReview: [
    async () => {
      const response = await call('POST', `/products/${ids.phone}/reviews`, {
        token: reviewer.token,
        body: review,
      });
      ids.review = response.body.data.review.id;
    },
  ],
  editReview: [
    () =>
      call('PUT', `/reviews/${ids.review}`, {
        token: reviewer.token,
        body: { ...review, text: 'One scratch.' },
      }),
    () => call('PUT', `/reviews/${ids.review}`, { token: reviewer.token, body: { ...review, rating: 2 } }),
  ],
  setReviewVisibility: [
    () => asAdmin('PUT', `/reviews/${ids.review}/visibility`, { hidden: true }),
    () => asAdmin('PUT', `/reviews/${ids.review}/visibility`, { hidden: false }),
  ],
  placeOrder: [() => buy(ids.phone, 3), () => buy(ids.lastPhone)],
  cancelOwnOrder: [
    async () => {
      const buyer = await register('Joan Clarke');
      const order = await buy(ids.phone, 1, buyer.token);
      await fillCache();
      await call('POST', `/orders/${order}/cancel`, { token: buyer.token });
    },
  ],
  editOrder: [
    async () => {
      const order = await buy(ids.phone);
      await fillCache();
      await asAdmin('PUT', `/orders/${order}`, {
        version: 0,
        items: [{ product: ids.phone, quantity: 2 }],
        shippingAddress: someAddress,
        shippingMethod: 'standard',
      });
    },
  ],
  changeOrderBilling: [
    async () => {
      const order = await buy(ids.phone);
      await fillCache();
      await asAdmin('PUT', `/orders/${order}/billing`, { version: 0, billing: { company: 'Acme' } });
    },
  ],
  listUnitsForSale: [
    async () => {
      const unit = await readyUnit(ids.watch);
      await fillCache();
      await asAdmin('POST', '/units/listings', { ids: [unit], product: ids.watch });
    },
  ],
  moveUnits: [
    async () => {
      const unit = await listedUnit(ids.watch);
      await fillCache();
      await asAdmin('POST', '/units/moves', { ids: [unit.id], to: 'bench' });
    },
  ],
  reportMissingDevice: [
    async () => {
      const { number } = await listedUnit(ids.watch);
      await fillCache();
      await asAdmin('POST', '/packing/missing-devices', { device: number });
    },
  ],
  placeUnits: [
    async () => {
      const { id, number } = await listedUnit(ids.watch);
      await asAdmin('POST', '/packing/missing-devices', { device: number });
      await fillCache();
      await asAdmin('POST', '/units/places', { ids: [id], place: 'A1' });
    },
  ],
  countDevice: [
    async () => {
      const { number } = await listedUnit(ids.watch);
      await asAdmin('POST', '/packing/missing-devices', { device: number });
      const id = await startCounting('');
      await fillCache();
      await asAdmin('POST', `/stock-takes/${id}/devices`, { code: number });
      await asAdmin('POST', `/stock-takes/${id}/discard`, {});
    },
  ],
  closeStockTake: [
    async () => {
      const unit = await listedUnit(ids.watch);
      await asAdmin('POST', '/units/places', { ids: [unit.id], place: 'COUNTED' });
      const id = await startCounting('COUNTED');
      await fillCache();
      await asAdmin('POST', `/stock-takes/${id}/close`, { missing: 1 });
    },
  ],
  updateUnitPhoto: [
    async () => {
      const { id } = await listedUnit(ids.watch);
      const photo = await addPhoto(id);
      await fillCache();
      await asAdmin('PUT', `/units/${id}/photos/${photo}`, { isPublic: true });
    },
  ],
  orderUnitPhotos: [
    async () => {
      const { id, photos } = await photographedUnit();
      await fillCache();
      await asAdmin('PUT', `/units/${id}/photo-order`, { ids: photos.toReversed() });
    },
  ],
  deleteUnitPhoto: [
    async () => {
      const { id, photos } = await photographedUnit();
      await fillCache();
      await asAdmin('DELETE', `/units/${id}/photos/${photos[0]}`);
    },
  ],
  updateUnit: [
    async () => {
      const { id, version } = await listedUnit(ids.watch);
      await fillCache();
      await asAdmin('PUT', `/units/${id}`, { version, publicNote: 'Two hairlines' });
    },
    async () => {
      const { id, version } = await listedUnit(ids.watch);
      await fillCache();
      await asAdmin('PUT', `/units/${id}`, { version, kind: 'audio' });
    },
  ],
  packDevice: [
    async () => {
      const { number } = await listedUnit(ids.watch);
      const order = await buy(ids.watch);
      await fillCache();
      await asAdmin('POST', `/packing/${order}/devices`, { code: number });
    },
  ],
  takeBackDevice: [
    async () => {
      const { number } = await listedUnit(ids.watch);
      const order = await buy(ids.watch);
      await asAdmin('POST', `/orders/${order}/payments`, { method: 'cash' });
      await asAdmin('POST', `/packing/${order}/devices`, { code: number });
      await asAdmin('PUT', `/orders/${order}/status`, { status: 'delivered' });
      await asAdmin('POST', `/orders/${order}/refunds`, { amount: 1 });
      await fillCache();
      await asAdmin('POST', '/units/arrivals', { code: number });
    },
  ],
  unpackDevice: [
    async () => {
      const { number } = await listedUnit(ids.watch);
      const order = await buy(ids.watch);
      await asAdmin('POST', `/packing/${order}/devices`, { code: number });
      await fillCache();
      await asAdmin('DELETE', `/packing/${order}/devices/${number}`);
    },
  ],
  setTracking: [
    async () => {
      await listedUnit(ids.watch);
      await fillCache();
      await asAdmin('PUT', `/products/${ids.watch}/tracking`, { tracking: 'quantity' });
    },
  ],
  placeStaffOrder: [
    () =>
      asAdmin('POST', '/orders/admin', {
        items: [{ product: ids.watch, quantity: 1 }],
        shippingAddress: someAddress,
      }),
  ],
  placeDraftOrder: [
    async () => {
      const { draft } = await asAdmin('POST', '/draft-orders', {
        lines: [{ product: ids.watch, quantity: 1, price: 10 }],
        shippingAddress: someAddress,
        shippingMethod: 'standard',
      });
      await fillCache();
      const [, token] = draft.link.split('#token=');
      await asAdmin('POST', '/draft-orders/placed', { token, version: 0 });
    },
  ],
  importChannelOrders: [
    async () => {
      const { product } = await asAdmin('GET', `/products/${ids.watch}`);
      await importChannelOrder(product);
    },
  ],
  changeOrderStatus: [
    async () => {
      const order = await buy(ids.phoneInFair, 48);
      await fillCache();
      await setStatus(order, 'cancelled');
      await fillCache();
      await setStatus(order, 'processing');
    },
  ],
  changeOrderStatuses: [
    () => asAdmin('POST', '/orders/admin/statuses', { changes: [{ id: ids.order, status: 'cancelled' }] }),
  ],
  updateReturnPolicies: [
    () =>
      asAdmin('PUT', '/return-policies', {
        version: 0,
        general: { changeOfMind: true, labelBy: 'store', restockingPercent: 0 },
        categories: [],
      }),
  ],
  updateSettings: [() => asAdmin('PUT', '/settings', { storeName: 'Second Life', returnDays: 60 })],
  setLogo: [sendLogo],
  removeLogo: [
    async () => {
      await sendLogo();
      await fillCache();
      await call('DELETE', '/settings/logo/light', { token: admin });
    },
  ],
  savePageText: [
    () => asAdmin('PUT', '/page-texts/admin/terms', { markdown: 'Our own terms', version: 0 }),
    () => asAdmin('PUT', '/page-texts/admin/terms', { markdown: null, version: 1 }),
  ],
  restorePageText: [() => asAdmin('POST', '/page-texts/admin/terms/restore', { restored: 1, version: 2 })],
  publishGrading: [
    async () => {
      const { published } = (await asAdmin('GET', '/grading/phone')).grading;
      const { surfaces, tests } = published;
      const grades = published.grades.map((grade: object) => ({
        ...grade,
        ...{ publicName: 'Renamed', batteryFloor: 99 },
      }));
      await asAdmin('PUT', '/grading/phone/draft', { surfaces, grades, tests, draftVersion: 0 });
      await fillCache();
      await asAdmin('POST', '/grading/phone/publish', { draftVersion: 1 });
    },
  ],
  applyImport: [
    () => importFile('sku,name,brand,category,price,stockCount\nNEW1,Pixel 9,Google,Phones,399.99,4'),
  ],
  deleteAccount: [
    () =>
      call('POST', '/users/profile/delete', { token: reviewer.token, body: { password: reviewer.password } }),
  ],
  deleteReview: [
    async () => {
      const writer = await register('Ada Byron');
      await setStatus(await buy(ids.phone, 1, writer.token), 'delivered');
      const response = await call('POST', `/products/${ids.phone}/reviews`, {
        token: writer.token,
        body: review,
      });
      await fillCache();
      await call('DELETE', `/reviews/${response.body.data.review.id}`, { token: writer.token });
    },
  ],
  deleteUser: [
    async () => {
      const writer = await register('Alan Turing');
      await setStatus(await buy(ids.phone, 1, writer.token), 'delivered');
      await call('POST', `/products/${ids.phone}/reviews`, { token: writer.token, body: review });
      await fillCache();
      await asAdmin('DELETE', `/users/users/${writer.id}`);
    },
  ],
  deleteProduct: [() => asAdmin('DELETE', `/products/${ids.phoneInFair}`)],
  deleteCategory: [() => asAdmin('DELETE', `/categories/${ids.phones}`)],
  // The last one, since nothing is left after it.
  removeDemo: [
    async () => {
      await recordDemoStart(deps.db, new Date());
      await recordDemoEnd(deps.db, new Date(Date.now() + 86_400_000));
      await deps.db.execute(sql`truncate channels cascade`);
      await fillCache();
      await asAdmin('DELETE', '/setup/demo');
    },
  ],
};

/** Calls whose writes do not appear in cacheable responses, except through one of the changes above. */
const callsWithoutVisibleChange = new Set<string>([
  ...['login', 'register', 'logout', 'forgotPassword', 'resetPassword', 'verifyEmail', 'resendVerification'],
  ...[
    'createApiToken',
    'revokeApiToken',
    'createWebhook',
    'updateWebhook',
    'renewWebhookSecret',
    'deleteWebhook',
    'testWebhook',
    'repeatWebhookDelivery',
    'recordTestReports',
    'importTestReports',
    'updateReportTool',
    'updateFeed',
    'refreshFeed',
    'saveGradingDraft',
    'discardGradingDraft',
    'upgradeDevice',
    'decideExemption',
    'passTwoFactor',
    'beginTwoFactor',
    'confirmTwoFactor',
    'renewRecoveryCodes',
    'turnOffTwoFactor',
  ],
  ...['resetTwoFactor', 'updateProfile', 'endSession', 'endOtherSessions', 'createUser', 'updateUser'],
  ...['addAddress', 'changeAddress', 'removeAddress', 'addToWishlist', 'removeFromWishlist'],
  ...[
    'addAlert',
    'rerunDeadLetter',
    'discardDeadLetter',
    'stopOwnAlert',
    'endUserSessions',
    'endUserSession',
    'inviteUser',
    'stopAlert',
    'unsubscribe',
    'undoUnsubscribe',
    'sendTestNewsletter',
    'checkCart',
    'saveCart',
    'sendSupportMessage',
    'runIntegrityChecks',
    'sendTestMail',
    'resendMail',
  ],
  ...[
    'reportOrderProblem',
    'writeToStore',
    'answerConversation',
    'writeToCustomer',
    'changeConversation',
    'addCustomerNote',
    'deleteCustomerNote',
    'addCustomerTag',
    'removeCustomerTag',
    'addOrderNote',
    'deleteOrderNote',
    'sendOrderMail',
    'addOrderEvent',
    'refundOrder',
  ],
  // A parcel that ships an order does so as a change of its status.
  ...['shipParcel', 'markParcelDelivered', 'takeBackParcel'],
  // Those that change stock do it as a refund of items does.
  ...[
    'openReturn',
    'openReturnForCustomer',
    'approveReturn',
    'refuseReturn',
    'cancelReturn',
    'markReturnSent',
  ],
  ...['receiveReturn', 'markReturnLost', 'decideReturn', 'settleReturn', 'updateReturnSettings'],
  ...['lockReturnLine', 'sendBackReturn', 'withdrawFromContract'],
  ...['listReturnRates', 'buyReturnLabel', 'checkReturnLabel', 'refundReturnLabel'],
  ...['addReturnPhoto', 'removeReturnPhoto'],
  // Where one of these changes stock, it does so through a change of the order's status.
  ...[
    'createPaymentIntent',
    'confirmPayment',
    'confirmTestCard',
    'answerTestChallenge',
    'receiveStripeEvent',
    'receivePaymentNotice',
    'recordPayment',
  ],
  ...['getPasswordRules', 'previewCancellations', 'previewOrderEdit', 'previewPageText'],
  ...['quoteDiscount', 'createDiscount', 'updateDiscount', 'endDiscount'],
  ...['getPasswordRules', 'previewCancellations', 'previewOrderEdit', 'previewFamily'],
  ...[
    'stepUp',
    'undoEmailChange',
    'reportNotMe',
    'beginPasskeySignIn',
    'signInWithPasskey',
    'beginPasskeyStepUp',
  ],
  ...['beginPasskey', 'addPasskey', 'renamePasskey', 'removePasskey'],
  ...['recordSearchEvent', 'recordSearchPurchase'],
  'skipSetupStep',
  ...['setMaintenance', 'openShop', 'previewShop'],
  ...['startBackup', 'deleteBackup'],
  ...[
    'startStockTake',
    'uncountDevice',
    'discardStockTake',
    'undoReceiveUnit',
    'reportMissingItems',
    'printUnitLabels',
    'setUnitIdentifier',
  ],
  ...['createSupplier', 'updateSupplier', 'createLot', 'updateLot', 'addLotCost', 'closeLot'],
  ...['setUnitCost', 'removeExpectedUnits', 'setProductCost', 'startUnitAct', 'runUnitAct'],
  ...['sendManifest', 'assignManifestColumns', 'assignManifestModel', 'applyManifest', 'deleteManifest'],
  ...['recordUnitChecks', 'recordUnitWipes', 'recordUnitTest', 'recordUnitGrading'],
  ...['openRepair', 'addPart', 'closeRepair', 'assignUnits', 'verifyUnitWipe'],
  'addUnitPhoto',
  ...['createPhotoTicket', 'endPhotoTickets', 'sendTicketPhoto'],
  ...['matchPassport', 'renewPassport'],
  ...['createDraftOrder', 'updateDraftOrder', 'cancelDraftOrder', 'sendDraftOrder', 'openDraftOrder'],
  ...['findPlacedOrder', 'claimOrder', 'extendReservation', 'approveRefund', 'declineRefund'],
  ...['requestGuestData', 'openGuestData', 'eraseGuestData', 'eraseGuest'],
  ...['setTestMode', 'setPaymentKeys', 'removePaymentKeys', 'checkPaymentKeys', 'resolvePaymentDiscrepancy'],
  ...['setMailIntroduction', 'previewMailIntroduction'],
  ...['setMailServer', 'removeMailServer', 'createInvitationLink'],
  ...['uploadOne', 'uploadMany', 'uploadImage', 'startImport', 'stopImport', 'deleteImport'],
  ...['saveExportPreset', 'resetExportPreset', 'retryImportImages'],
  ...['assignColumns', 'forgetColumns', 'importPastOrders', 'importCustomers'],
  ...['updateModelSize', 'setCarrierAccount', 'removeCarrierAccount', 'listCarrierRates', 'buyLabel'],
  'quoteShipping',
  ...['checkLabel', 'refundLabel', 'receiveParcelEvent'],
  ...['createChannel', 'updateChannel', 'deleteChannel', 'setEbayAccount', 'setEbaySettings'],
  ...['addListings', 'addCategoryListings', 'endListings', 'retryListings', 'resendShipment'],
  'confirmChannelSale',
]);

test('every call that writes is classified by its visible changes', () => {
  const writing = Object.entries(allEndpoints).filter(([, { method }]) => method !== 'GET');
  const unknown = writing
    .map(([name]) => name)
    .filter((name) => !(name in changes) && !callsWithoutVisibleChange.has(name));
  expect(unknown).toEqual([]);
});

test('every cacheable call is read by this test', () => {
  expect(Object.keys(cacheablePaths()).sort()).toEqual(Object.keys(allTags).sort());
});

test('the page of a product stays cached when another configuration of its family is ordered', async () => {
  const path = `/products/${ids.phoneInBlue}`;
  await asAdmin('POST', `/products/${ids.phone}/stock-movements`, { change: 50 });
  await readCached(path);
  await buy(ids.phone);
  const { hits } = cache.responseCache.stats();
  await readCached(path);
  expect(cache.responseCache.stats().hits).toBe(hits + 1);
});

describe('no cached response is stale', { tags: ['slow'] }, () => {
  const cases = Object.entries(changes).flatMap(([name, variants]) =>
    variants.map((change, index) => ({ name, index, change })),
  );
  test.each(cases)('after $name, variant $index', async ({ change }) => {
    await fillCache();
    const before = cache.responseCache.stats().hits;
    await fillCache();
    expect(cache.responseCache.stats().hits).toBeGreaterThan(before);
    await change();
    await expectNothingStale();
  });
});
