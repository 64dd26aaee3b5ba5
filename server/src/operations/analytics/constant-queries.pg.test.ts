import { beforeAll, expect, test } from 'vitest';
import { countStatements } from '../../../test/call-endpoints.ts';
import { openOrderShop, orderOf, someAddress } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { listAdminProducts } from '../../catalog/products/listing/admin-product.queries.ts';
import { listUsers } from '../../people/identity/user.queries.ts';
import { listAllOrders } from '../../sales/orders/admin-order-list.queries.ts';
import { readOrder } from '../../sales/orders/orders.queries.ts';
import { readDashboard } from './dashboard.queries.ts';
import { readSales } from './sales.queries.ts';

const database = await openTestDatabase();
const { db } = database;
const { place, addProduct, addUser, deps } = await openOrderShop(database);
let orderId = '';

beforeAll(async () => {
  const product = await addProduct(1000);
  for (let index = 0; index < 60; index++) {
    await addUser();
    const shippingAddress = { ...someAddress, email: `buyer${index}@example.com` };
    const { order } = await place(orderOf({ [product]: 1, [await addProduct(5)]: 1 }, { shippingAddress }));
    orderId = order.id;
  }
});

const screens: Record<string, [read: (limit: number) => Promise<unknown>, maxStatements: number]> = {
  orders: [(limit) => listAllOrders(db, { limit }), 6],
  // The products that the text may name are searched for as well.
  'order search': [(limit) => listAllOrders(db, { limit, search: 'grace' }), 10],
  'one order': [() => readOrder(db, orderId), 6],
  products: [(limit) => listAdminProducts(db, { limit }), 6],
  users: [(limit) => listUsers(db, { limit }), 6],
  dashboard: [() => readDashboard(db, deps.now()), 10],
  sales: [() => readSales(db, deps.now(), 30), 10],
};

test.each(Object.entries(screens))(
  'reads %s in the same number of statements for any page size',
  async (_name, [read, maxStatements]) => {
    const [one, many] = [
      await countStatements(database, () => read(1)),
      await countStatements(database, () => read(50)),
    ];
    expect(many).toBe(one);
    expect(many).toBeLessThanOrEqual(maxStatements);
  },
);
