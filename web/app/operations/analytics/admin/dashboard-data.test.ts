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

/** Sales of days until Saturday, 28 November 2026. */
function sales(period: number) {
  const dates = Array.from({ length: period }, (_, index) =>
    new Date(Date.UTC(2026, 10, 29 + index - period)).toISOString().slice(0, 10),
  );
  return {
    period,
    dailySales: days(dates, (index) => (index + 1) * 100),
    dailySalesBefore: days(dates, () => 50),
  } as SalesAnalytics;
}

test('each day is paired with the same day of the previous period, per metric', () => {
  expect(pointsOf(sales(2), 'revenue', 'sunday')).toEqual([
    { date: '2026-11-27', value: 100, before: 50 },
    { date: '2026-11-28', value: 200, before: 50 },
  ]);
  expect(pointsOf(sales(2), 'orders', 'sunday')[0]).toMatchObject({ value: 2, before: 2 });
  expect(pointsOf(sales(2), 'average', 'sunday')[1]).toMatchObject({ value: 100, before: 25 });
});

test.each([
  ['sunday', '2025-11-29', '2025-11-30', '2026-11-22', 53],
  ['monday', '2025-11-29', '2025-12-01', '2026-11-23', 53],
  ['saturday', '2025-11-29', '2025-12-06', '2026-11-28', 53],
] as const)('a year is grouped into weeks that begin on %s', (weekStartsOn, first, second, last, count) => {
  const points = pointsOf(sales(365), 'revenue', weekStartsOn);
  expect([points.length, points[0]?.date, points[1]?.date, points.at(-1)?.date]).toEqual([
    count,
    first,
    second,
    last,
  ]);
  const sum = (key: 'value' | 'before') => points.reduce((total, point) => total + point[key], 0);
  expect(sum('value')).toBe((100 * 365 * 366) / 2);
  expect(sum('before')).toBe(365 * 50);
});

test('a change is described in words', () => {
  expect(describeChange(150, 100, 30)).toBe('50% more than the previous 30 days');
  expect(describeChange(50, 100, 30)).toBe('50% less than the previous 30 days');
  expect(describeChange(100, 100, 30)).toBe('same as in the previous 30 days');
  expect(describeChange(100, 0, 30)).toBe('none in the previous 30 days');
  expect(describeChange(0, 0, 7)).toBe('none, like the previous 7 days');
});
