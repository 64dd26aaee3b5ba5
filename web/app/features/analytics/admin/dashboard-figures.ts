import type { DashboardStats } from '@reprise/contract/analytics';
import type { ProductList } from '@reprise/contract/catalog';
import { addCents, type Cents, cents, timesCents } from '@reprise/contract/money';
import { orderStatuses } from '@reprise/contract/order-status';
import type { Order } from '@reprise/contract/orders';
import type { Pagination } from '@reprise/contract/paging';
import { lowStockBelow } from '@reprise/contract/stock';

/** What the dashboard shows. A figure that is not known is null, never a guess. */
export type DashboardFigures = Omit<DashboardStats, 'overview'> & {
  overview: { [K in keyof DashboardStats['overview']]: DashboardStats['overview'][K] | null };
  /** False: made here from what could be loaded, because the shop's own figures could not. */
  complete: boolean;
};

type Loaded = {
  orders: { orders: Order[]; pagination: Pagination; counts: Record<(typeof orderStatuses)[number], number> };
  products: Pick<ProductList, 'products' | 'pagination'>;
  categories: number;
};

/** The same figures from the latest orders and products. Those of users cannot be made from them. */
export function figuresFromLists({ orders, products, categories }: Loaded, now: Date): DashboardFigures {
  const sales = orders.orders.filter(({ status }) => status !== 'cancelled');
  const month = now.toISOString().slice(0, 7);
  const ofMonth = sales.filter(({ createdAt }) => createdAt.startsWith(month));
  // The oldest order at hand is older than this month, or it is the first there ever was.
  const oldest = orders.orders.at(-1)?.createdAt;
  const monthIsWhole =
    orders.orders.length >= orders.pagination.total || (oldest !== undefined && oldest.slice(0, 7) < month);
  return {
    overview: {
      totalUsers: null,
      totalProducts: products.pagination.total,
      totalOrders: orders.pagination.total,
      totalCategories: categories,
      monthlyRevenue: monthIsWhole ? addCents(ofMonth.map(({ total }) => total)) : null,
      monthlyOrders: monthIsWhole ? ofMonth.length : null,
    },
    recentOrders: orders.orders.slice(0, 5),
    lowStockProducts: products.products
      .filter(({ stockCount }) => stockCount < lowStockBelow)
      .sort((a, b) => a.stockCount - b.stockCount)
      .slice(0, 5),
    topSellingProducts: topSelling(sales),
    orderStatusDistribution: orderStatuses.map((status) => ({ status, count: orders.counts[status] })),
    complete: false,
  };
}

function topSelling(sales: Order[]): DashboardStats['topSellingProducts'] {
  const sold = new Map<string, DashboardStats['topSellingProducts'][number]>();
  for (const { product, quantity } of sales.flatMap(({ items }) => items)) {
    const { id, name, brand, images, price } = product;
    const known = sold.get(id) ?? { id, name, brand, images, unitsSold: 0, revenue: cents(0) };
    sold.set(id, {
      ...known,
      unitsSold: known.unitsSold + quantity,
      revenue: addCents([known.revenue, timesCents(price, quantity)]),
    });
  }
  return [...sold.values()].sort((a, b) => b.unitsSold - a.unitsSold).slice(0, 5);
}

export type SalesDay = { date: string; revenue: Cents; orders: number };

export type SalesPoint = { date: string; revenue: number; before: number | null; orders: number };

/** The later half of the days, each beside the day one period earlier. Dollars: a chart's scale is in them. */
export function comparePeriods(days: SalesDay[]): { points: SalesPoint[]; revenue: Cents; before: Cents } {
  const half = Math.floor(days.length / 2);
  const [earlier, later] = [days.slice(0, half), days.slice(half)];
  return {
    points: later.map(({ date, revenue, orders }, at) => ({
      date,
      orders,
      revenue: revenue / 100,
      before: earlier[at] ? earlier[at].revenue / 100 : null,
    })),
    revenue: addCents(later.map(({ revenue }) => revenue)),
    before: addCents(earlier.map(({ revenue }) => revenue)),
  };
}

/** "12% more than the 30 days before" */
export function changeInWords(now: Cents, before: Cents, period: number): string {
  const than = `the ${period} days before`;
  if (before === 0) return now === 0 ? `nothing, like ${than}` : `nothing in ${than}`;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return `as much as ${than}`;
  return `${Math.abs(percent)}% ${percent > 0 ? 'more' : 'less'} than ${than}`;
}
