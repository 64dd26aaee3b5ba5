import { lowStockBelow } from '@reprise/contract/catalog/products/stock';
import { type Cents, cents } from '@reprise/contract/money';
import type { DashboardStats } from '@reprise/contract/operations/analytics';
import { orderStatuses } from '@reprise/contract/sales/orders/order-status';
import { maxCountedOrders } from '@reprise/contract/sales/orders/orders';
import { type SQL, sql } from 'drizzle-orm';
import {
  findLowStock,
  findProductsByIds,
  isKnown,
  isOnSale,
} from '../../catalog/products/product.queries.ts';
import { categories, products } from '../../catalog/products/products.tables.ts';
import { mailServers } from '../../foundations/notifications/mail-server/mail-server.tables.ts';
import { startOfStoreDay, storeDay, timeOf } from '../../foundations/settings/store-days.ts';
import { users } from '../../people/identity/identity.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { WithLongQueryConnection } from '../../platform/database/long-query-connection.ts';
import { orderSums, salesSums } from '../../sales/orders/order-stats.ts';
import { countByStatus, readNewestOrders } from '../../sales/orders/orders.queries.ts';
import { orderItems, orders } from '../../sales/orders/orders.tables.ts';
import { isSale, itemRevenue, unitsSold } from '../../sales/orders/sales.ts';
import { disputes } from '../../sales/payments/payments.tables.ts';
import { readCachedStat, type Stat } from './cached-stats.ts';
import { defaultPeriod, firstDayOf } from './sales-period.ts';

const listLength = 5;

/** The dashboard without what depends on the caller. */
type Dashboard = Omit<DashboardStats, 'attention'> & {
  attention: Omit<DashboardStats['attention'], 'failedJobs' | 'hasMailServer'> & {
    hasStoredMailServer: boolean;
  };
};

/** Reads the dashboard in ten statements, independent of the size of the shop. */
export async function readDashboard(
  db: Queryable,
  now: Date,
  period: number = defaultPeriod,
  withReportConnection?: WithLongQueryConnection,
): Promise<Dashboard> {
  const recentOrders = await readNewestOrders(db, listLength);
  const counts = await countByStatus(db, 'counted');
  const shop = await countShop(db);
  const month = await salesOfMonth(db, now);
  return {
    overview: {
      totalUsers: shop.users,
      totalProducts: shop.products,
      totalOrders: counts.all,
      totalCategories: shop.categories,
      monthlyRevenue: month.revenue,
      monthlyOrders: month.orders,
    },
    recentOrders,
    disputes: (shop.disputes ?? []).map(({ evidenceDueBy, ...open }) => ({
      ...open,
      evidenceDueBy: evidenceDueBy && new Date(evidenceDueBy).toISOString(),
    })),
    attention: {
      ordersToShip: shop.ordersToShip,
      unpaidOrders: shop.unpaidOrders,
      refundsToApprove: shop.refundsToApprove,
      lowStock: shop.lowStock,
      hasStoredMailServer: shop.hasStoredMailServer,
    },
    lowStockProducts: await findLowStock(db, listLength),
    topSellingProducts: await readTopSelling(db, now, period, withReportConnection),
    orderStatusDistribution: orderStatuses.map((status) => ({ status, count: counts[status] })),
  };
}

type OpenDispute = DashboardStats['disputes'][number];

/** SQL: number of orders in a list, counted as far as the list counts. */
const countOrders = (condition: SQL) => sql`(select count(*)::int from (
  select from ${orders} where ${condition} limit ${maxCountedOrders}) listed)`;

async function countShop(db: Queryable) {
  const countOf = (table: typeof users | typeof categories) => sql`(select count(*) from ${table})`;
  const { rows } = await db.execute<{
    users: number;
    products: number;
    categories: number;
    ordersToShip: number;
    unpaidOrders: number;
    refundsToApprove: number;
    lowStock: number;
    hasStoredMailServer: boolean;
    disputes: OpenDispute[] | null;
  }>(sql`
    select exists (select from ${mailServers}) as "hasStoredMailServer", ${countOf(users)} as users, ${countOf(categories)} as categories,
      ${countOrders(sql`status = 'processing' and payment_status in ('paid', 'partly-refunded')`)} as "ordersToShip",
      ${countOrders(sql`status = 'pending' and payment_status = 'unpaid'`)} as "unpaidOrders",
      ${countOrders(sql`payment_status = 'refund-to-approve'`)} as "refundsToApprove",
      (select count(*)::int from ${products} where ${isOnSale} and ${products.stockCapped} between 1 and ${lowStockBelow - 1}) as "lowStock",
      (select json_agg(open) from (
        select disputes.id, order_number as "orderNumber", amount_cents as amount, disputes.status,
          evidence_due_by as "evidenceDueBy"
        from ${disputes} join ${orders} on orders.id = disputes.order_id
        where disputes.status in ('needs-response', 'under-review')
        order by evidence_due_by, disputes.id limit ${listLength}
      ) open) as disputes,
      (select count(*)::int from ${products} where ${isKnown}) as products`);
  const [shop] = rows;
  if (!shop) throw new Error('The counts of the shop are missing.');
  return shop;
}

/** Sales of the calendar month. */
async function salesOfMonth(db: Queryable, now: Date): Promise<{ revenue: Cents; orders: number }> {
  return salesWithin(db, sql`date_trunc('month', day) = date_trunc('month', ${storeDay(timeOf(now))})`);
}

async function salesWithin(db: Queryable, condition: SQL): Promise<{ revenue: Cents; orders: number }> {
  const { rows } = await db.execute<{ revenue: number; orders: number }>(sql`
    select coalesce(sum(revenue_cents), 0)::bigint as revenue, coalesce(sum(sales), 0)::int as orders
    from ${orderSums} sums where ${condition}`);
  return { revenue: cents(rows[0]?.revenue ?? 0), orders: rows[0]?.orders ?? 0 };
}

/** Above this number of units sold, the best sellers come from the cached stats. */
const maxUnitsPerRequest = 20_000;

type TopSelling = DashboardStats['topSellingProducts'];

export const bestSellers = (period: number): Stat<TopSelling> => ({
  name: `best sellers of ${period} days`,
  compute: (db, now) => findTopSelling(db, startOfStoreDay(firstDayOf(now, period))),
});

async function readTopSelling(
  db: Queryable,
  now: Date,
  period: number,
  withReportConnection?: WithLongQueryConnection,
): Promise<TopSelling> {
  const { rows } = await db.execute<{ units: number }>(
    sql`select coalesce(sum(units), 0)::bigint as units from ${salesSums} sums where day >= ${firstDayOf(now, period)}`,
  );
  return readCachedStat(
    db,
    now,
    bestSellers(period),
    (rows[0]?.units ?? 0) <= maxUnitsPerRequest,
    withReportConnection,
  );
}

type BestSellerRow = Omit<TopSelling[number], 'images'> & { image: string };

/**
 * Best sellers by paid units. Name, brand and condition come from the latest order, because the product may be deleted.
 * `offset 0` reads the items of each order: of a day that is computed, PostgreSQL expects a third of all orders since, and
 * would read every item.
 */
async function findTopSelling(db: Queryable, since: SQL): Promise<TopSelling> {
  const { rows } = await db.execute<BestSellerRow>(sql`
    with best as (
      select ${orderItems.productId} as id, sum(${unitsSold})::int as units,
        sum(${itemRevenue})::bigint as revenue
      from ${orders} cross join lateral (
        select * from ${orderItems} where ${orderItems.orderId} = ${orders.id} offset 0) order_items
      where ${isSale} and ${orders.createdAt} >= ${since}
      group by 1 order by 2 desc, 3 desc, 1 limit ${listLength}
    )
    select best.id, name, brand, condition, image, units as "unitsSold", revenue
    from best cross join lateral (
      select name, brand, condition, image from ${orderItems} where product_id = best.id order by id desc limit 1
    ) item
    order by units desc, revenue desc, best.id`);
  const current = await findProductsByIds(
    db,
    rows.map((row) => row.id),
  );
  return rows.map(({ image, ...row }) => {
    const product = current.find(({ id }) => id === row.id);
    const { name, brand, images } = product ?? { ...row, images: image ? [image] : [] };
    return { ...row, revenue: cents(Number(row.revenue)), name, brand, images };
  });
}

/** Returns the counts of the shop and the revenue of all time. */
export async function readSummary(db: Queryable) {
  const shop = await countShop(db);
  const { all } = await countByStatus(db, 'counted');
  return {
    totalOrders: all,
    totalRevenue: (await salesWithin(db, sql`true`)).revenue,
    totalProducts: shop.products,
    totalUsers: shop.users,
  };
}
