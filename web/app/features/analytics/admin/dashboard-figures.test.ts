import { cents } from '@reprise/contract/money';
import type { Order } from '@reprise/contract/orders';
import { expect, test } from 'vitest';
import { changeInWords, comparePeriods, figuresFromLists } from './dashboard-figures.ts';

const now = new Date('2026-11-15T12:00:00Z');
const counts = { pending: 1, processing: 0, shipped: 0, delivered: 2, cancelled: 1 };

function order(createdAt: string, total: number, status: Order['status'], productId = 'p1'): Order {
  const product = {
    id: productId,
    slug: productId,
    name: productId,
    brand: 'B',
    images: [],
    price: cents(100),
  };
  const items = [{ product, quantity: 2, lineTotal: cents(200) }];
  return { createdAt, total: cents(total), status, items } as unknown as Order;
}

const orders = [
  order('2026-11-14T00:00:00Z', 500, 'pending'),
  order('2026-11-13T00:00:00Z', 900, 'cancelled', 'p2'),
  order('2026-11-02T00:00:00Z', 300, 'delivered'),
  order('2026-10-31T23:59:59Z', 700, 'delivered', 'p2'),
];

function figures(total: number, list = orders) {
  return figuresFromLists(
    {
      orders: { orders: list, pagination: { page: 1, limit: 100, total, pages: 1 }, counts },
      products: { products: [], pagination: { page: 1, limit: 100, total: 60, pages: 1 } },
      categories: 6,
    },
    now,
  );
}

test('the month counts what was ordered in it and not cancelled', () => {
  expect(figures(4).overview).toMatchObject({
    monthlyRevenue: 800,
    monthlyOrders: 2,
    totalOrders: 4,
    totalProducts: 60,
    totalUsers: null,
  });
});

test('a month that does not fit into what was loaded is not known', () => {
  const onlyThisMonth = orders.slice(0, 3);
  expect(figures(500, onlyThisMonth).overview).toMatchObject({ monthlyRevenue: null, monthlyOrders: null });
  expect(figures(500).overview.monthlyOrders).toBe(2);
});

test('best sellers leave cancelled orders out', () => {
  expect(figures(4).topSellingProducts.map(({ id, unitsSold, revenue }) => [id, unitsSold, revenue])).toEqual(
    [
      ['p1', 4, 400],
      ['p2', 2, 200],
    ],
  );
});

test('each day stands beside the day one period earlier', () => {
  const day = (date: string, revenue: number) => ({ date, revenue: cents(revenue), orders: 1 });
  const compared = comparePeriods([day('1', 100), day('2', 200), day('3', 300), day('4', 450)]);
  expect(compared.points.map(({ date, revenue, before }) => [date, revenue, before])).toEqual([
    ['3', 3, 1],
    ['4', 4.5, 2],
  ]);
  expect([compared.revenue, compared.before]).toEqual([750, 300]);
});

test('a change is said in words', () => {
  expect(changeInWords(cents(150), cents(100), 30)).toBe('50% more than the 30 days before');
  expect(changeInWords(cents(50), cents(100), 30)).toBe('50% less than the 30 days before');
  expect(changeInWords(cents(100), cents(100), 30)).toBe('as much as the 30 days before');
  expect(changeInWords(cents(100), cents(0), 30)).toBe('nothing in the 30 days before');
});
