import { newsletterEndpoints } from '@reprise/contract/newsletter';
import { type Call, defineCall } from '../define-call.ts';

/** Number of subscribers, next and last campaign of the weekly deals: `GET /newsletter` */
export const getNewsletter: Call<typeof newsletterEndpoints.getNewsletter> = /* @__PURE__ */ defineCall(newsletterEndpoints.getNewsletter);

/** Send the current weekly deals to the caller only: `POST /newsletter/test` */
export const sendTestNewsletter: Call<typeof newsletterEndpoints.sendTestNewsletter> = /* @__PURE__ */ defineCall(newsletterEndpoints.sendTestNewsletter);

/** Unsubscribe with the token of a mail; also one-click unsubscribe (RFC 8058): `POST /newsletter/unsubscribe/:token` */
export const unsubscribe: Call<typeof newsletterEndpoints.unsubscribe> = /* @__PURE__ */ defineCall(newsletterEndpoints.unsubscribe);

/** Undo an unsubscribe within an hour: `POST /newsletter/undo` */
export const undoUnsubscribe: Call<typeof newsletterEndpoints.undoUnsubscribe> = /* @__PURE__ */ defineCall(newsletterEndpoints.undoUnsubscribe);
