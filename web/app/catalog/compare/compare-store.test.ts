import { expect, test } from 'vitest';
import { compareHref, compareStorageName, createCompareStore } from './compare-store.ts';

function storageWith(chosen?: unknown) {
  const kept = new Map<string, string>();
  if (chosen !== undefined) kept.set(compareStorageName, JSON.stringify({ state: { chosen }, version: 0 }));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
const device = (id: string) => ({ id, name: `Device ${id}` });

test('up to four products are selected and deselected', () => {
  const store = createCompareStore(storageWith());
  for (const id of ['a', 'b', 'c', 'd', 'e']) store.getState().toggle(device(id));
  store.getState().toggle(device('b'));
  expect(store.getState().chosen.map(({ id }) => id)).toEqual(['a', 'c', 'd']);
  store.getState().clear();
  expect(store.getState().chosen).toEqual([]);
});

test.each(['x', [null, {}, { id: 1, name: 'A' }, device('a')]])(
  'drops invalid stored values: %j',
  async (chosen) => {
    const store = createCompareStore(storageWith(chosen));
    await store.persist.rehydrate();
    expect(store.getState().chosen.every(({ id }) => id === 'a')).toBe(true);
  },
);

test('the URL contains the compared products', () => {
  expect(compareHref(['prd_1', 'prd_2'])).toBe('/compare?ids=prd_1,prd_2');
});
