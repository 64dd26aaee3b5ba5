import { privacyEndpoints } from '@reprise/contract/privacy';
import { type Call, defineCall } from '../define-call.ts';

/** Mail a link to the personal data for an email; the response is the same for every email: `POST /privacy/requests` */
export const requestGuestData: Call<typeof privacyEndpoints.requestGuestData> = /* @__PURE__ */ defineCall(privacyEndpoints.requestGuestData);

/** Personal data for the email of the link, which works once: `POST /privacy/requests/open` */
export const openGuestData: Call<typeof privacyEndpoints.openGuestData> = /* @__PURE__ */ defineCall(privacyEndpoints.openGuestData);

/** Erase the personal data for the email of the link: `POST /privacy/requests/erase` */
export const eraseGuestData: Call<typeof privacyEndpoints.eraseGuestData> = /* @__PURE__ */ defineCall(privacyEndpoints.eraseGuestData);
