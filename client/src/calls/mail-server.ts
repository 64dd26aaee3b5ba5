import { mailServerEndpoints } from '@reprise/contract/mail-server';
import { type Call, defineCall } from '../define-call.ts';

/** Mail server and the last result of sending: `GET /notifications/server` */
export const getMailServer: Call<typeof mailServerEndpoints.getMailServer> = /* @__PURE__ */ defineCall(mailServerEndpoints.getMailServer);

/** Connect to a mail server and, if that works, store it; the password is encrypted and never returned: `PUT /notifications/server` */
export const setMailServer: Call<typeof mailServerEndpoints.setMailServer> = /* @__PURE__ */ defineCall(mailServerEndpoints.setMailServer);

/** Remove the stored mail server; email then stays in the mailbox: `DELETE /notifications/server` */
export const removeMailServer: Call<typeof mailServerEndpoints.removeMailServer> = /* @__PURE__ */ defineCall(mailServerEndpoints.removeMailServer);
