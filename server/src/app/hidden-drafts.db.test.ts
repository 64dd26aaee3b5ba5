import { allEndpoints } from '@reprise/contract/all-endpoints';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { orderOf } from '../../test/order-shop.ts';
import { openTestApp } from '../../test/test-app.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { productAlerts } from '../catalog/alerts/alerts.tables.ts';
import { sendDueAlerts } from '../catalog/alerts/send-due-alerts.ts';
import { searchDocuments } from '../catalog/products/search/search.tables.ts';
import { chooseDeals } from '../people/newsletter/newsletter.queries.ts';

// Walks every call of customers with drafts in the shop: one that was never on sale, and one that was.

const database = await openTestDatabase();
const { db } = database;
const { app, call, deps, register, signIn } = await openTestApp(database);
const admin = await signIn();
const customer = await register('Grace Hopper');

/** Word of the drafts that no response to a customer may contain. */
const secret = 'zanzibarium';
const texts = {
  name: `Pixel 8 ${secret}`,
  brand: `Google ${secret}`,
  description: `The ${secret} edition`,
  modelKey: 'pixel-8',
  features: [secret],
  specifications: { Edition: secret },
};

type Reference = { id: string; slug: string; sku: string };
const ids = {} as { category: string; onSale: Reference; order: string; review: string };
const drafts: Reference[] = [];
/** Responses before there were drafts, by path. */
const before = new Map<string, string>();

const asAdmin = async (method: string, path: string, body?: unknown) => {
  const response = await call(method, path, { token: admin, ...(body !== undefined && { body }) });
  if (response.status > 299) throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
  return response.body.data;
};
const addProduct = async (fields: object): Promise<Reference> =>
  (await asAdmin('POST', '/products', { brand: 'Google', category: ids.category, price: 300, ...fields }))
    .product;
const asCustomer = (method: string, path: string, body?: unknown) =>
  call(method, path, { token: customer.token, ...(body !== undefined && { body }) });

/** Returns a response without the parts that differ from call to call. */
async function read(path: string): Promise<string> {
  const { text } = await asCustomer('GET', path);
  return text.replace(/"requestId":"[^"]*"/, '').replace(/"cartId":"[^"]*"/, '');
}

type Call = [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown];
type CustomerCall = {
  [Name in keyof typeof allEndpoints]: (typeof allEndpoints)[Name]['access'] extends 'admin' ? never : Name;
}[keyof typeof allEndpoints];

const items = ({ id }: Reference) => [{ product: id, quantity: 1 }];

/** Calls that read or take products, for one draft. */
const productCalls = {
  listProducts: ({ id }) => [
    ...['', '?search=pixel', '?sort=price-low', '?brand=Google', '?inStock=true', '?featured=true'].map(
      (query): Call => ['GET', `/products${query}`],
    ),
    ['GET', `/products?category=${ids.category}&discounted=true`],
    ['GET', `/products?id=${id}`],
    ['GET', `/products?after=${id}`],
    ['GET', '/products?search=zanzibarum'],
  ],
  listProductCards: ({ id }) => [
    ['GET', '/product-cards?search=pixel'],
    ['GET', '/product-cards?sort=price-low'],
    ['GET', `/product-cards?id=${id}`],
  ],
  getProduct: (draft) => [
    ...[draft.id, draft.slug, ids.onSale.id].map((reference): Call => ['GET', `/products/${reference}`]),
  ],
  listDeviceChoices: (draft) => [draft.id, draft.slug].map((ref): Call => ['GET', `/products/${ref}/units`]),
  listCategories: () => [['GET', '/categories']],
  getCategory: () => [['GET', `/categories/${ids.category}`]],
  getCategoryBySlug: () => [['GET', '/categories/slug/phones']],
  searchSuggestions: () => ['pixel', 'goog', 'zanzi'].map((q): Call => ['GET', `/search/suggestions?q=${q}`]),
  recordSearchEvent: ({ id }) => [['POST', '/search/events', { kind: 'click', id: 'unknown', product: id }]],
  recordSearchPurchase: () => [['POST', '/search/purchases', { order: ids.order, searches: [] }]],
  listReviews: (draft) => [draft.id, draft.slug].map((ref): Call => ['GET', `/products/${ref}/reviews`]),
  listLatestReviews: () => [['GET', '/reviews/latest']],
  listReviewedProducts: ({ id }) => [['GET', `/reviews/mine?product=${id}`]],
  getOwnReview: ({ id }) => [['GET', `/products/${id}/reviews/mine`]],
  writeReview: ({ id }) => [['POST', `/products/${id}/reviews`, { rating: 5, title: 'Good', text: 'Good.' }]],
  editReview: () => [['PUT', `/reviews/${ids.review}`, { rating: 4, title: 'Good', text: 'Still good.' }]],
  addToWishlist: ({ id }) => [['POST', '/wishlist', { products: [id] }]],
  getWishlist: () => [['GET', '/wishlist']],
  removeFromWishlist: () => [['DELETE', '/wishlist/unknown']],
  addAlert: ({ id }) => [['POST', `/products/${id}/alerts`, { kind: 'price-drop' }]],
  listOwnAlerts: ({ id }) => [
    ['GET', '/users/profile/alerts'],
    ['GET', `/users/profile/alerts?product=${id}`],
  ],
  stopOwnAlert: () => [['DELETE', '/users/profile/alerts/unknown']],
  checkCart: (draft) => [['POST', '/cart/check', { items: items(draft) }]],
  getCart: () => [['GET', '/cart']],
  saveCart: (draft) => [['PUT', '/cart', { items: items(draft) }]],
  quoteDiscount: (draft) => [['POST', '/cart/discount', { code: 'NONE', items: items(draft) }]],
  placeOrder: ({ id }) => [['POST', '/orders', orderOf({ [id]: 1 })]],
  quoteShipping: (draft) => [
    [
      'POST',
      '/orders/shipping-quote',
      { items: items(draft), city: 'Reno', state: 'NV', zipCode: '89501', country: 'United States' },
    ],
  ],
  listOwnOrders: () => [['GET', '/orders']],
  getOrder: () => [['GET', `/orders/${ids.order}`]],
  createPaymentIntent: () => [['POST', '/payments/create-payment-intent', { orderId: ids.order }]],
  listOrderInvoices: () => [['GET', `/orders/${ids.order}/invoices`]],
  listOrderMessages: () => [['GET', `/orders/${ids.order}/messages`]],
  getShopFacts: () => [['GET', '/shop/facts']],
  getPublicSettings: () => [['GET', '/settings/public']],
  exportOwnData: () => [['GET', '/users/profile/export']],
  listOwnConversations: () => [['GET', '/support/conversations']],
} satisfies Partial<Record<CustomerCall, (draft: Reference) => Call[]>>;

/** Calls whose requests and responses have no products besides the copies in orders. */
const callsWithoutProducts = [
  ...['login', 'register', 'getMe', 'logout', 'forgotPassword', 'resetPassword', 'getPasswordRules'],
  ...['verifyEmail', 'undoEmailChange', 'resendVerification', 'getProfile', 'updateProfile', 'deleteAccount'],
  ...['listSessions', 'endSession', 'endOtherSessions', 'passTwoFactor', 'getTwoFactor', 'beginTwoFactor'],
  ...['confirmTwoFactor', 'renewRecoveryCodes', 'turnOffTwoFactor', 'getStepUp', 'stepUp'],
  ...['beginPasskeySignIn', 'signInWithPasskey', 'beginPasskeyStepUp', 'listPasskeys', 'beginPasskey'],
  ...['addPasskey', 'renamePasskey', 'removePasskey', 'reportNotMe'],
  ...[
    'listOwnPastOrders',
    'listAddressForms',
    'listAddresses',
    'addAddress',
    'changeAddress',
    'removeAddress',
    'deleteReview',
    'stopAlert',
  ],
  ...['findPlacedOrder', 'cancelOwnOrder', 'claimOrder', 'reportOrderProblem', 'trackOrder'],
  ...['getReturnPolicies', 'getReturnable', 'openReturn', 'getReturn', 'cancelReturn', 'markReturnSent'],
  ...['withdrawFromContract', 'addReturnPhoto', 'readReturnPhoto', 'removeReturnPhoto', 'getReturnLabel'],
  ...[
    'confirmPayment',
    'receiveStripeEvent',
    'receivePaymentNotice',
    'receiveParcelEvent',
    'confirmTestCard',
    'answerTestChallenge',
  ],
  // A draft order names products that were on sale when it was saved.
  ...['openDraftOrder', 'placeDraftOrder'],
  ...['getPageText', 'unsubscribe', 'undoUnsubscribe', 'sendSupportMessage', 'writeToStore'],
  ...['getGrading', 'getPassport', 'matchPassport', 'readPhotoTicket', 'sendTicketPhoto'],
  // The data of guests are those of `exportOwnData`.
  ...['requestGuestData', 'openGuestData', 'eraseGuestData'],
];

const draftCalls = (draft: Reference): Call[] => Object.values(productCalls).flatMap((calls) => calls(draft));

/** Reads of lists and of products on sale, which a draft must not change. */
const shopPaths = () => {
  const { listProducts, listProductCards, getProduct, searchSuggestions, getShopFacts } = productCalls;
  const { listCategories, getCategory, getCategoryBySlug } = productCalls;
  const reads = [listProducts, listProductCards, getProduct, searchSuggestions, getShopFacts];
  const unknown = { id: 'unknown', slug: 'unknown', sku: '' };
  return [...reads, listCategories, getCategory, getCategoryBySlug].flatMap((calls: typeof listProducts) =>
    calls(unknown).map(([, path]) => path),
  );
};

beforeAll(async () => {
  ids.category = (
    await asAdmin('POST', '/categories', { name: 'Phones', description: 'For a test' })
  ).category.id;
  ids.onSale = await addProduct({ name: 'Pixel 8', modelKey: 'pixel-8', originalPrice: 500, stockCount: 5 });
  const former = await addProduct({ name: 'Pixel 7', stockCount: 5 });
  const placed = await asCustomer('POST', '/orders', orderOf({ [former.id]: 2 }));
  ids.order = placed.body.data.order.id;
  await asCustomer('POST', `/products/${former.id}/alerts`, { kind: 'price-drop' });
  await asCustomer('POST', '/wishlist', { products: [former.id] });
  await asCustomer('PUT', '/cart', { items: items(former) });
  ids.review = 'unknown';
  const complete = { ...texts, category: ids.category, price: 1, originalPrice: 900, featured: true };
  await asAdmin('PUT', `/products/admin/drafts/${former.id}`, { ...complete, version: 1 });
  await asAdmin('DELETE', `/products/${(await addProduct({ name: 'Other' })).id}`);
  const { product } = await asAdmin('GET', `/products/admin/one/${former.id}`);
  drafts.push(product);
  for (const path of shopPaths()) before.set(path, await read(path));
  drafts.push((await asAdmin('POST', '/products/admin/drafts', { ...complete, stockCount: 9 })).product);
});

test('every call of customers is walked with drafts or has no products', () => {
  const names = Object.entries(allEndpoints).flatMap(([name, { access }]) =>
    access === 'admin' ? [] : [name],
  );
  expect([...Object.keys(productCalls), ...callsWithoutProducts].sort()).toEqual(names.sort());
});

describe('a draft', () => {
  test('appears in no response to a customer', async () => {
    for (const draft of drafts) {
      for (const [method, path, body] of draftCalls(draft)) {
        const { status, text } = await asCustomer(method, path, body);
        const answer = text.toLowerCase().replaceAll(path.toLowerCase(), '').replaceAll('zanzibarum', '');
        expect([method, path, status < 500, answer.includes('zanzi')]).toEqual([method, path, true, false]);
      }
    }
  });

  test('changes no list, count, price ladder or facet', async () => {
    expect(before.size).toBeGreaterThan(20);
    for (const [path, response] of before) expect([path, await read(path)]).toEqual([path, response]);
  });

  test('is not found, as a product that never was', async () => {
    for (const { id, slug } of drafts) {
      for (const reference of [id, slug]) {
        expect((await call('GET', `/products/${reference}`)).status).toBe(404);
        expect(await read(`/products/${reference}`)).toBe(await read('/products/unknown'));
        expect(await read(`/products/${reference}/reviews`)).toBe(await read('/products/unknown/reviews'));
        const alert = await asCustomer('POST', `/products/${reference}/alerts`, { kind: 'price-drop' });
        expect(alert.status).toBe(404);
      }
    }
  });

  test('is not found by its own words', async () => {
    for (const query of [secret, 'zanzi', drafts[0]?.sku, drafts[1]?.slug]) {
      const { products } = (await call('GET', `/products?search=${query}`)).body.data;
      expect(products.map(({ id }: Reference) => id)).not.toContain(drafts[0]?.id);
      expect(products.map(({ id }: Reference) => id)).not.toContain(drafts[1]?.id);
    }
    const documents = await db.select({ id: searchDocuments.productId }).from(searchDocuments);
    expect(documents.map(({ id }) => id)).toEqual([ids.onSale.id]);
  });

  test('cannot be bought, and a cart shows it as no longer available', async () => {
    for (const { id } of drafts) {
      const cart = await asCustomer('POST', '/cart/check', { items: [{ product: id, quantity: 1 }] });
      expect(cart.body.data.lines[0]).toMatchObject({ product: null, available: 0 });
      const order = await asCustomer('POST', '/orders', orderOf({ [id]: 1 }));
      expect([order.status, order.body.code]).toEqual([409, 'PRODUCT_UNAVAILABLE']);
    }
    expect((await asCustomer('GET', '/wishlist')).body.data).toEqual({ ids: [], products: [] });
    expect((await asCustomer('GET', '/users/profile/alerts')).body.data.alerts).toEqual([]);
  });

  test('is in no sitemap and no weekly mail, and triggers no alert', async () => {
    const sitemap = await app.inject('/sitemap.xml');
    const parts = [...sitemap.payload.matchAll(/<loc>[^<]*(\/sitemap\/[^<]*)<\/loc>/g)];
    expect(parts.length).toBeGreaterThan(1);
    for (const [, path = ''] of parts) expect((await app.inject(path)).payload).not.toContain(secret);
    expect(JSON.stringify(await chooseDeals(db))).not.toContain(secret);
    await db.update(productAlerts).set({ dueAt: new Date() });
    await sendDueAlerts(deps);
    const [alert] = await db.select().from(productAlerts).where(eq(productAlerts.userId, customer.id));
    expect(alert).toMatchObject({ productId: drafts[0]?.id, dueAt: null });
  });

  test('returns the units of a cancelled order to its stock', async () => {
    const [former] = drafts;
    const stock = async () =>
      (await asAdmin('GET', `/products/admin/one/${former?.id}`)).product.stockCount as number;
    const left = await stock();
    expect((await asCustomer('GET', `/orders/${ids.order}`)).text).toContain('"Pixel 7"');
    expect((await asCustomer('POST', `/orders/${ids.order}/cancel`)).status).toBe(200);
    expect(await stock()).toBe(left + 2);
  });
});
