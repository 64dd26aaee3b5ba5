import { cents } from '@reprise/contract/money';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type CartProduct,
  cartStorageName,
  countItems,
  createCartStore,
  mergeLines,
  removeFromCart,
  useCart,
} from './cart-store.ts';

const phone: CartProduct = {
  id: 'p1',
  slug: 'iphone-13-128gb-good',
  name: 'iPhone 13',
  brand: 'Apple',
  image: null,
  price: cents(42900),
  stockCount: 3,
  condition: 'good',
};

function memoryStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

const notices: unknown[] = [];
beforeEach(() => {
  const page = new EventTarget();
  page.addEventListener('cart-updated', (event) => notices.push((event as CustomEvent).detail));
  vi.stubGlobal('window', page);
});
afterEach(() => {
  notices.length = 0;
  vi.unstubAllGlobals();
});

test('adding a product twice raises its quantity, up to the stock', () => {
  const cart = createCartStore(memoryStorage());
  cart.getState().add(phone, 2);
  cart.getState().add(phone);
  cart.getState().add(phone);
  expect(cart.getState().lines).toEqual([{ product: phone, quantity: 3 }]);
  expect(countItems(cart.getState().lines)).toBe(3);
  expect(notices[0]).toMatchObject({ type: 'success', message: 'iPhone 13 added to cart!' });
});

test('adding more than the stock shows an error', () => {
  const cart = createCartStore(memoryStorage());
  cart.getState().add(phone, 3);
  cart.getState().add(phone);
  expect(notices).toMatchObject([
    { type: 'success', message: 'iPhone 13 added to cart!' },
    { type: 'info', message: 'Your cart already has all units in stock.' },
  ]);
  const single = { ...phone, id: 'p2', stockCount: 1 };
  cart.getState().add(single);
  cart.getState().add(single);
  expect(countItems(cart.getState().lines)).toBe(4);
  expect(notices[3]).toEqual({ type: 'info', message: 'Your cart already has all units in stock.' });
});

test('a device chosen for a full cart takes the place of any, and the notice says so', () => {
  const cart = createCartStore(memoryStorage());
  cart.getState().add(phone, 3);
  cart.getState().add(phone, 1, 'U-7KQ4M2X5');
  expect(cart.getState().lines).toEqual([{ product: phone, quantity: 3, units: ['U-7KQ4M2X5'] }]);
  expect(notices[1]).toMatchObject({
    type: 'success',
    message: 'All in stock are in your cart. One of them is this device now.',
  });
});

test('a quantity of zero or less removes the product', () => {
  const cart = createCartStore(memoryStorage());
  cart.getState().add(phone, 2);
  cart.getState().setQuantity('p1', 1);
  expect(cart.getState().lines[0]?.quantity).toBe(1);
  cart.getState().setQuantity('p1', -1);
  expect(cart.getState().lines).toEqual([]);
});

test('a quantity above the stock is limited to the stock', () => {
  const cart = createCartStore(memoryStorage());
  cart.getState().add(phone);
  cart.getState().setQuantity('p1', 99);
  expect(cart.getState().lines[0]?.quantity).toBe(3);
});

test('clearing the cart shows a toast, emptying it after an order does not', () => {
  const cart = createCartStore(memoryStorage());
  cart.getState().add(phone);
  notices.length = 0;
  cart.getState().empty();
  expect(notices).toEqual([]);
  cart.getState().clear();
  expect(notices).toEqual([{ type: 'success', message: 'Cart cleared successfully!' }]);
});

test('the cart is restored after a reload', async () => {
  const storage = memoryStorage();
  const before = createCartStore(storage);
  before.getState().add(phone, 2);

  const after = createCartStore(storage);
  expect(after.getState().lines).toEqual([]);
  await after.persist.rehydrate();
  expect(after.getState().lines).toEqual([{ product: phone, quantity: 2 }]);
});

test('a second tab loads the cart that the first has stored', async () => {
  const storage = memoryStorage();
  const [first, second] = [createCartStore(storage), createCartStore(storage)];
  first.getState().add(phone);
  await second.persist.rehydrate();
  first.getState().setQuantity('p1', 3);
  await second.persist.rehydrate();
  expect(second.getState().lines[0]?.quantity).toBe(3);
});

test.each([
  '{"state":{"lines":"many"}}',
  '{"state":{"lines":[null,{"product":{"id":"p1"}},{"quantity":1}]}}',
  '{"state":null}',
])('broken storage %s gives an empty cart', async (stored) => {
  const storage = memoryStorage();
  storage.setItem(cartStorageName, stored);
  const cart = createCartStore(storage);
  await cart.persist.rehydrate();
  expect(cart.getState().lines).toEqual([]);
});

test('restored lines do not replace lines of the cart', () => {
  const watch = { product: { ...phone, id: 'p2' }, quantity: 1 };
  const present = { product: phone, quantity: 1 };
  expect(mergeLines([present], [{ product: phone, quantity: 3 }, watch])).toEqual([present, watch]);
});

test('an order removes its items from the cart and leaves those added since', () => {
  const watch = { product: { ...phone, id: 'p2' }, quantity: 1 };
  useCart.getState().restore([{ product: phone, quantity: 3 }, watch]);
  removeFromCart([{ product: phone, quantity: 2 }, watch]);
  expect(useCart.getState().lines).toEqual([{ product: phone, quantity: 1 }]);
});
