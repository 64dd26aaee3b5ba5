import type { DashboardStats } from '@reprise/contract/analytics';
import type { Condition } from '@reprise/contract/conditions';
import { type Cents, cents } from '@reprise/contract/money';
import { orderStatuses } from '@reprise/contract/order-status';
import { and, desc, eq, gte, isNotNull, type SQL, sql, sum } from 'drizzle-orm';
import { categories, products } from '../catalog/catalog.tables.ts';
import { findLowStock, findProductsByIds } from '../catalog/product.queries.ts';
import { productCells } from '../catalog/product-counts.ts';
import { users } from '../identity/identity.tables.ts';
import { goodsSums, orderSums } from '../orders/order-figures.ts';
import { countByStatus, readNewestOrders } from '../orders/orders.queries.ts';
import { orderItems, orders } from '../orders/orders.tables.ts';
import type { Queryable } from '../platform/database.ts';
import { type Figure, readFigure } from './kept-figure.ts';
import { defaultPeriod, isSale, lineCents, startOf, totalCents } from './sales-period.ts';

const listLength = 5;

/** The figures of the dashboard, in ten statements whatever the size of the shop. */
export async function readDashboard(
  db: Queryable,
  now: Date,
  period: number = defaultPeriod,
): Promise<DashboardStats> {
  const recentOrders = await readNewestOrders(db, listLength);
  const counts = await countByStatus(db);
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
    lowStockProducts: await findLowStock(db, listLength),
    topSellingProducts: await readTopSelling(db, now, period),
    orderStatusDistribution: orderStatuses.map((status) => ({ status, count: counts[status] })),
  };
}

async function countShop(db: Queryable) {
  const counted = (table: typeof users | typeof categories) => sql`(select count(*) from ${table})`;
  const { rows } = await db.execute<{ users: number; products: number; categories: number }>(sql`
    select ${counted(users)} as users, ${counted(categories)} as categories,
      (select coalesce(sum(products), 0) from ${productCells} cells)
        + (select count(*) from ${products} where ${isNotNull(products.archivedAt)}) as products`);
  const [shop] = rows;
  if (!shop) throw new Error('The shop could not be counted.');
  return shop;
}

/** Of the calendar month in UTC. */
async function salesOfMonth(db: Queryable, now: Date): Promise<{ revenue: Cents; orders: number }> {
  const month = now.toISOString().slice(0, 7);
  return salesWithin(db, sql`to_char(day, 'YYYY-MM') = ${month}`);
}

async function salesWithin(db: Queryable, which: SQL): Promise<{ revenue: Cents; orders: number }> {
  const { rows } = await db.execute<{ revenue: number; orders: number }>(sql`
    select coalesce(sum(revenue_cents), 0)::bigint as revenue, coalesce(sum(orders), 0)::int as orders
    from ${orderSums} sums where status <> 'cancelled' and ${which}`);
  return { revenue: cents(rows[0]?.revenue ?? 0), orders: rows[0]?.orders ?? 0 };
}

/** As many units as are added up whenever somebody asks; beyond, the list is some minutes old. */
const fewUnits = 20_000;

type TopSelling = DashboardStats['topSellingProducts'];

/** What sold best in so many days. */
export const bestSellers = (period: number): Figure<TopSelling> => ({
  name: `best sellers of ${period} days`,
  compute: (db, now) => findTopSelling(db, startOf(now, period)),
});

async function readTopSelling(db: Queryable, now: Date, period: number): Promise<TopSelling> {
  const since = startOf(now, period).toISOString().slice(0, 10);
  const { rows } = await db.execute<{ units: number }>(
    sql`select coalesce(sum(units), 0)::bigint as units from ${goodsSums} sums where day >= ${since}::date`,
  );
  return readFigure(db, now, bestSellers(period), (rows[0]?.units ?? 0) <= fewUnits);
}

/** By units sold since then. What is said of them is what the orders say: the product may be gone. */
async function findTopSelling(db: Queryable, since: Date): Promise<TopSelling> {
  const unitsSold = sum(orderItems.quantity).mapWith(Number);
  const sold = await db
    .select({
      id: orderItems.productId,
      name: sql<string>`max(${orderItems.name})`,
      brand: sql<string>`max(${orderItems.brand})`,
      condition: sql<Condition>`max(${orderItems.condition})`,
      image: sql<string>`max(${orderItems.image})`,
      unitsSold,
      revenue: totalCents(lineCents),
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(isSale, gte(orders.createdAt, since)))
    .groupBy(orderItems.productId)
    .orderBy(desc(unitsSold), orderItems.productId)
    .limit(listLength);
  const current = await findProductsByIds(
    db,
    sold.map((row) => row.id),
  );
  return sold.map(({ image, ...row }) => {
    const product = current.find((each) => each.id === row.id);
    const { name, brand, images } = product ?? { ...row, images: image ? [image] : [] };
    return { ...row, name, brand, images };
  });
}

/** The four figures of the simpler shape; revenue of all time, cancelled orders left out. */
export async function readSummary(db: Queryable) {
  const shop = await countShop(db);
  const { all } = await countByStatus(db);
  return {
    totalOrders: all,
    totalRevenue: (await salesWithin(db, sql`true`)).revenue,
    totalProducts: shop.products,
    totalUsers: shop.users,
  };
}
