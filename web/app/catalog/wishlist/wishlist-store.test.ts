import { expect, test } from 'vitest';
import { createWishlistStore, wishlistStorageName, withToggled } from './wishlist-store.ts';

function storageWith(stored?: unknown) {
  const kept = new Map<string, string>();
  if (stored !== undefined) kept.set(wishlistStorageName, JSON.stringify({ state: stored, version: 0 }));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('the most recent product comes first, once', () => {
  expect(withToggled(['a', 'b'], 'c', true)).toEqual(['c', 'a', 'b']);
  expect(withToggled(['a', 'b'], 'b', true)).toEqual(['b', 'a']);
  expect(withToggled(['a', 'b'], 'a', false)).toEqual(['b']);
});

test('the list and its pending changes are restored after a reload', async () => {
  const storage = storageWith();
  const store = createWishlistStore(storage);
  store.getState().assignTo('usr_1', ['a', 'b']);
  store.getState().toggle('c', true);
  store.getState().toggle('a', true);
  const next = createWishlistStore(storage);
  await next.persist.rehydrate();
  expect(next.getState()).toMatchObject({ ids: ['c', 'b'], owner: 'usr_1', unsent: ['a', 'c'] });
});

test('the account’s list does not undo pending changes', () => {
  const store = createWishlistStore(storageWith());
  store.getState().assignTo('usr_1', ['a', 'b']);
  store.getState().toggle('c', true);
  store.getState().toggle('a', true);
  store.getState().assignTo('usr_1', ['d', 'a', 'b']);
  expect(store.getState().ids).toEqual(['c', 'd', 'b']);
});

test('sign-out clears the list; a guest’s changes are not pending', () => {
  const store = createWishlistStore(storageWith());
  store.getState().assignTo('usr_1', ['a']);
  store.getState().toggle('b', true);
  store.getState().assignTo(null, []);
  expect(store.getState()).toMatchObject({ ids: [], owner: null, unsent: [] });
  store.getState().toggle('b', false);
  expect(store.getState()).toMatchObject({ ids: ['b'], unsent: [] });
});

test.each([null, 7, { ids: 'a', owner: 7 }, { ids: [1, null, 'a'] }])(
  'drops invalid stored values: %j',
  async (stored) => {
    const store = createWishlistStore(storageWith(stored));
    await store.persist.rehydrate();
    expect(store.getState().owner).toBeNull();
    expect(store.getState().unsent).toEqual([]);
    expect(store.getState().ids.every((id) => typeof id === 'string')).toBe(true);
  },
);
