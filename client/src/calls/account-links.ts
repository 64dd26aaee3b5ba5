import { accountLinkEndpoints } from '@reprise/contract/identity/account-links';
import { type Call, defineCall } from '../define-call.ts';

/** Mail a single-use link to choose a new password: `POST /auth/forgot-password` */
export const forgotPassword: Call<typeof accountLinkEndpoints.forgotPassword> = /* @__PURE__ */ defineCall(accountLinkEndpoints.forgotPassword);

/** Choose a new password with a mailed token; ends all sessions: `POST /auth/reset-password` */
export const resetPassword: Call<typeof accountLinkEndpoints.resetPassword> = /* @__PURE__ */ defineCall(accountLinkEndpoints.resetPassword);

/** What the password must have that a mailed token sets, and whether the token is an invitation: `POST /auth/password-rules` */
export const getPasswordRules: Call<typeof accountLinkEndpoints.getPasswordRules> = /* @__PURE__ */ defineCall(accountLinkEndpoints.getPasswordRules);

/** Confirm an email address with a mailed token, in the account that requested it; guest orders with the address join the account: `POST /auth/verify-email` */
export const verifyEmail: Call<typeof accountLinkEndpoints.verifyEmail> = /* @__PURE__ */ defineCall(accountLinkEndpoints.verifyEmail);

/** Restore the email address that a change replaced, with a link mailed to it; ends all sessions and removes the password, the second factor and passkeys: `POST /auth/undo-email-change` */
export const undoEmailChange: Call<typeof accountLinkEndpoints.undoEmailChange> = /* @__PURE__ */ defineCall(accountLinkEndpoints.undoEmailChange);

/** Resend the link that confirms the email address or the pending one: `POST /auth/resend-verification` */
export const resendVerification: Call<typeof accountLinkEndpoints.resendVerification> = /* @__PURE__ */ defineCall(accountLinkEndpoints.resendVerification);
