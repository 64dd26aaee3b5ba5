import { mailIntroductionEndpoints } from '@reprise/contract/operations/mail-introductions';
import { type Call, defineCall } from '../define-call.ts';

/** Introductions of mails to customers: `GET /notifications/introductions` */
export const listMailIntroductions: Call<typeof mailIntroductionEndpoints.listMailIntroductions> = /* @__PURE__ */ defineCall(mailIntroductionEndpoints.listMailIntroductions);

/** Set the introduction above the text of a mail, or remove it with a blank one: `PUT /notifications/introductions/:kind` */
export const setMailIntroduction: Call<typeof mailIntroductionEndpoints.setMailIntroduction> = /* @__PURE__ */ defineCall(mailIntroductionEndpoints.setMailIntroduction);

/** The mail with example data and this introduction, without sending it: `POST /notifications/introductions/:kind/preview` */
export const previewMailIntroduction: Call<typeof mailIntroductionEndpoints.previewMailIntroduction> = /* @__PURE__ */ defineCall(mailIntroductionEndpoints.previewMailIntroduction);
