import { defaultWarranty, type Product } from '@reprise/contract/catalog/products/product';
import { cents } from '@reprise/contract/money';
import { expect, test } from 'vitest';
import type { CartLine } from './cart-store.ts';
import { reconcileCart } from './reconcile-cart.ts';

const line: CartLine = {
  product: {
    id: 'p1',
    slug: 'iphone-13',
    name: 'iPhone 13',
    brand: 'Apple',
    image: '/media/a.webp',
    price: cents(42900),
    stockCount: 5,
    condition: 'good',
    warranty: '30-day limited warranty',
  },
  quantity: 3,
};

const sold = (changes: Partial<Product> = {}) =>
  ({
    ...line.product,
    images: ['/media/a.webp'],
    warranty: defaultWarranty,
    ...changes,
  }) as unknown as Product;

const check = (product: Product | null, lines = [line]) =>
  reconcileCart(lines, [{ productId: 'p1', product }]);

test('a cart that is up to date is unchanged', () => {
  expect(check(sold())).toEqual({ lines: [line], notices: [] });
});

test('a new price updates the line and adds a note', () => {
  const { lines, notices } = check(sold({ price: cents(39900) }));
  expect(lines[0]?.product.price).toBe(39900);
  expect(notices[0]?.message).toBe('The price of iPhone 13 went down from $429.00 to $399.00.');
});

test('a quantity above the stock is lowered with a note', () => {
  const { lines, notices } = check(sold({ stockCount: 1 }));
  expect(lines[0]).toMatchObject({ quantity: 1, product: { stockCount: 1 } });
  expect(notices[0]?.message).toBe('Only 1 of iPhone 13 is left, so we changed the quantity.');
});

test.each([
  [sold({ stockCount: 0 }), 'iPhone 13 has sold out and was removed from your cart.'],
  [null, 'iPhone 13 is no longer sold and was removed from your cart.'],
])('what cannot be bought leaves the cart with a note', (product, message) => {
  const { lines, notices } = check(product);
  expect(lines).toEqual([]);
  expect(notices).toEqual([{ productId: 'p1', slug: 'iphone-13', message, isRemoved: true }]);
});

test('stock reserved by the cart’s own unpaid order is not sold out', () => {
  const { lines, notices } = check(sold({ stockCount: 0 }), [{ ...line, held: 3 }]);
  expect(lines[0]).toMatchObject({ quantity: 3, held: 3 });
  expect(notices).toEqual([]);
});

test('a line added during the check stays in the cart', () => {
  const added = { ...line, product: { ...line.product, id: 'p2' } };
  expect(check(sold(), [line, added]).lines).toEqual([line, added]);
});
