import { z } from 'zod';
import { product } from './catalog.ts';
import { endpoints } from './endpoint.ts';
import { orderStatuses } from './order-status.ts';
import { order } from './orders.ts';
import { money, queryInt } from './wire.ts';

const count = z.number().int();

export const dashboardStats = z
  .object({
    overview: z.object({
      totalUsers: count,
      totalProducts: count,
      totalOrders: count,
      totalCategories: count,
      /** Of the current calendar month in UTC, cancelled orders left out. */
      monthlyRevenue: money,
      monthlyOrders: count,
    }),
    recentOrders: z.array(order),
    lowStockProducts: z.array(product),
    topSellingProducts: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        brand: z.string(),
        images: z.array(z.string()),
        unitsSold: count,
        revenue: money,
      }),
    ),
    orderStatusDistribution: z.array(z.object({ status: z.enum(orderStatuses), count })),
  })
  .meta({ id: 'DashboardStats' });
export type DashboardStats = z.output<typeof dashboardStats>;

export const salesAnalytics = z
  .object({
    dailySales: z.array(z.object({ date: z.string(), revenue: money, orders: count })),
    categoryPerformance: z.array(z.object({ category: z.string(), revenue: money, unitsSold: count })),
    period: z.number().int(),
  })
  .meta({ id: 'SalesAnalytics' });
export type SalesAnalytics = z.output<typeof salesAnalytics>;

export const analyticsEndpoints = endpoints({
  getDashboardStats: {
    method: 'GET',
    path: '/dashboard/stats',
    summary: 'The figures of the dashboard',
    access: 'admin',
    rate: 'read',
    response: dashboardStats,
  },
  getSalesAnalytics: {
    method: 'GET',
    path: '/dashboard/analytics',
    summary: 'Sales by day and by category over a period in days',
    access: 'admin',
    rate: 'read',
    query: z.object({ period: queryInt(1, 365) }),
    response: salesAnalytics,
  },
  getDashboardSummary: {
    method: 'GET',
    path: '/dashboard/summary',
    summary: 'Four figures',
    access: 'admin',
    rate: 'read',
    response: z.object({ totalOrders: count, totalRevenue: money, totalProducts: count, totalUsers: count }),
  },
  getShopFacts: {
    method: 'GET',
    path: '/shop/facts',
    summary: 'True figures for the home page: devices sold and the average saving',
    access: 'public',
    rate: 'read',
    response: z.object({
      devicesSold: count,
      productsListed: count,
      averageSavingPercent: count,
      averageRating: z.number(),
      reviewCount: count,
    }),
  },
});
