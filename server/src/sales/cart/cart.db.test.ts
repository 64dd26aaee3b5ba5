import { cents } from '@reprise/contract/money';
import { cartEndpoints } from '@reprise/contract/sales/cart';
import { describe, expect, test } from 'vitest';
import { callsTo, countStatements } from '../../../test/call-endpoints.ts';
import { openOrderShop } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { cartHandlers } from './cart.routes.ts';

const database = await openTestDatabase();
const { addProduct } = await openOrderShop(database);
const call = callsTo(cartEndpoints, cartHandlers({ ...database, now: () => new Date() }));
const check = (items: unknown[], more: object = {}) => call('checkCart', { body: { items, ...more } });

describe('cart check', () => {
  test('the cart check returns current prices and availability', async () => {
    const phone = await addProduct(3, cents(2500));
    const { lines, figures } = await check([{ product: phone, quantity: 2 }]);
    expect(lines).toMatchObject([
      { productId: phone, quantity: 2, available: 2, lineTotal: 50, product: { price: 25, stockCount: 3 } },
    ]);
    expect(figures).toEqual({ subtotal: 50, discount: 0, shipping: 9.99, tax: 4, total: 63.99 });
  });

  test('the cart check totals available units only', async () => {
    const scarce = await addProduct(1, cents(6000));
    const soldOut = await addProduct(0);
    const { lines, figures } = await check([
      { product: scarce, quantity: 5 },
      { productId: soldOut, quantity: 1 },
      { product: { id: 'prd_gone' }, quantity: 2 },
    ]);
    expect(
      lines.map(({ available, lineTotal, product }) => [available, lineTotal, product !== null]),
    ).toEqual([
      [1, 60, true],
      [0, 0, true],
      [0, 0, false],
    ]);
    expect(figures).toEqual({ subtotal: 60, discount: 0, shipping: 0, tax: 4.8, total: 64.8 });
  });

  test('the cart check merges lines of the same product', async () => {
    const phone = await addProduct(3, cents(1000));
    const { lines } = await check([
      { product: phone, quantity: 2 },
      { product: phone, quantity: 2 },
    ]);
    expect(lines).toMatchObject([{ quantity: 4, available: 3, lineTotal: 30 }]);
  });

  test('the cart check applies the shipping method', async () => {
    const phone = await addProduct(1, cents(10_000));
    const { figures } = await check([{ product: phone, quantity: 1 }], { shippingMethod: 'express' });
    expect(figures.shipping).toBe(19.99);
  });

  test('an empty cart totals zero', async () => {
    expect(await check([])).toEqual({
      lines: [],
      figures: { subtotal: 0, discount: 0, shipping: 0, tax: 0, total: 0 },
    });
  });

  test.each([0, -1, 1.5, '2', 1001])('rejects a quantity of %j', async (quantity) => {
    await expect(check([{ product: 'prd_x', quantity }])).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('the cart check takes the same statements for one or many products', async () => {
    const ids = [await addProduct(1), await addProduct(1), await addProduct(1)];
    const statements = (count: number) =>
      countStatements(database, () =>
        check(ids.slice(0, count).map((product) => ({ product, quantity: 1 }))),
      );
    expect([await statements(1), await statements(3)]).toEqual([2, 2]);
  });
});
