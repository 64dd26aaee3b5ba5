import { cents } from '@reprise/contract/money';
import type { SalesAnalytics } from '@reprise/contract/operations/analytics';
import type { Order } from '@reprise/contract/sales/orders/order';
import { expect, test } from 'vitest';
import { deriveStats, describeChange, pointsOf } from './dashboard-data.ts';

const now = new Date('2026-11-15T12:00:00Z');
const counts = { pending: 1, processing: 0, shipped: 0, delivered: 2, cancelled: 1 };

function order(
  createdAt: string,
  total: number,
  status: Order['status'],
  productId = 'p1',
  paymentStatus: Order['paymentStatus'] = 'paid',
): Order {
  const product = {
    id: productId,
    slug: productId,
    name: productId,
    brand: 'B',
    images: [],
    price: cents(100),
  };
  const items = [{ product, quantity: 2, lineTotal: cents(200) }];
  return { createdAt, total: cents(total), status, paymentStatus, items } as unknown as Order;
}

const orders = [
  order('2026-11-14T00:00:00Z', 500, 'pending'),
  order('2026-11-13T00:00:00Z', 900, 'cancelled', 'p2'),
  order('2026-11-02T00:00:00Z', 300, 'delivered'),
  order('2026-10-31T23:59:59Z', 700, 'delivered', 'p2'),
];

function stats(total: number, list = orders) {
  return deriveStats(
    {
      orders: { orders: list, pagination: { page: 1, limit: 100, total, pages: 1 }, counts },
      products: { products: [], pagination: { page: 1, limit: 100, total: 60, pages: 1 } },
      categories: 6,
    },
    now,
  );
}

test('the month counts its paid orders without cancelled ones', () => {
  expect(stats(4).overview).toMatchObject({
    monthlyRevenue: 800,
    monthlyOrders: 2,
    totalOrders: 4,
    totalProducts: 60,
    totalUsers: null,
  });
});

test('monthly stats are null when older orders are not loaded', () => {
  const onlyThisMonth = orders.slice(0, 3);
  expect(stats(500, onlyThisMonth).overview).toMatchObject({ monthlyRevenue: null, monthlyOrders: null });
  expect(stats(500).overview.monthlyOrders).toBe(2);
});

test('the revenue is unknown when a loaded order is partly refunded', () => {
  const refunded = order('2026-11-14T00:00:00Z', 500, 'pending', 'p1', 'partly-refunded');
  const unpaid = order('2026-11-14T00:00:00Z', 500, 'pending', 'p1', 'unpaid');
  expect(stats(2, [refunded, unpaid]).overview).toMatchObject({ monthlyRevenue: null, monthlyOrders: 1 });
});

test('best sellers exclude cancelled orders', () => {
  expect(stats(4).topSellingProducts.map(({ id, unitsSold, revenue }) => [id, unitsSold, revenue])).toEqual([
    ['p1', 4, 400],
    ['p2', 2, 200],
  ]);
});

const days = (dates: string[], revenue: (index: number) => number) =>
  dates.map((date, index) => ({ date, revenue: cents(revenue(index)), orders: 2 }));

function sales(period: number) {
  const dates = Array.from({ length: period }, (_, index) => `day ${index}`);
  return {
    period,
    dailySales: days(dates, (index) => (index + 1) * 100),
    dailySalesBefore: days(dates, () => 50),
  } as SalesAnalytics;
}

test('each day is paired with the same day of the previous period, per metric', () => {
  expect(pointsOf(sales(2), 'revenue')).toEqual([
    { date: 'day 0', value: 1, before: 0.5 },
    { date: 'day 1', value: 2, before: 0.5 },
  ]);
  expect(pointsOf(sales(2), 'orders')[0]).toEqual({ date: 'day 0', value: 2, before: 2 });
  expect(pointsOf(sales(2), 'average')[1]).toEqual({ date: 'day 1', value: 1, before: 0.25 });
});

test('a year is grouped into complete weeks that end today', () => {
  const points = pointsOf(sales(365), 'revenue');
  expect([points.length, points[0]?.date, points[1]?.date]).toEqual([53, 'day 0', 'day 1']);
  const total = points.reduce((sum, { value }) => sum + value, 0);
  expect(total).toBe((365 * 366) / 2);
});

test('a change is described in words', () => {
  expect(describeChange(150, 100, 30)).toBe('50% more than the previous 30 days');
  expect(describeChange(50, 100, 30)).toBe('50% less than the previous 30 days');
  expect(describeChange(100, 100, 30)).toBe('same as in the previous 30 days');
  expect(describeChange(100, 0, 30)).toBe('none in the previous 30 days');
  expect(describeChange(0, 0, 7)).toBe('none, like the previous 7 days');
});
