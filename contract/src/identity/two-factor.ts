import { z } from 'zod';
import { endpoints, idParams, nothing } from '../endpoint.ts';
import { isoDateTime, requiredText, text } from '../wire.ts';
import { currentPassword, deviceToken, session, twoFactorSetup } from './identity.ts';

/** Six digits of the authenticator app, or a recovery code; spaces and hyphens are ignored. */
export const oneTimeCode = requiredText(40, 'Enter the code');

/** The code is required if two-factor is on. */
const factorCredentials = z.object({ currentPassword, code: oneTimeCode.optional() });

/** Shown once, on creation. Each replaces a code for one sign-in. */
const recoveryCodes = z.array(z.string());

export const twoFactorState = z
  .object({
    since: isoDateTime.nullable(),
    recoveryCodesLeft: z.number().int(),
    /** True if the store requires it, so that it cannot be turned off. */
    required: z.boolean(),
  })
  .meta({ id: 'TwoFactorState' });
export type TwoFactorState = z.output<typeof twoFactorState>;

export const twoFactorEndpoints = endpoints({
  passTwoFactor: {
    method: 'POST',
    path: '/auth/two-factor',
    summary: 'The second step of signing in: the token of the first and a code',
    access: 'public',
    rate: 'signIn',
    body: z.object({ twoFactorToken: text(200).min(1), code: oneTimeCode, deviceToken }),
    response: session.extend({ recoveryCodes: recoveryCodes.optional() }),
  },
  getTwoFactor: {
    method: 'GET',
    path: '/users/profile/two-factor',
    summary: "How the caller's second factor stands",
    access: 'customer',
    rate: 'read',
    response: z.object({ twoFactor: twoFactorState }),
  },
  beginTwoFactor: {
    method: 'POST',
    path: '/users/profile/two-factor',
    summary: 'A new secret for an authenticator app; it counts once a code of it is confirmed',
    access: 'customer',
    rate: 'recovery',
    body: factorCredentials,
    response: z.object({ setup: twoFactorSetup }),
  },
  confirmTwoFactor: {
    method: 'POST',
    path: '/users/profile/two-factor/confirm',
    summary: 'Turns the new secret on; ends all other sessions',
    access: 'customer',
    rate: 'signIn',
    body: z.object({ code: oneTimeCode }),
    response: z.object({ recoveryCodes }),
    message: 'Two-factor sign-in is on.',
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/users/profile/two-factor/recovery-codes',
    summary: 'New recovery codes; the old ones no longer count',
    access: 'customer',
    rate: 'recovery',
    body: factorCredentials,
    response: z.object({ recoveryCodes }),
  },
  turnOffTwoFactor: {
    method: 'POST',
    path: '/users/profile/two-factor/off',
    summary: 'Sign in by password alone again',
    access: 'customer',
    rate: 'recovery',
    body: factorCredentials,
    response: nothing,
    message: 'Two-factor sign-in is off.',
  },
  resetTwoFactor: {
    method: 'DELETE',
    path: '/users/users/:id/two-factor',
    summary: 'Take the second factor of somebody who lost it away; ends all their sessions',
    access: 'admin',
    needs: 'users.manage',
    rate: 'write',
    stepUp: true,
    params: idParams,
    response: nothing,
    message: 'Two-factor sign-in was reset.',
  },
});
