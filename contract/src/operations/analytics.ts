import { z } from 'zod';
import { conditions } from '../catalog/products/conditions.ts';
import { product } from '../catalog/products/product.ts';
import { endpoints, fileResponse } from '../endpoint.ts';
import { disputeStatuses, order } from '../sales/orders/order.ts';
import { orderStatuses } from '../sales/orders/order-status.ts';
import { isoDateTime, money, queryChoice, queryInt } from '../wire.ts';

const count = z.number().int();

export const dashboardStats = z
  .object({
    overview: z.object({
      totalUsers: count,
      totalProducts: count,
      totalOrders: count,
      totalCategories: count,
      /** Sales of the current calendar month in the store's time zone. */
      monthlyRevenue: money,
      monthlyOrders: count,
    }),
    recentOrders: z.array(order),
    lowStockProducts: z.array(product),
    /** Top products of the period by units. */
    topSellingProducts: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        brand: z.string(),
        /** Distinguishes products of one model, which share the name. */
        condition: z.enum(conditions),
        images: z.array(z.string()),
        unitsSold: count,
        revenue: money,
      }),
    ),
    orderStatusDistribution: z.array(z.object({ status: z.enum(orderStatuses), count })),
    /** Open disputes, the earliest deadline first; at most five. */
    disputes: z.array(
      z.object({
        id: z.string(),
        orderNumber: z.string(),
        amount: money,
        status: z.enum(disputeStatuses),
        evidenceDueBy: isoDateTime.nullable(),
      }),
    ),
    /** Work that waits for staff, each as the number of rows in the list that shows it, up to `maxCountedOrders`. */
    attention: z.object({
      /** Paid and not shipped. */
      ordersToShip: count,
      unpaidOrders: count,
      /** Cancelled orders whose refund waits for approval. */
      refundsToApprove: count,
      lowStock: count,
      /** Null without permission to see failed jobs. */
      failedJobs: count.nullable(),
      /** Null without permission to see the mailbox. */
      hasMailServer: z.boolean().nullable(),
    }),
    /** Present if the call came through a proxy missing from TRUSTED_PROXIES, so that all visitors share one rate limit. */
    isProxyUntrusted: z.literal(true).optional(),
    /** Present if the shop is public and the demo administrator is active. */
    isDemoAdministratorExposed: z.literal(true).optional(),
  })
  .meta({ id: 'DashboardStats' });
export type DashboardStats = z.output<typeof dashboardStats>;

/**
 * Definitions of the figures, shown beside them. A sale is an order that is paid, not cancelled and not refunded in full;
 * `server/src/sales/orders/sales.ts` computes it.
 */
export const figureDefinitions = {
  revenue:
    'What customers paid for orders placed in this time, with shipping and tax, less refunds. Unpaid and cancelled orders and orders refunded in full are left out. A disputed payment counts until it is refunded.',
  orders:
    'Orders placed in this time that are paid. Unpaid and cancelled orders and orders refunded in full are left out.',
  average: 'Revenue divided by orders.',
  refunds:
    'Refunds made in this time, also of earlier and of cancelled orders. Revenue has those of its orders already taken off.',
  items:
    'Paid items without shipping and tax. A partial refund is taken off each item in proportion to its price. With shipping and tax, they add up to the revenue.',
  topSelling:
    'Paid units that have not come back, and their price without shipping and tax. A partial refund is taken off in proportion.',
  totalOrders: 'All orders of all time, also unpaid and cancelled ones.',
  spent:
    'What the customer paid, with shipping and tax, less refunds. Unpaid and cancelled orders and orders refunded in full are left out; the number of orders counts all but cancelled ones.',
} as const;

const salesDay = z.object({ date: z.string(), revenue: money, orders: count });

/** Sales of a period by the day of the order; refunds count on their own day. */
const salesTotals = z.object({
  revenue: money,
  orders: count,
  /** 0 without orders. */
  averageOrder: money,
  refunds: count,
  refunded: money,
});
export type SalesTotals = z.output<typeof salesTotals>;

export const salesAnalytics = z
  .object({
    dailySales: z.array(salesDay),
    categoryPerformance: z.array(z.object({ category: z.string(), revenue: money, unitsSold: count })),
    conditionPerformance: z.array(
      z.object({ condition: z.enum(conditions), revenue: money, unitsSold: count }),
    ),
    /** Rest of the revenue beside the items: shipping and tax. */
    shippingAndTax: money,
    /** Preceding period of the same length, days in the same order. */
    dailySalesBefore: z.array(salesDay),
    totals: salesTotals,
    totalsBefore: salesTotals,
    period: z.number().int(),
  })
  .meta({ id: 'SalesAnalytics' });
export type SalesAnalytics = z.output<typeof salesAnalytics>;

/** Exportable tables of the dashboard. */
export const dashboardTables = [
  'daily-sales',
  'categories',
  'conditions',
  'top-selling',
  'recent-orders',
  'low-stock',
  'orders-by-status',
] as const;
export type DashboardTable = (typeof dashboardTables)[number];

export const analyticsEndpoints = endpoints({
  getDashboardStats: {
    method: 'GET',
    path: '/dashboard/stats',
    summary: 'Dashboard; `period` is the period of the best sellers in days',
    access: 'admin',
    needs: 'figures.read',
    rate: 'read',
    query: z.object({ period: queryInt(1, 365) }),
    response: dashboardStats,
  },
  getSalesAnalytics: {
    method: 'GET',
    path: '/dashboard/analytics',
    summary: 'Sales by day, category and condition over a period in days, with the preceding period',
    access: 'admin',
    needs: 'figures.read',
    rate: 'read',
    query: z.object({ period: queryInt(1, 365) }),
    response: salesAnalytics,
  },
  exportDashboard: {
    method: 'GET',
    path: '/dashboard/export',
    summary: 'One table of the dashboard as CSV',
    access: 'admin',
    needs: 'figures.read',
    rate: 'read',
    query: z.object({ table: queryChoice(dashboardTables), period: queryInt(1, 365) }),
    file: 'text/csv',
    response: fileResponse,
  },
  getDashboardSummary: {
    method: 'GET',
    path: '/dashboard/summary',
    summary: 'Numbers of orders, products and users, and the revenue',
    access: 'admin',
    needs: 'figures.read',
    rate: 'read',
    response: z.object({ totalOrders: count, totalRevenue: money, totalProducts: count, totalUsers: count }),
  },
  getShopFacts: {
    method: 'GET',
    path: '/shop/facts',
    summary: 'Facts for the home page, such as devices sold and the average saving',
    access: 'public',
    rate: 'read',
    response: z.object({
      devicesSold: count,
      /** Offers on sale. */
      productsListed: count,
      /** Families with an offer on sale, which the storefront lists as products. */
      modelsListed: count,
      averageSavingPercent: count,
      averageRating: z.number(),
      reviewCount: count,
    }),
  },
});
