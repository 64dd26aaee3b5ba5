import { expect, test } from 'vitest';
import { createWishlistStore, wishlistStorageName, withoutWish, withWish } from './wishlist-store.ts';

function storageWith(stored?: unknown) {
  const kept = new Map<string, string>();
  if (stored !== undefined) kept.set(wishlistStorageName, JSON.stringify({ state: stored, version: 0 }));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('the latest wish comes first, once', () => {
  expect(withWish(['a', 'b'], 'c')).toEqual(['c', 'a', 'b']);
  expect(withWish(['a', 'b'], 'b')).toEqual(['b', 'a']);
  expect(withoutWish(['a', 'b'], 'a')).toEqual(['b']);
});

test('a list survives the page', async () => {
  const storage = storageWith();
  createWishlistStore(storage).getState().handTo('usr_1', ['a']);
  const next = createWishlistStore(storage);
  await next.persist.rehydrate();
  expect(next.getState()).toMatchObject({ ids: ['a'], owner: 'usr_1' });
});

test.each([null, 7, { ids: 'a', owner: 7 }, { ids: [1, null, 'a'] }])(
  'storage may hold %j',
  async (stored) => {
    const store = createWishlistStore(storageWith(stored));
    await store.persist.rehydrate();
    expect(store.getState().owner).toBeNull();
    expect(store.getState().ids.every((id) => typeof id === 'string')).toBe(true);
  },
);
