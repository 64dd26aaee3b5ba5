import { alertEndpoints } from '@reprise/contract/alerts';
import { type Call, defineCall } from '../define-call.ts';

/** Alerts of the caller, newest first, at most 200: `GET /users/profile/alerts` */
export const listOwnAlerts: Call<typeof alertEndpoints.listOwnAlerts> = /* @__PURE__ */ defineCall(alertEndpoints.listOwnAlerts);

/** Delete an alert of the caller: `DELETE /users/profile/alerts/:id` */
export const stopOwnAlert: Call<typeof alertEndpoints.stopOwnAlert> = /* @__PURE__ */ defineCall(alertEndpoints.stopOwnAlert);

/** Set an alert: one mail when the product is back in stock or its price drops: `POST /products/:id/alerts` */
export const addAlert: Call<typeof alertEndpoints.addAlert> = /* @__PURE__ */ defineCall(alertEndpoints.addAlert);

/** Delete an alert with the token of its mail: `DELETE /alerts/:token` */
export const stopAlert: Call<typeof alertEndpoints.stopAlert> = /* @__PURE__ */ defineCall(alertEndpoints.stopAlert);
