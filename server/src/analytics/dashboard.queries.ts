import type { DashboardStats } from '@reprise/contract/analytics';
import type { Condition } from '@reprise/contract/conditions';
import { type Cents, cents } from '@reprise/contract/money';
import { orderStatuses } from '@reprise/contract/order-status';
import { and, count, desc, eq, gte, lt, sql, sum } from 'drizzle-orm';
import { categories, products } from '../catalog/catalog.tables.ts';
import { findLowStock, findProductsByIds } from '../catalog/product.queries.ts';
import { users } from '../identity/identity.tables.ts';
import { countByStatus, readNewestOrders } from '../orders/orders.queries.ts';
import { orderItems, orders } from '../orders/orders.tables.ts';
import type { Queryable } from '../platform/database.ts';
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
    topSellingProducts: await findTopSelling(db, startOf(now, period)),
    orderStatusDistribution: orderStatuses.map((status) => ({ status, count: counts[status] })),
  };
}

async function countShop(db: Queryable) {
  const counted = (table: typeof users | typeof products | typeof categories) =>
    sql<number>`(select count(*) from ${table})`;
  const { rows } = await db.execute<{ users: number; products: number; categories: number }>(sql`
    select ${counted(users)} as users, ${counted(products)} as products, ${counted(categories)} as categories`);
  const [shop] = rows;
  if (!shop) throw new Error('The shop could not be counted.');
  return shop;
}

/** Of the calendar month in UTC. */
async function salesOfMonth(db: Queryable, now: Date): Promise<{ revenue: Cents; orders: number }> {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  const [sales] = await db
    .select({ revenue: totalCents(orders.totalCents), orders: count() })
    .from(orders)
    .where(and(isSale, gte(orders.createdAt, start), lt(orders.createdAt, end)));
  return sales ?? { revenue: cents(0), orders: 0 };
}

/** By units sold since then. What is said of them is what the orders say: the product may be gone. */
async function findTopSelling(db: Queryable, since: Date): Promise<DashboardStats['topSellingProducts']> {
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
  const [all] = await db
    .select({
      totalOrders: count(),
      totalRevenue:
        sql<Cents>`coalesce(sum(${orders.totalCents}) filter (where ${isSale}), 0)::bigint`.mapWith((value) =>
          cents(Number(value)),
        ),
    })
    .from(orders);
  return {
    totalOrders: all?.totalOrders ?? 0,
    totalRevenue: all?.totalRevenue ?? cents(0),
    totalProducts: shop.products,
    totalUsers: shop.users,
  };
}
