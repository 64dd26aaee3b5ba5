import type { searchAnalyticsEndpoints } from '@reprise/contract/sales/search-analytics/search-analytics';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { createDailyBudget } from './event-budget.ts';
import { recordPurchase } from './record-purchase.ts';
import { recordClick, recordSearch } from './record-search.ts';
import { readSearchReport } from './search-report.queries.ts';

export function searchAnalyticsHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'secret'>,
): Handlers<typeof searchAnalyticsEndpoints> {
  const isWithinBudget = createDailyBudget(() => deps.now());
  return {
    recordSearchEvent: async ({ body }, context) => {
      if (body.kind === 'click') await recordClick(deps, body);
      else if (isWithinBudget(context.network)) await recordSearch(deps, body, context);
      return {};
    },
    recordSearchPurchase: async ({ body }, context) => {
      await recordPurchase(deps, body, context);
      return {};
    },
    getSearchReport: ({ query }) => readSearchReport(deps.db, query ?? {}, deps.now()),
  };
}
