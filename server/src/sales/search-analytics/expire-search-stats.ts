import { searchReportDays } from '@reprise/contract/sales/search-analytics/search-analytics';
import { sql } from 'drizzle-orm';
import { expireRows, type RetentionSteps } from '../../platform/database/retention-step.ts';
import { dayMs } from '../../platform/time.ts';
import { attributionMs } from './record-purchase.ts';
import { countedSearchOrders, dailySearchStats, recentSearches } from './search-analytics.tables.ts';

/** Deletes the counts of days before the report, and single searches that no purchase can follow. */
export function expireSearchStats(now: Date): RetentionSteps {
  const since = new Date(now.getTime() - (searchReportDays - 1) * dayMs).toISOString().slice(0, 10);
  const recent = new Date(now.getTime() - attributionMs).toISOString();
  return {
    'search counts': expireRows(
      (limit) => sql`delete from ${dailySearchStats} where (day, query) in
        (select day, query from ${dailySearchStats} where day < ${since}::date limit ${limit})`,
    ),
    'single searches': expireRows(
      (limit) => sql`delete from ${recentSearches} where id in
        (select id from ${recentSearches} where created_at < ${recent} limit ${limit})`,
    ),
    'orders counted for searches': expireRows(
      (limit) => sql`delete from ${countedSearchOrders} where order_hash in
        (select order_hash from ${countedSearchOrders} where created_at < ${recent} limit ${limit})`,
    ),
  };
}
