import type { analyticsEndpoints } from '@reprise/contract/operations/analytics';
import type { Deps } from '../../deps.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isMailInEnvironment } from '../../platform/environment.ts';
import { type Handlers, hasPermission } from '../../platform/http/endpoint.ts';
import { isUntrustedProxy } from '../../platform/http/network-prefix.ts';
import { bestSellers, readDashboard, readSummary } from './dashboard.queries.ts';
import { exportDashboard } from './export-dashboard.ts';
import { readSales } from './sales.queries.ts';
import { readShopFacts, shopFacts } from './shop-facts.queries.ts';

/** The functions read other slices; the dashboard shows what they return to those who may see it. */
export function analyticsHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'withReportConnection' | 'environment'>,
  isDemoAdministratorExposed: () => Promise<boolean> = async () => false,
  countFailedJobs: (db: Queryable) => Promise<number> = async () => 0,
): Handlers<typeof analyticsEndpoints> {
  return {
    getDashboardStats: async ({ query }, { network, caller }) => {
      const {
        attention: { hasStoredMailServer, ...attention },
        ...stats
      } = await readDashboard(deps.db, deps.now(), query?.period, deps.withReportConnection);
      const seesJobs = hasPermission(caller, 'operations.manage');
      const seesMails = hasPermission(caller, 'mails.manage');
      return {
        ...stats,
        attention: {
          ...attention,
          failedJobs: seesJobs ? await countFailedJobs(deps.db) : null,
          hasMailServer: seesMails ? isMailInEnvironment(deps.environment) || hasStoredMailServer : null,
        },
        ...(isUntrustedProxy(network) && { isProxyUntrusted: true as const }),
        ...((await isDemoAdministratorExposed()) && { isDemoAdministratorExposed: true as const }),
      };
    },
    getSalesAnalytics: ({ query }) => readSales(deps.db, deps.now(), query?.period),
    exportDashboard: async ({ query }) => exportDashboard(deps, query?.table ?? 'daily-sales', query?.period),
    getDashboardSummary: () => readSummary(deps.db),
    getShopFacts: () => readShopFacts(deps.db, deps.now(), deps.withReportConnection),
  };
}

const periods = [7, 30, 90, 365];

/** Stats that a large shop recomputes every few minutes. */
export const slowStats = [shopFacts, ...periods.map(bestSellers)];
