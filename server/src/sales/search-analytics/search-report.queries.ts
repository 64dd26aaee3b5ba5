import type { CallOutput } from '@reprise/contract/endpoint';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import {
  minAskers,
  type SearchReportSort,
  type searchAnalyticsEndpoints,
  searchReportDays,
} from '@reprise/contract/sales/search-analytics/search-analytics';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { containsPattern } from '../../platform/database/like-pattern.ts';
import { dayMs } from '../../platform/time.ts';
import { dailySearchStats } from './search-analytics.tables.ts';

type SearchReport = CallOutput<typeof searchAnalyticsEndpoints.getSearchReport>;
type ReportQuery = {
  search?: string | undefined;
  withoutResults?: boolean | undefined;
  sort?: SearchReportSort | undefined;
  page?: number | undefined;
  limit?: number | undefined;
};

/** Sums over days; without rows they are null. */
const sums = sql`coalesce(sum(searches), 0)::int as searches,
  coalesce(sum(without_results), 0)::int as "withoutResults",
  coalesce(sum(clicks), 0)::int as clicks,
  coalesce(sum(purchases), 0)::int as purchases`;

const sortColumns: Record<SearchReportSort, SQL> = {
  searches: sql`searches`,
  'without-results': sql`"withoutResults"`,
  clicks: sql`clicks`,
  purchases: sql`purchases`,
};

/** Returns a page of the queries that enough askers searched for in the days of the report, and the sums of all. */
export async function readSearchReport(
  db: Queryable,
  { search, withoutResults, sort = 'searches', ...query }: ReportQuery,
  now: Date,
): Promise<SearchReport> {
  const { page, limit, offset } = pageOf(query);
  const since = new Date(now.getTime() - (searchReportDays - 1) * dayMs).toISOString().slice(0, 10);
  const isMatch = search ? sql`query like ${containsPattern(search)}` : sql`true`;
  const hadNoResult = withoutResults ? sql`sum(without_results) > 0` : sql`true`;
  // A row of the totals, and the rows of the page with the number of all.
  const { rows } = await db.execute<SearchReport['rows'][number] & { total: number }>(sql`
    select query, ${sums}, (count(*) over ())::int as total
    from ${dailySearchStats}
    where day >= ${since}::date and ${isMatch}
    group by query
    having bit_count(bit_or(askers)::bit(64)) >= ${minAskers} and ${hadNoResult}
    order by ${sortColumns[sort]} desc, query
    limit ${limit} offset ${offset}`);
  const totals = await db.execute<SearchReport['totals']>(
    sql`select ${sums} from ${dailySearchStats} where day >= ${since}::date`,
  );
  return {
    rows: rows.map(({ total: _, ...row }) => row),
    pagination: paginationOf(page, limit, rows[0]?.total ?? 0),
    totals: totals.rows[0] as SearchReport['totals'],
  };
}
