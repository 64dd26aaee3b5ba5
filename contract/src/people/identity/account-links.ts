import { z } from 'zod';
import { endpoints, nothing } from '../../endpoint.ts';
import { email, newPassword, text } from '../../wire.ts';
import { apiToken } from './api-tokens.ts';
import { passkey } from './passkeys.ts';
import { openSession } from './profile.ts';
import { securityNotices } from './security-notices.ts';

/** Ways into an account besides its password. A new password ends each that its person does not keep. */
export const accountAccess = z
  .object({
    passkeys: z.array(passkey.omit({ backedUp: true })),
    apiTokens: z.array(
      apiToken.pick({ id: true, name: true, prefix: true, createdAt: true, lastUsedAt: true }),
    ),
    /** Sessions end in any case. */
    sessions: z.array(openSession.omit({ current: true })),
    /** True if sign-in requires a code as well, which stays. */
    twoFactor: z.boolean(),
    /** False for an address that was not confirmed: a stranger may have prepared the account, so all of it ends. */
    canKeep: z.boolean(),
    /** True if the account loses its name, addresses, cart and lists as well. */
    startsEmpty: z.boolean(),
  })
  .meta({ id: 'AccountAccess' });
export type AccountAccess = z.output<typeof accountAccess>;

const keptIds = z.array(z.string().max(64)).max(100);

/** How the link of a security mail ended. */
const notMeReport = z
  .object({
    notice: z.enum(securityNotices),
    /** `gone`: what the mail reports was removed before; `none`: it reports nothing that can be undone. */
    outcome: z.enum(['undone', 'gone', 'none']),
    /** The account that was signed out: the recipient's own, that of another person, or none. */
    account: z.enum(['own', 'other', 'none']),
  })
  .meta({ id: 'NotMeReport' });
export type NotMeReport = z.output<typeof notMeReport>;

/** Calls that mail a single-use link to an account, or use its token. */
export const accountLinkEndpoints = endpoints({
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    summary: 'Mail a single-use link to choose a new password',
    access: 'public',
    rate: 'recovery',
    body: z.object({ email }),
    response: nothing,
    message: 'If an account with that email exists, a password reset link has been sent.',
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    summary:
      'Choose a new password with a mailed token; ends all sessions and removes passkeys and API tokens that are not kept',
    access: 'public',
    rate: 'recovery',
    body: z.object({
      token: text(200).min(1),
      password: newPassword,
      /** Ids from `POST /auth/password-rules`; without it all are removed. */
      keep: z.object({ passkeys: keptIds.optional(), apiTokens: keptIds.optional() }).optional(),
    }),
    response: nothing,
    message: 'Your password has been changed.',
  },
  getPasswordRules: {
    method: 'POST',
    path: '/auth/password-rules',
    summary:
      'What the password must have that a mailed token sets, whether the token is an invitation, and what else opens the account',
    access: 'public',
    rate: 'lookup',
    body: z.object({ token: text(200).min(1) }),
    response: z.object({ isInvitation: z.boolean(), requirement: z.string(), access: accountAccess }),
  },
  verifyEmail: {
    method: 'POST',
    path: '/auth/verify-email',
    summary:
      'Confirm an email address with a mailed token, in the account that requested it; guest orders with the address join the account',
    access: 'customer',
    rate: 'recovery',
    body: z.object({ token: text(200).min(1) }),
    response: nothing,
    message: 'Your email address is confirmed.',
  },
  undoEmailChange: {
    method: 'POST',
    path: '/auth/undo-email-change',
    summary:
      'Restore the email address that a change replaced, with a link mailed to it; ends all sessions and removes the password, the second factor and passkeys',
    access: 'public',
    rate: 'recovery',
    body: z.object({ token: text(200).min(1) }),
    response: nothing,
    message: 'Your old email address is back.',
  },
  reportNotMe: {
    method: 'POST',
    path: '/auth/not-me',
    summary:
      'Undo what a security mail reports with the link in it: ends the sessions and the password of the account that did it and mails it a link to choose a new one',
    access: 'public',
    rate: 'recovery',
    body: z.object({ token: text(200).min(1) }),
    response: z.object({ report: notMeReport }),
  },
  resendVerification: {
    method: 'POST',
    path: '/auth/resend-verification',
    summary: 'Resend the link that confirms the email address or the pending one',
    access: 'customer',
    rate: 'recovery',
    body: nothing,
    response: nothing,
    message: 'We have sent you a link.',
  },
});
