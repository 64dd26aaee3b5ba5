import { feedEndpoints } from '@reprise/contract/catalog/feeds';
import { type Call, defineCall } from '../define-call.ts';

/** The product feeds for marketing services: `GET /feeds` */
export const listFeeds: Call<typeof feedEndpoints.listFeeds> = /* @__PURE__ */ defineCall(feedEndpoints.listFeeds);

/** Switch a product feed on or off: `PUT /feeds/:kind` */
export const updateFeed: Call<typeof feedEndpoints.updateFeed> = /* @__PURE__ */ defineCall(feedEndpoints.updateFeed);

/** Make a product feed anew in the background: `POST /feeds/:kind/refresh` */
export const refreshFeed: Call<typeof feedEndpoints.refreshFeed> = /* @__PURE__ */ defineCall(feedEndpoints.refreshFeed);
