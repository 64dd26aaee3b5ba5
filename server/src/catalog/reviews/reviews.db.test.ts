import { reviewEndpoints } from '@reprise/contract/catalog/reviews/reviews';
import { permissionsOf } from '@reprise/contract/permissions';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callChecked } from '../../../test/call-endpoints.ts';
import { openOrderShop, orderOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { findBrokenInvariants } from '../../operations/integrity/check-invariants.ts';
import { users } from '../../people/identity/identity.tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { AnyHandler, Caller, WireInput } from '../../platform/http/endpoint.ts';
import { addFamily } from '../products/families/add-family.ts';
import { findProduct } from '../products/product.queries.ts';
import { products } from '../products/products.tables.ts';
import { addReview } from './add-review.ts';
import { eraseUserFromReviews } from './erase-user-from-reviews.ts';
import { readReviewsOf } from './review.queries.ts';
import { reviewHandlers } from './reviews.routes.ts';
import { reviews } from './reviews.tables.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { deps, clock, addProduct, addUser } = shop;

const handlers = reviewHandlers(deps) as unknown as Record<string, AnyHandler>;
const guestContext = {
  requestId: 'test',
  ip: '127.0.0.1',
  network: '127.0.0.1',
  userAgent: 'test',
  idempotencyKey: null,
  orderToken: null,
  files: [],
  countDeletions: async () => {},
};
// biome-ignore lint/suspicious/noExplicitAny: the tests assert on the wire format
const call = (name: keyof typeof reviewEndpoints, wire: WireInput = {}, caller: Caller | null = null): any =>
  callChecked(reviewEndpoints[name], handlers[name] as AnyHandler, wire, {
    ...guestContext,
    caller,
    token: caller && 'a token',
  });

const input = { rating: 4, title: 'Like new', text: 'Not a scratch on it.' };
const admin: Caller = {
  userId: 'usr_admin',
  role: 'admin',
  permissions: permissionsOf(['owner']),
  name: 'Ada',
  email: 'a@shop.test',
  sessionId: 's',
  provedAt: null,
};

let product = '';
let ada: Caller;
beforeEach(async () => {
  await deps.db.delete(reviews);
  await deps.db.delete(products);
  product = await addProduct(9);
  ada = await customerWith(product);
});

afterEach(async () => {
  const broken = await findBrokenInvariants(deps.db);
  expect(broken.filter(({ what }) => what.includes('rating'))).toEqual([]);
});

/** Creates a customer with an order of the product in this status. */
async function customerWith(id: string, status = 'delivered'): Promise<Caller> {
  const customer = await addUser();
  const { order } = await shop.place(orderOf({ [id]: 1 }), { caller: customer });
  await shop.call('changeOrderStatus', { params: { id: order.id }, body: { status } }, { caller: admin });
  return customer;
}

const write = async (caller: Caller | null = ada, body: object = input, id = product) =>
  (await call('writeReview', { params: { id }, body }, caller)).review;
const edit = async (id: string, body: object, caller: Caller | null = ada) =>
  (await call('editReview', { params: { id }, body }, caller)).review;
const remove = (id: string, caller: Caller | null = ada) => call('deleteReview', { params: { id } }, caller);
const setHidden = async (id: string, hidden: boolean) =>
  (await call('setReviewVisibility', { params: { id }, body: { hidden } }, admin)).review;
const list = (query: object = {}) => call('listReviews', { params: { id: product }, query });
const mine = (caller: Caller | null = ada) => call('getOwnReview', { params: { id: product } }, caller);
const ratingOf = async (id = product) => {
  const { rating, reviewCount } = await findProduct(deps.db, id);
  return { rating, reviewCount };
};
const byRita = { userId: null, author: 'Rita', title: '' };
const addReviewByRita = (rating: number, productId = product) =>
  addReview(deps, { ...byRita, productId, rating, text: `${rating}` });

describe('writing', () => {
  test('a customer who received the product can review it', async () => {
    expect(await mine()).toEqual({ review: null, mayReview: true });
    const review = await write();
    expect(review).toMatchObject({ ...input, author: 'Ada E.', hidden: false });
    expect(await ratingOf()).toEqual({ rating: 4, reviewCount: 1 });
    expect(await mine()).toEqual({ review, mayReview: false });
    const { hidden: _, ...visible } = review;
    expect((await list()).reviews).toEqual([visible]);
  });

  test.each([
    [{ ...input, rating: 0 }],
    [{ ...input, rating: 6 }],
    [{ ...input, rating: 4.5 }],
    [{ ...input, rating: '4' }],
    [{ rating: 4 }],
    [{ ...input, text: '   ' }],
    [{ ...input, text: 'x'.repeat(5001) }],
    [{ ...input, title: 'x'.repeat(121) }],
    [{ ...input, text: 'a\u0000b' }],
  ])('rejects the review %j', async (body) => {
    await expect(write(ada, body)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await ratingOf()).toEqual({ rating: 0, reviewCount: 0 });
  });

  test('writing a review requires sign-in', async () => {
    await expect(write(null)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(mine(null)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test.each(['pending', 'processing', 'shipped', 'cancelled'])(
    'rejects a review while the order is %s',
    async (status) => {
      const other = await customerWith(product, status);
      expect(await mine(other)).toEqual({ review: null, mayReview: false });
      await expect(write(other)).rejects.toMatchObject({ code: 'NOT_RECEIVED', status: 403 });
    },
  );

  test('rejects a review of another product than the received one', async () => {
    const other = await customerWith(await addProduct(3));
    await expect(write(other)).rejects.toMatchObject({ code: 'NOT_RECEIVED' });
  });

  test('rejects a second review', async () => {
    await write();
    await expect(write()).rejects.toMatchObject({ code: 'ALREADY_REVIEWED', status: 409 });
    expect(await ratingOf()).toEqual({ rating: 4, reviewCount: 1 });
  });

  test('one of two concurrent reviews counts', async () => {
    const outcomes = await Promise.allSettled([write(), write(), write()]);
    const codes = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(codes).toEqual(['ALREADY_REVIEWED', 'ALREADY_REVIEWED']);
    expect(await ratingOf()).toEqual({ rating: 4, reviewCount: 1 });
  });

  test('concurrent reviews of many customers all count', async () => {
    const customers = await Promise.all(Array.from({ length: 6 }, () => customerWith(product)));
    await Promise.all(
      customers.map((customer, index) => write(customer, { ...input, rating: (index % 5) + 1 })),
    );
    expect(await ratingOf()).toEqual({ rating: 2.7, reviewCount: 6 });
  });

  test('answers NOT_FOUND for a missing product or review', async () => {
    await expect(write(ada, input, 'prd_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a deleted account cannot review', async () => {
    await deps.db.delete(users).where(eq(users.id, ada.userId));
    await expect(write()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('changing and deleting', () => {
  test('editing and deleting a review update the rating', async () => {
    const { id, createdAt } = await write();
    await addReviewByRita(5);
    clock.now = new Date(clock.now.getTime() + 60_000);
    const changed = await edit(id, { rating: 2, text: 'The battery is weak after all.' });
    expect(changed).toMatchObject({
      rating: 2,
      title: '',
      createdAt,
      text: 'The battery is weak after all.',
    });
    expect(changed.updatedAt > createdAt).toBe(true);
    expect(await ratingOf()).toEqual({ rating: 3.5, reviewCount: 2 });
    await remove(id);
    expect(await ratingOf()).toEqual({ rating: 5, reviewCount: 1 });
    expect(await mine()).toEqual({ review: null, mayReview: true });
  });

  test('invalid input does not change a review', async () => {
    const { id } = await write();
    await expect(edit(id, { ...input, rating: 9 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await ratingOf()).toEqual({ rating: 4, reviewCount: 1 });
  });

  test('answers NOT_FOUND for reviews of others, also to administrators', async () => {
    const { id } = await write();
    for (const other of [await customerWith(product), admin]) {
      await expect(edit(id, input, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(remove(id, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(edit(id, input, null)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(remove(id, null)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await mine()).review).toMatchObject(input);
  });

  test('answers NOT_FOUND for a missing product or review', async () => {
    await expect(edit('rev_none', input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(remove('rev_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('concurrent edits, hides and deletions leave a consistent rating', async () => {
    const { id } = await write();
    await addReviewByRita(5);
    await Promise.allSettled([
      edit(id, { ...input, rating: 1 }),
      setHidden(id, true),
      edit(id, { ...input, rating: 2 }),
      setHidden(id, false),
      remove(id),
      addReviewByRita(3),
    ]);
    expect(await ratingOf()).toEqual({ rating: 4, reviewCount: 2 });
  });
});

describe('hiding', () => {
  test('hiding removes a review from page and rating until it is shown', async () => {
    const { id, updatedAt } = await write();
    await addReviewByRita(5);
    expect(await setHidden(id, true)).toMatchObject({ id, hidden: true, product: { id: product } });
    expect(await ratingOf()).toEqual({ rating: 5, reviewCount: 1 });
    expect((await list()).pagination.total).toBe(1);
    expect(await mine()).toMatchObject({ review: { id, hidden: true, updatedAt }, mayReview: false });
    await setHidden(id, true);
    expect(await ratingOf()).toEqual({ rating: 5, reviewCount: 1 });
    await setHidden(id, false);
    expect(await ratingOf()).toEqual({ rating: 4.5, reviewCount: 2 });
  });

  test('a hidden review can be edited and deleted without counting', async () => {
    const { id } = await write();
    await setHidden(id, true);
    expect(await edit(id, { ...input, rating: 1 })).toMatchObject({ rating: 1, hidden: true });
    expect(await ratingOf()).toEqual({ rating: 0, reviewCount: 0 });
    await remove(id);
    expect(await ratingOf()).toEqual({ rating: 0, reviewCount: 0 });
  });

  test('hiding requires an administrator, a boolean and a review', async () => {
    const { id } = await write();
    const hide = (caller: Caller | null, body: object, reviewId = id) =>
      call('setReviewVisibility', { params: { id: reviewId }, body }, caller);
    await expect(hide(null, { hidden: true })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(hide(ada, { hidden: true })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(hide(admin, { hidden: 'yes' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(hide(admin, { hidden: true }, 'rev_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('reviews of a product', () => {
  beforeEach(async () => {
    for (const rating of [3, 5, 1, 5]) {
      clock.now = new Date(clock.now.getTime() + 1000);
      await addReviewByRita(rating);
    }
  });
  const stars = async (query: object) =>
    (await list(query)).reviews.map((review: { rating: number }) => review.rating);

  test('a review list sorts, filters and paginates with a full histogram', async () => {
    expect(await stars({})).toEqual([5, 1, 5, 3]);
    expect(await stars({ sort: 'highest' })).toEqual([5, 5, 3, 1]);
    expect(await stars({ sort: 'lowest' })).toEqual([1, 3, 5, 5]);
    const { pagination, histogram } = await list({ rating: '5', limit: '1' });
    expect(pagination).toEqual({ page: 1, limit: 1, total: 2, pages: 2 });
    expect(histogram.map((bar: { count: number }) => bar.count)).toEqual([2, 0, 1, 0, 1]);
    expect((await list({ rating: '2' })).pagination.total).toBe(0);
  });

  test('rejects unknown sorts and stars', async () => {
    for (const query of [{ sort: 'best' }, { rating: '0' }, { rating: '6' }, { rating: '1.5' }]) {
      await expect(list(query)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    }
    await expect(call('listReviews', { params: { id: 'prd_none' } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('reviews of a family', () => {
  let sibling = '';
  beforeEach(async () => {
    sibling = await addProduct(9, undefined, 'Pixel 7 256 GB');
    await deps.db.update(products).set({ condition: 'fair' }).where(eq(products.id, sibling));
    const keys = [`${product}-128`, `${product}-256`] as const;
    const configurations = [
      { key: keys[0], name: 'Pixel 7 128 GB', options: { storage: '128 GB', color: 'Snow' } },
      { key: keys[1], name: 'Pixel 7 256 GB', options: { storage: '256 GB' } },
    ];
    const family = { slug: product, name: 'Pixel 7', brand: 'Google', categoryId: null, configurations };
    await inTransaction(deps.db, (tx) => addFamily(tx, family, clock.now));
    await setModel(product, keys[0]);
    await setModel(sibling, keys[1]);
  });
  const setModel = (id: string, modelKey: string | null) =>
    deps.db.update(products).set({ modelKey }).where(eq(products.id, id));
  const listOf = async (id: string) => (await call('listReviews', { params: { id } })).reviews;

  test('are pooled, and name configuration, condition and purchase of each', async () => {
    await write();
    clock.now = new Date(clock.now.getTime() + 1000);
    await addReviewByRita(1, sibling);
    expect(await ratingOf()).toEqual({ rating: 2.5, reviewCount: 2 });
    expect(await ratingOf(sibling)).toEqual({ rating: 2.5, reviewCount: 2 });
    expect(await listOf(product)).toEqual(await listOf(sibling));
    expect(await listOf(product)).toMatchObject([
      { configuration: '256 GB', condition: 'fair', verifiedPurchase: false },
      { configuration: '128 GB · Snow', condition: 'good', verifiedPurchase: true },
    ]);
  });

  test('outlive their product, also for their author and the back office', async () => {
    const { id } = await write();
    await deps.db.delete(products).where(eq(products.id, product));
    expect(await ratingOf(sibling)).toEqual({ rating: 4, reviewCount: 1 });
    expect(await listOf(sibling)).toMatchObject([{ id, configuration: '', condition: 'good' }]);
    const { reviews: all } = await call('listAllReviews', { query: { search: 'pixel 7' } }, admin);
    expect(all).toMatchObject([{ id, product: { id: null, slug: null, name: 'Pixel 7 128 GB Snow' } }]);
    expect(await readReviewsOf(deps.db, ada.userId)).toMatchObject([{ product: 'Pixel 7 128 GB Snow' }]);
    await edit(id, { ...input, rating: 2 });
    expect(await ratingOf(sibling)).toEqual({ rating: 2, reviewCount: 1 });
    await remove(id);
    expect(await ratingOf(sibling)).toEqual({ rating: 0, reviewCount: 0 });
  });

  test('move with a product that leaves the family, and a new product takes their rating', async () => {
    await write();
    await addReviewByRita(1, sibling);
    await setModel(sibling, null);
    expect(await ratingOf()).toEqual({ rating: 4, reviewCount: 1 });
    expect(await ratingOf(sibling)).toEqual({ rating: 1, reviewCount: 1 });
    await setModel(sibling, `${product}-128`);
    expect(await ratingOf(sibling)).toEqual({ rating: 2.5, reviewCount: 2 });
    const [row] = await deps.db.select().from(products).where(eq(products.id, product));
    if (!row) throw new Error('The product is missing.');
    const { stockCapped: _capped, searchText: _text, ...fields } = row;
    const added = { ...fields, id: `${product}x`, slug: `${product}x`, sku: `${product}x`, stockCount: 0 };
    await deps.db.insert(products).values({ ...added, familyId: '', ratingSum: 0, reviewCount: 0 });
    expect(await ratingOf(added.id)).toEqual({ rating: 2.5, reviewCount: 2 });
  });

  test('concurrent reviews of two products of a family all count', async () => {
    await Promise.all([1, 2, 3].map((rating) => addReviewByRita(rating, rating === 2 ? sibling : product)));
    expect(await ratingOf(sibling)).toEqual({ rating: 2, reviewCount: 3 });
  });
});

describe('latest reviews', () => {
  const latest = async () => (await call('listLatestReviews')).reviews;

  test('are the newest of buyers, whatever their stars, each of another product', async () => {
    const products = [product, await addProduct(9), await addProduct(9)];
    for (const [index, id] of products.entries()) {
      clock.now = new Date(clock.now.getTime() + 1000);
      await write(await customerWith(id), { ...input, rating: index + 1 }, id);
    }
    clock.now = new Date(clock.now.getTime() + 1000);
    const again = await write(await customerWith(products[1] ?? ''), input, products[1]);
    await addReviewByRita(5, products[0]);
    expect(await latest()).toMatchObject([
      { id: again.id, product: { slug: products[1], name: 'Pixel 7 128 GB Snow' } },
      { rating: 3, product: { slug: products[2] } },
    ]);
    await setHidden(again.id, true);
    expect(await latest()).toMatchObject([{ rating: 3 }, { rating: 2 }]);
  });

  test('of products that are not for sale are left out', async () => {
    await write();
    await deps.db.update(products).set({ archivedAt: clock.now }).where(eq(products.id, product));
    expect(await latest()).toEqual([]);
  });
});

test('a customer learns which of several products they have reviewed', async () => {
  const other = await addProduct(9);
  await write();
  const ask = (caller: Caller | null) =>
    call('listReviewedProducts', { query: { product: [product, other] } }, caller);
  expect(await ask(ada)).toEqual({ products: [product] });
  expect(await ask(await addUser())).toEqual({ products: [] });
  await expect(ask(null)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

describe('admin list of reviews', () => {
  const all = async (query: object, caller: Caller | null = admin) =>
    (await call('listAllReviews', { query }, caller)).reviews.map((review: { text: string }) => review.text);

  test('the admin list filters by words, product, stars and visibility', async () => {
    const other = await addProduct(3, undefined, 'Galaxy S22 256 GB');
    const { id } = await write();
    await addReview(deps, { ...byRita, productId: other, rating: 5, title: '100%', text: 'Two' });
    expect(await all({})).toHaveLength(2);
    expect(await all({ search: 'SCRATCH' })).toEqual([input.text]);
    expect(await all({ search: 'rita' })).toEqual(['Two']);
    expect(await all({ search: 'galaxy' })).toEqual(['Two']);
    expect(await all({ search: '0%' })).toEqual(['Two']);
    expect(await all({ search: '_' })).toEqual([]);
    expect(await all({ product: other })).toEqual(['Two']);
    expect(await all({ rating: '4' })).toEqual([input.text]);
    await setHidden(id, true);
    expect(await all({ visibility: 'hidden' })).toEqual([input.text]);
    expect(await all({ visibility: 'visible' })).toEqual(['Two']);
  });

  test('the admin list requires an administrator', async () => {
    await expect(all({}, null)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(all({}, ada)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(all({ visibility: 'all' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

test('reviews of a deleted customer are anonymized, not edited', async () => {
  const { id, updatedAt } = await write();
  await inTransaction(deps.db, (tx) => eraseUserFromReviews(tx, ada.userId));
  expect((await list()).reviews).toMatchObject([{ id, author: 'A former customer', updatedAt }]);
  const [row] = await deps.db.select().from(reviews).where(eq(reviews.id, id));
  expect(row?.userId).toBeNull();
  expect(await ratingOf()).toEqual({ rating: 4, reviewCount: 1 });
});
