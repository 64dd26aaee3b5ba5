import { expect, test } from 'vitest';
import { forgetProducts, recentProducts, rememberProduct } from './recent-products.ts';

function storageWith(stored: string | null = null) {
  let kept = stored;
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value;
    },
    removeItem: () => {
      kept = null;
    },
  };
}

const viewed = (id: string, family: string | null = null) => ({ id, family });

test('lists products once, most recent first, and drops the oldest', () => {
  const storage = storageWith();
  for (let n = 1; n <= 14; n++) rememberProduct(viewed(`p${n}`), storage);
  rememberProduct(viewed('p10'), storage);
  const ids = recentProducts(storage);
  expect(ids.slice(0, 3)).toEqual(['p10', 'p14', 'p13']);
  expect(ids).toHaveLength(13);
  forgetProducts(storage);
  expect(recentProducts(storage)).toEqual([]);
});

test('lists one product of each family, the one that was viewed last', () => {
  const storage = storageWith('["blue","other"]');
  rememberProduct(viewed('blue', 'phone'), storage);
  rememberProduct(viewed('red', 'phone'), storage);
  rememberProduct(viewed('cable', 'cable'), storage);
  expect(recentProducts(storage)).toEqual(['cable', 'red', 'other']);
});

test.each(['', 'x', '{}', '[1,null,"a",[1,2],["a"]]'])('drops an invalid stored value: %s', (stored) => {
  expect(recentProducts(storageWith(stored)).every((id) => typeof id === 'string')).toBe(true);
});
