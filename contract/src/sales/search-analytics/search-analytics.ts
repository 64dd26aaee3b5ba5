import { z } from 'zod';
import { endpoints, nothing } from '../../endpoint.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import { queryChoice, queryFlag, queryString, reference, text } from '../../wire.ts';

/** Days that the report covers. */
export const searchReportDays = 90;
/** Queries of fewer askers are not shown. */
export const minAskers = 3;
/** Maximum length of a recorded query; longer ones are not recorded. */
export const maxQueryLength = 100;
/** Maximum number of searches that a browser names with an order. */
export const maxSearchesPerOrder = 10;

/** Random id of a search: 128 bits in hexadecimal. */
const searchId = z.string().regex(/^[0-9a-f]{32}$/);
const count = z.number().int();

export const searchEvent = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('search'),
      id: searchId,
      query: text(200),
      results: count.min(0).max(1_000_000_000),
    }),
    /** A product was opened from the results. */
    z.object({ kind: z.literal('click'), id: searchId, product: reference }),
  ])
  .meta({ id: 'SearchEvent' });
export type SearchEvent = z.output<typeof searchEvent>;

/** Numbers of searches in all days of the report. */
const searchCounts = {
  searches: count,
  /** Searches without a result. */
  withoutResults: count,
  /** Searches from which a product was opened. */
  clicks: count,
  /** Searches from which a product was opened and then bought and paid. */
  purchases: count,
};

export const searchReportRow = z
  .object({ query: z.string(), ...searchCounts })
  .meta({ id: 'SearchReportRow' });
export type SearchReportRow = z.output<typeof searchReportRow>;

export const searchReportSorts = ['searches', 'without-results', 'clicks', 'purchases'] as const;
export type SearchReportSort = (typeof searchReportSorts)[number];

export const searchAnalyticsEndpoints = endpoints({
  recordSearchEvent: {
    method: 'POST',
    path: '/search/events',
    summary: 'Record a search or a click on its results, without the person',
    access: 'public',
    rate: 'event',
    body: searchEvent,
    response: nothing,
  },
  recordSearchPurchase: {
    method: 'POST',
    path: '/search/purchases',
    summary: 'Record that a paid order of the caller has products opened from these searches',
    access: 'visitor',
    rate: 'event',
    body: z.object({
      searches: z.array(searchId).min(1).max(maxSearchesPerOrder),
      /** Id or number of the order; guests send its token in the X-Order-Token header. */
      order: reference,
    }),
    response: nothing,
  },
  getSearchReport: {
    method: 'GET',
    path: '/search/report',
    summary: `Queries of the last ${searchReportDays} days, from ${minAskers} askers on`,
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    query: z.object({
      /** Matches part of the query. */
      search: queryString(maxQueryLength),
      /** Only queries that had no result at least once. */
      withoutResults: queryFlag,
      sort: queryChoice(searchReportSorts),
      ...pagingQuery,
    }),
    response: z.object({
      rows: z.array(searchReportRow),
      pagination,
      /** Sums over all recorded searches, also of queries that are not shown. */
      totals: z.object(searchCounts),
    }),
  },
});
