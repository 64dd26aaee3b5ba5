import { searchAnalyticsEndpoints } from '@reprise/contract/search/search-analytics';
import { type Call, defineCall } from '../define-call.ts';

/** Record a search or a click on its results, without the person: `POST /search/events` */
export const recordSearchEvent: Call<typeof searchAnalyticsEndpoints.recordSearchEvent> = /* @__PURE__ */ defineCall(searchAnalyticsEndpoints.recordSearchEvent);

/** Record that a paid order of the caller has products opened from these searches: `POST /search/purchases` */
export const recordSearchPurchase: Call<typeof searchAnalyticsEndpoints.recordSearchPurchase> = /* @__PURE__ */ defineCall(searchAnalyticsEndpoints.recordSearchPurchase);

/** Queries of the last 90 days, from 3 askers on: `GET /search/report` */
export const getSearchReport: Call<typeof searchAnalyticsEndpoints.getSearchReport> = /* @__PURE__ */ defineCall(searchAnalyticsEndpoints.getSearchReport);
