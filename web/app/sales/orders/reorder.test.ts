import { defaultWarranty, type Product } from '@reprise/contract/catalog/products/product';
import type { Order } from '@reprise/contract/sales/orders/order';
import { expect, test } from 'vitest';
import { reorder } from './reorder.ts';

const product = (id: string, stockCount: number) =>
  ({
    id,
    slug: id,
    name: id,
    brand: 'B',
    images: [],
    price: 100,
    stockCount,
    condition: 'good',
    warranty: defaultWarranty,
  }) as unknown as Product;
const item = (id: string, quantity: number) =>
  ({ product: { id, name: id }, quantity }) as Order['items'][number];

test('reorder adds available items, up to the stock', () => {
  const { lines, missing } = reorder(
    [],
    [item('phone', 1), item('watch', 3)],
    [
      { productId: 'phone', product: product('phone', 5) },
      { productId: 'watch', product: product('watch', 2) },
    ],
  );
  expect(lines.map((line) => [line.product.id, line.quantity])).toEqual([
    ['phone', 1],
    ['watch', 2],
  ]);
  expect(missing).toEqual([]);
});

test('reorder names unavailable items', () => {
  const { lines, missing } = reorder(
    [],
    [item('phone', 1), item('tablet', 1)],
    [
      { productId: 'phone', product: product('phone', 0) },
      { productId: 'tablet', product: null },
    ],
  );
  expect(lines).toEqual([]);
  expect(missing).toEqual(['phone', 'tablet']);
});

test('reorder adds to the quantity in the cart', () => {
  const first = reorder([], [item('phone', 1)], [{ productId: 'phone', product: product('phone', 5) }]);
  const { lines } = reorder(
    first.lines,
    [item('phone', 2)],
    [{ productId: 'phone', product: product('phone', 5) }],
  );
  expect(lines.map((line) => line.quantity)).toEqual([3]);
});
