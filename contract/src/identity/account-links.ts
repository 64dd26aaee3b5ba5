import { z } from 'zod';
import { endpoints, nothing } from '../endpoint.ts';
import { email, newPassword, text } from '../wire.ts';

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
    summary: 'Choose a new password with a mailed token; ends all sessions',
    access: 'public',
    rate: 'recovery',
    body: z.object({ token: text(200).min(1), password: newPassword }),
    response: nothing,
    message: 'Your password has been changed.',
  },
  getPasswordRules: {
    method: 'POST',
    path: '/auth/password-rules',
    summary: 'What the password must have that a mailed token sets, and whether the token is an invitation',
    access: 'public',
    rate: 'lookup',
    body: z.object({ token: text(200).min(1) }),
    response: z.object({ isInvitation: z.boolean(), requirement: z.string() }),
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
