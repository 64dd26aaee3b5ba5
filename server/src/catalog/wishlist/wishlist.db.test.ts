import { wishlistEndpoints, wishlistLimit } from '@reprise/contract/catalog/wishlist';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { callChecked } from '../../../test/call-endpoints.ts';
import { openOrderShop } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { users } from '../../people/identity/identity.tables.ts';
import type { AnyHandler, Caller, WireInput } from '../../platform/http/endpoint.ts';
import { products } from '../products/products.tables.ts';
import { wishlistHandlers } from './wishlist.routes.ts';
import { wishes } from './wishlist.tables.ts';

const database = await openTestDatabase();
const { deps, clock, addProduct, addUser } = await openOrderShop(database);
const handlers = wishlistHandlers(deps) as unknown as Record<string, AnyHandler>;

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
const call = (name: keyof typeof wishlistEndpoints, caller: Caller | null, wire: WireInput = {}): any =>
  callChecked(wishlistEndpoints[name], handlers[name] as AnyHandler, wire, {
    ...guestContext,
    caller,
    token: caller && 'a token',
  });
const add = async (caller: Caller | null, ...ids: string[]) => {
  clock.now = new Date(clock.now.getTime() + 1000);
  return (await call('addToWishlist', caller, { body: { products: ids } })).ids;
};
const remove = async (caller: Caller | null, id: string) =>
  (await call('removeFromWishlist', caller, { params: { id } })).ids;
const read = (caller: Caller | null) => call('getWishlist', caller);

let ada: Caller;
let [phone, tablet, watch] = ['', '', ''];
beforeEach(async () => {
  await deps.db.delete(products);
  ada = await addUser();
  [phone, tablet, watch] = [await addProduct(3), await addProduct(0), await addProduct(1)];
});

describe('wishlist', () => {
  test('a wishlist lists products newest first with current prices', async () => {
    expect(await read(ada)).toEqual({ ids: [], products: [] });
    expect(await add(ada, phone)).toEqual([phone]);
    expect(await add(ada, watch, tablet)).toEqual([watch, tablet, phone]);
    expect(await add(ada, phone, phone)).toEqual([watch, tablet, phone]);
    await deps.db.update(products).set({ stockCount: 0 }).where(eq(products.id, watch));
    const { ids, products: listed } = await read(ada);
    expect(ids).toEqual([watch, tablet, phone]);
    expect(listed.map((product: { inStock: boolean }) => product.inStock)).toEqual([false, false, true]);
  });

  test('a wishlist belongs to one customer', async () => {
    const bob = await addUser();
    await add(ada, phone);
    expect(await add(bob, watch)).toEqual([watch]);
    expect(await remove(bob, phone)).toEqual([watch]);
    expect((await read(ada)).ids).toEqual([phone]);
  });

  test('removing a wish twice succeeds', async () => {
    await add(ada, phone, watch);
    expect(await remove(ada, phone)).toEqual([watch]);
    expect(await remove(ada, phone)).toEqual([watch]);
    expect(await remove(ada, 'prd_none')).toEqual([watch]);
  });

  test('a wishlist omits products off sale', async () => {
    expect(await add(ada, 'prd_none', phone)).toEqual([phone]);
    await deps.db.delete(products).where(eq(products.id, phone));
    expect(await read(ada)).toEqual({ ids: [], products: [] });
  });

  test('a wishlist is deleted with the account', async () => {
    await add(ada, phone);
    await deps.db.delete(users).where(eq(users.id, ada.userId));
    expect(await deps.db.$count(wishes)).toBe(0);
    await expect(add(ada, phone)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('a wishlist is limited under concurrent additions', async () => {
    const [row] = await deps.db.select().from(products).where(eq(products.id, phone));
    if (!row) throw new Error('no product');
    const { searchText: _, ...like } = row;
    const many = Array.from({ length: wishlistLimit + 1 }, (_, n) => `prd_many${n}`);
    await deps.db
      .insert(products)
      .values(many.map((id) => ({ ...like, id, slug: id, sku: id, stockCount: 0 })));
    await add(ada, ...many.slice(0, wishlistLimit - 1));
    const outcomes = await Promise.allSettled(many.slice(-2).map((id) => add(ada, id)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(add(ada, phone)).rejects.toMatchObject({ code: 'WISHLIST_FULL' });
    expect((await read(ada)).ids).toHaveLength(wishlistLimit);
  });
});

test('rejects the wishlist of a guest', async () => {
  for (const attempt of [() => read(null), () => add(null, phone), () => remove(null, phone)]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  }
});

test.each([
  [{}],
  [{ products: [] }],
  [{ products: 'x' }],
  [{ products: [''] }],
  [{ products: Array(101).fill('x') }],
])('rejects adding %j', async (body) => {
  await expect(call('addToWishlist', ada, { body })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});
