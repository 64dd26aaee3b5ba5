import type { FileResponse } from '@reprise/contract/endpoint';
import { cents } from '@reprise/contract/money';
import { analyticsEndpoints } from '@reprise/contract/operations/analytics';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { callsTo, countStatements } from '../../../test/call-endpoints.ts';
import { openOrderShop, orderOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { categories, products } from '../../catalog/products/products.tables.ts';
import { addReview } from '../../catalog/reviews/add-review.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { analyticsHandlers } from './analytics.routes.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const call = callsTo(analyticsEndpoints, analyticsHandlers(shop.deps));
const admin = { as: 'admin' } as const;

const placeAt = async (placedAt: string, items: Record<string, number>) => {
  shop.clock.now = new Date(placedAt);
  const { order } = await shop.place(orderOf(items));
  return order;
};

async function pay({ id, total }: { id: string; total: number }, caller: Caller) {
  const body = { orderId: id, amount: total };
  const as = { caller };
  const intent = await shop.call('createPaymentIntent', { body }, as);
  await shop.call('confirmTestCard', { body: { clientSecret: intent.clientSecret, card: 'pm_card_visa' } });
  const confirm = { orderId: id, paymentIntentId: intent.paymentIntentId };
  await shop.call('confirmPayment', { body: confirm }, as);
}

let phone = '';
let laptop = '';

beforeAll(async () => {
  phone = await shop.addProduct(20, cents(10_000), 'Phone');
  laptop = await shop.addProduct(5, cents(50_000), 'Laptop');
  await shop.addProduct(0, cents(100), 'Nothing left');
  await db.insert(categories).values({ id: 'cat_p', name: 'Phones', slug: 'p', description: '', image: '' });
  await db
    .update(products)
    .set({ categoryId: 'cat_p', originalPriceCents: cents(20_000) })
    .where(eq(products.id, phone));

  // With tax a phone costs 108.00 and a laptop 540.00.
  await placeAt('2026-09-30T23:59:59.999Z', { [phone]: 1 });
  await placeAt('2026-10-01T00:00:00.000Z', { [phone]: 2 });
  const paid = await placeAt('2026-10-10T12:00:00Z', { [phone]: 1, [laptop]: 1 });
  const cancelled = await placeAt('2026-10-10T13:00:00Z', { [laptop]: 3 });
  const boss = await shop.addUser('admin');
  await shop.call(
    'changeOrderStatus',
    { params: { id: cancelled.id }, body: { status: 'cancelled' } },
    { caller: boss },
  );
  await shop.addUser();
  await pay(paid, boss);
  await shop.call('refundOrder', { params: { id: paid.id }, body: { amount: 100 } }, { caller: boss });
  shop.clock.now = new Date('2026-10-12T08:00:00Z');
});

describe('the dashboard', () => {
  test('counts the shop, and the paid orders of the month in UTC less refunds', async () => {
    const { overview } = await call('getDashboardStats', admin);
    expect(overview).toEqual({
      totalUsers: 2,
      totalProducts: 3,
      totalOrders: 4,
      totalCategories: 1,
      monthlyRevenue: 548,
      monthlyOrders: 1,
    });
  });

  test('shows the newest orders with their items', async () => {
    const { recentOrders } = await call('getDashboardStats', admin);
    expect(recentOrders.map(({ total, status }) => [total, status])).toEqual([
      [1620, 'cancelled'],
      [648, 'processing'],
      [216, 'pending'],
      [108, 'pending'],
    ]);
    expect(recentOrders[1]?.items).toHaveLength(2);
  });

  test('lists low stock, scarcest first', async () => {
    const { lowStockProducts } = await call('getDashboardStats', admin);
    expect(lowStockProducts.map(({ name, stockCount }) => [name, stockCount])).toEqual([
      ['Nothing left', 0],
      ['Laptop', 4],
    ]);
  });

  test('lists best sellers by units, then by revenue, without unpaid and cancelled orders', async () => {
    const { topSellingProducts } = await call('getDashboardStats', admin);
    expect(topSellingProducts).toEqual([
      {
        id: laptop,
        name: 'Laptop',
        brand: 'Google',
        condition: 'good',
        images: ['/media/phone.svg'],
        unitsSold: 1,
        revenue: 422.84,
      },
      {
        id: phone,
        name: 'Phone',
        brand: 'Google',
        condition: 'good',
        images: ['/media/phone.svg'],
        unitsSold: 1,
        revenue: 84.57,
      },
    ]);
  });

  test('lists best sellers of the requested period', async () => {
    const { topSellingProducts } = await call('getDashboardStats', { ...admin, query: { period: '3' } });
    expect(topSellingProducts.map(({ name, unitsSold }) => [name, unitsSold]).sort()).toEqual([
      ['Laptop', 1],
      ['Phone', 1],
    ]);
  });

  test('counts every status, also those without an order', async () => {
    const { orderStatusDistribution } = await call('getDashboardStats', admin);
    expect(orderStatusDistribution).toEqual([
      { status: 'pending', count: 2 },
      { status: 'processing', count: 1 },
      { status: 'shipped', count: 0 },
      { status: 'delivered', count: 0 },
      { status: 'cancelled', count: 1 },
    ]);
  });

  test('takes at most eleven statements', async () => {
    const statements = await countStatements(database, () => call('getDashboardStats', admin));
    expect(statements).toBeLessThanOrEqual(11);
  });
});

describe('sales', () => {
  test('cover thirty days by default, with zeros for days without an order', async () => {
    const { dailySales, period } = await call('getSalesAnalytics', admin);
    expect(period).toBe(30);
    expect(dailySales).toHaveLength(30);
    expect(dailySales[0]?.date).toBe('2026-09-13');
    expect(dailySales.at(-1)).toEqual({ date: '2026-10-12', revenue: 0, orders: 0 });
    expect(dailySales.filter(({ orders }) => orders > 0)).toEqual([
      { date: '2026-10-10', revenue: 548, orders: 1 },
    ]);
  });

  test('of a shorter period cover its days only', async () => {
    const { dailySales, categoryPerformance } = await call('getSalesAnalytics', {
      ...admin,
      query: { period: '3' },
    });
    expect(dailySales.map(({ revenue }) => revenue)).toEqual([548, 0, 0]);
    expect(categoryPerformance).toEqual([
      { category: 'Without category', revenue: 422.84, unitsSold: 1 },
      { category: 'Phones', revenue: 84.57, unitsSold: 1 },
    ]);
  });

  test('come with the preceding period, by day and in total, and with refunds', async () => {
    const sales = await call('getSalesAnalytics', { ...admin, query: { period: '11' } });
    expect(sales.dailySales[0]?.date).toBe('2026-10-02');
    expect(sales.dailySalesBefore.map(({ date }) => date).slice(-2)).toEqual(['2026-09-30', '2026-10-01']);
    expect(sales.totals).toEqual({ revenue: 548, orders: 1, averageOrder: 548, refunds: 1, refunded: 100 });
    expect(sales.totalsBefore).toEqual({
      revenue: 0,
      orders: 0,
      averageOrder: 0,
      refunds: 0,
      refunded: 0,
    });
    expect(sales.conditionPerformance).toEqual([{ condition: 'good', revenue: 507.41, unitsSold: 2 }]);
  });

  test.each(['0', '-1', 'abc', '366', '1000000000', '1.5'])('a period of %s is rejected', async (period) => {
    const sales = call('getSalesAnalytics', { ...admin, query: { period } });
    await expect(sales).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

test.each([
  ['daily-sales', 31, '2026-10-10,548,1,2026-09-10,0,0'],
  ['categories', 3, 'Without category,1,422.84'],
  ['conditions', 2, 'Good,2,507.41'],
  ['top-selling', 3, 'Phone,Google,Good,1,84.57'],
  ['recent-orders', 5, ',Grace Hopper,cancelled,unpaid,1620'],
  ['low-stock', 3, 'Nothing left,Google,Good,'],
  ['orders-by-status', 6, 'cancelled,1'],
])('the export of %s has the rows of the screen', async (table, lines, line) => {
  const { pieces } = (await call('exportDashboard', { ...admin, query: { table } })) as FileResponse;
  let text = '';
  for await (const piece of pieces) text += piece;
  expect(text.trim().split('\r\n')).toHaveLength(lines);
  expect(text).toContain(line);
});

test('the summary has orders, revenue, products and users', async () => {
  expect(await call('getDashboardSummary', admin)).toEqual({
    totalOrders: 4,
    totalRevenue: 548,
    totalProducts: 3,
    totalUsers: 2,
  });
});

test('the facts of the home page equal the data of the shop', async () => {
  const review = { productId: phone, userId: null, author: 'A', title: '', text: '' };
  await addReview(shop.deps, { ...review, rating: 5 });
  await addReview(shop.deps, { ...review, rating: 4 });
  expect(await call('getShopFacts')).toEqual({
    devicesSold: 2,
    productsListed: 3,
    modelsListed: 3,
    averageSavingPercent: 50,
    averageRating: 4.5,
    reviewCount: 2,
  });
});

test.each(['getDashboardStats', 'getSalesAnalytics', 'getDashboardSummary'] as const)(
  '%s is for administrators',
  async (name) => {
    await expect(call(name)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(call(name, { as: 'customer' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  },
);
