import { defaultWarranty, type Product } from '@reprise/contract/catalog/products/product';
import { cents } from '@reprise/contract/money';
import { expect, test } from 'vitest';
import type { CartLine } from './cart-store.ts';
import { mergeCarts, toCartLines } from './merge-carts.ts';

const line = (id: string, quantity: number): CartLine => ({
  product: {
    id,
    slug: id,
    name: id,
    brand: 'Apple',
    image: null,
    price: cents(100),
    stockCount: 5,
    condition: 'good',
    warranty: '30-day limited warranty',
  },
  quantity,
});

test('signing in merges both carts without loss or duplication', () => {
  const merged = mergeCarts([line('a', 3), line('b', 1)], [line('c', 1), line('a', 2)]);
  expect(merged.map(({ product, quantity }) => [product.id, quantity])).toEqual([
    ['c', 1],
    ['a', 3],
    ['b', 1],
  ]);
});

test('an empty cart becomes a copy of the other', () => {
  expect(mergeCarts([], [line('a', 1)])).toEqual([line('a', 1)]);
  expect(mergeCarts([line('a', 1)], [])).toEqual([line('a', 1)]);
});

test('account lines omit withdrawn products and keep reserved quantities', () => {
  const product = { ...line('a', 1).product, images: [], warranty: defaultWarranty } as unknown as Product;
  const account = [
    { productId: 'a', quantity: 2, product },
    { productId: 'gone', quantity: 1, product: null },
  ];
  expect(toCartLines(account, [{ ...line('a', 1), held: 1 }])).toEqual([{ ...line('a', 2), held: 1 }]);
});
