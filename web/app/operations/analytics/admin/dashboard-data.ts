import type { ProductList } from '@reprise/contract/catalog/products/product';
import { lowStockBelow } from '@reprise/contract/catalog/products/stock';
import type { WeekStart } from '@reprise/contract/formats';
import { addCents, cents, timesCents } from '@reprise/contract/money';
import type { DashboardStats, SalesAnalytics } from '@reprise/contract/operations/analytics';
import type { Pagination } from '@reprise/contract/paging';
import type { Order } from '@reprise/contract/sales/orders/order';
import { orderStatuses } from '@reprise/contract/sales/orders/order-status';
import type { Metric } from './period.ts';

/** Statistics of the dashboard. Unknown ones are null. */
export type DashboardData = Omit<DashboardStats, 'overview' | 'attention'> & {
  attention: DashboardStats['attention'] | null;
  overview: { [K in keyof DashboardStats['overview']]: DashboardStats['overview'][K] | null };
  /** False if derived from the loaded lists because the API's statistics failed. */
  complete: boolean;
};

type Loaded = {
  orders: { orders: Order[]; pagination: Pagination; counts: Record<(typeof orderStatuses)[number], number> };
  products: Pick<ProductList, 'products' | 'pagination'>;
  categories: number;
};

/** Derives the statistics from recent orders and products; those about users are null. */
export function deriveStats({ orders, products, categories }: Loaded, now: Date): DashboardData {
  const sales = orders.orders.filter(isSale);
  const month = now.toISOString().slice(0, 7);
  const salesOfMonth = sales.filter(({ createdAt }) => createdAt.startsWith(month));
  // The list does not say how much was refunded.
  const hasRefunds = salesOfMonth.some(({ paymentStatus }) => paymentStatus === 'partly-refunded');
  // The month is complete if the oldest loaded order is older, or is the first of the shop.
  const oldest = orders.orders.at(-1)?.createdAt;
  const monthIsWhole =
    orders.orders.length >= orders.pagination.total || (oldest !== undefined && oldest.slice(0, 7) < month);
  return {
    overview: {
      totalUsers: null,
      totalProducts: products.pagination.total,
      totalOrders: orders.pagination.total,
      totalCategories: categories,
      monthlyRevenue: monthIsWhole && !hasRefunds ? addCents(salesOfMonth.map(({ total }) => total)) : null,
      monthlyOrders: monthIsWhole ? salesOfMonth.length : null,
    },
    attention: null,
    disputes: [],
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

/** Paid, not cancelled and not refunded in full, as `figureDefinitions` says. */
const isSale = ({ status, paymentStatus }: Order): boolean =>
  status !== 'cancelled' && (paymentStatus === 'paid' || paymentStatus === 'partly-refunded');

function topSelling(sales: Order[]): DashboardStats['topSellingProducts'] {
  const sold = new Map<string, DashboardStats['topSellingProducts'][number]>();
  for (const { product, quantity } of sales.flatMap(({ items }) => items)) {
    const { id, name, brand, condition, images, price } = product;
    const known = sold.get(id) ?? { id, name, brand, condition, images, unitsSold: 0, revenue: cents(0) };
    sold.set(id, {
      ...known,
      unitsSold: known.unitsSold + quantity,
      revenue: addCents([known.revenue, timesCents(price, quantity)]),
    });
  }
  return [...sold.values()].sort((a, b) => b.unitsSold - a.unitsSold).slice(0, 5);
}

/** Point of the chart with the value of the previous period, in minor units or as a count. */
export type SalesPoint = { date: string; value: number; before: number };

type Days = SalesAnalytics['dailySales'];

const weekFrom = 180;

/** Returns the points of the chart: one per day, or per week of the store for long periods. */
export function pointsOf(
  { dailySales, dailySalesBefore, period }: SalesAnalytics,
  metric: Metric,
  weekStartsOn: WeekStart,
): SalesPoint[] {
  const starts = period >= weekFrom ? weekIndexes(dailySales, weekStartsOn) : dailySales.map((_, day) => day);
  return starts.map((start, index) => {
    const span = (days: Days) => days.slice(start, starts[index + 1]);
    return {
      date: dailySales[start]?.date ?? '',
      value: metricTotal(span(dailySales), metric),
      before: metricTotal(span(dailySalesBefore), metric),
    };
  });
}

const weekdays = { sunday: 0, monday: 1, saturday: 6 };

/** Returns the indexes at which weeks begin; the first and the last week may be shorter. */
function weekIndexes(days: Days, weekStartsOn: WeekStart): number[] {
  const isStart = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() === weekdays[weekStartsOn];
  return days.flatMap(({ date }, index) => (index === 0 || isStart(date) ? [index] : []));
}

function metricTotal(days: Days, metric: Metric): number {
  const orders = days.reduce((sum, day) => sum + day.orders, 0);
  if (metric === 'orders') return orders;
  const revenue = addCents(days.map((day) => day.revenue));
  if (metric === 'revenue') return revenue;
  return orders === 0 ? 0 : Math.round(revenue / orders);
}

/** Returns for example "12% more than the previous 30 days". */
export function describeChange(now: number, before: number, period: number): string {
  const previousPeriod = `the previous ${period} days`;
  if (before === 0) return now === 0 ? `none, like ${previousPeriod}` : `none in ${previousPeriod}`;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return `same as in ${previousPeriod}`;
  return `${Math.abs(percent)}% ${percent > 0 ? 'more' : 'less'} than ${previousPeriod}`;
}
