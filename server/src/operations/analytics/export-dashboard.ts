import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { FileResponse } from '@reprise/contract/endpoint';
import { toMajorUnits } from '@reprise/contract/money';
import type { DashboardTable } from '@reprise/contract/operations/analytics';
import { statusLabelsOf } from '@reprise/contract/sales/orders/shipping/pickup';
import type { Deps } from '../../deps.ts';
import { storeCsvFile } from '../../foundations/settings/store-csv.ts';
import type { CsvValue } from '../../platform/csv.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readDashboard } from './dashboard.queries.ts';
import { readSales } from './sales.queries.ts';
import { defaultPeriod } from './sales-period.ts';

type Sheet = { head: string[]; rows: CsvValue[][] };

/** Exports one table of the dashboard as the screen shows it. */
export async function exportDashboard(
  deps: Pick<Deps, 'db' | 'now'>,
  table: DashboardTable,
  period: number = defaultPeriod,
): Promise<FileResponse> {
  const { head, rows } = await sheets[table](deps.db, deps.now(), period);
  return storeCsvFile(deps, table, { head, batches: [rows] });
}

type ReadSheet = (db: Queryable, now: Date, period: number) => Promise<Sheet>;

const sheets: Record<DashboardTable, ReadSheet> = {
  'daily-sales': async (db, now, period) => {
    const { dailySales, dailySalesBefore } = await readSales(db, now, period);
    return {
      head: ['Day', 'Revenue', 'Orders', 'Day before', 'Revenue before', 'Orders before'],
      rows: dailySales.map((day, index) => {
        const before = dailySalesBefore[index] ?? day;
        return [
          day.date,
          toMajorUnits(day.revenue),
          day.orders,
          before.date,
          toMajorUnits(before.revenue),
          before.orders,
        ];
      }),
    };
  },
  categories: async (db, now, period) => ({
    head: ['Category', 'Units sold', 'Revenue'],
    rows: (await readSales(db, now, period)).categoryPerformance.map((row) => [
      row.category,
      row.unitsSold,
      toMajorUnits(row.revenue),
    ]),
  }),
  conditions: async (db, now, period) => ({
    head: ['Condition', 'Units sold', 'Revenue'],
    rows: (await readSales(db, now, period)).conditionPerformance.map((row) => [
      conditionLabels[row.condition],
      row.unitsSold,
      toMajorUnits(row.revenue),
    ]),
  }),
  'top-selling': async (db, now, period) => ({
    head: ['Product', 'Brand', 'Condition', 'Units sold', 'Revenue'],
    rows: (await readDashboard(db, now, period)).topSellingProducts.map((row) => [
      row.name,
      row.brand,
      conditionLabels[row.condition],
      row.unitsSold,
      toMajorUnits(row.revenue),
    ]),
  }),
  'recent-orders': async (db, now, period) => ({
    head: ['Order', 'Placed', 'Customer', 'Status', 'Payment', 'Total'],
    rows: (await readDashboard(db, now, period)).recentOrders.map((order) => [
      order.orderNumber,
      new Date(order.createdAt),
      order.shippingAddress.name,
      statusLabelsOf(order.shippingMethod)[order.status].toLowerCase(),
      order.paymentStatus,
      toMajorUnits(order.total),
    ]),
  }),
  'low-stock': async (db, now, period) => ({
    head: ['Product', 'Brand', 'Condition', 'SKU', 'Stock'],
    rows: (await readDashboard(db, now, period)).lowStockProducts.map((product) => [
      product.name,
      product.brand,
      conditionLabels[product.condition],
      product.sku,
      product.stockCount,
    ]),
  }),
  'orders-by-status': async (db, now, period) => ({
    head: ['Status', 'Orders'],
    rows: (await readDashboard(db, now, period)).orderStatusDistribution.map(({ status, count }) => [
      status,
      count,
    ]),
  }),
};
