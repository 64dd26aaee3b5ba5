import { analyticsEndpoints } from '@reprise/contract/analytics';
import { type Call, defineCall, type Download, defineDownload } from '../define-call.ts';

/** Dashboard; `period` is the period of the best sellers in days: `GET /dashboard/stats` */
export const getDashboardStats: Call<typeof analyticsEndpoints.getDashboardStats> = /* @__PURE__ */ defineCall(analyticsEndpoints.getDashboardStats);

/** Sales by day, category and condition over a period in days, with the preceding period: `GET /dashboard/analytics` */
export const getSalesAnalytics: Call<typeof analyticsEndpoints.getSalesAnalytics> = /* @__PURE__ */ defineCall(analyticsEndpoints.getSalesAnalytics);

/** One table of the dashboard as CSV: `GET /dashboard/export` */
export const exportDashboard: Download<typeof analyticsEndpoints.exportDashboard> = /* @__PURE__ */ defineDownload(analyticsEndpoints.exportDashboard);

/** Numbers of orders, products and users, and the revenue: `GET /dashboard/summary` */
export const getDashboardSummary: Call<typeof analyticsEndpoints.getDashboardSummary> = /* @__PURE__ */ defineCall(analyticsEndpoints.getDashboardSummary);

/** Facts for the home page, such as devices sold and the average saving: `GET /shop/facts` */
export const getShopFacts: Call<typeof analyticsEndpoints.getShopFacts> = /* @__PURE__ */ defineCall(analyticsEndpoints.getShopFacts);
