import { notificationEndpoints } from '@reprise/contract/notifications';
import { type Call, defineCall } from '../define-call.ts';

/** Mails, newest first: `GET /notifications/mails` */
export const listMails: Call<typeof notificationEndpoints.listMails> = /* @__PURE__ */ defineCall(notificationEndpoints.listMails);

/** Send a test mail and return the result: `POST /notifications/test` */
export const sendTestMail: Call<typeof notificationEndpoints.sendTestMail> = /* @__PURE__ */ defineCall(notificationEndpoints.sendTestMail);

/** Resend a mail unchanged: `POST /notifications/mails/:id/resend` */
export const resendMail: Call<typeof notificationEndpoints.resendMail> = /* @__PURE__ */ defineCall(notificationEndpoints.resendMail);

/** One mail: `GET /notifications/mails/:id` */
export const getMail: Call<typeof notificationEndpoints.getMail> = /* @__PURE__ */ defineCall(notificationEndpoints.getMail);
