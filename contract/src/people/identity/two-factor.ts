import { z } from 'zod';
import { endpoints, idParams, nothing } from '../../endpoint.ts';
import { isoDateTime, requiredText, text } from '../../wire.ts';
import { currentPassword, deviceToken, session, twoFactorSetup } from './sign-in.ts';

/** Six digits of the authenticator app, or a recovery code; spaces and hyphens are ignored. */
export const oneTimeCode = requiredText(40, 'Enter the code');

/** Current password and, if two-factor is on, a code. */
const factorCredentials = z.object({ currentPassword, code: oneTimeCode.optional() });

/** Recovery codes, returned on creation only. Each replaces a code for one sign-in. */
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
    summary: 'Complete a sign-in with the token of the first step and a code',
    access: 'public',
    rate: 'signIn',
    body: z.object({ twoFactorToken: text(200).min(1), code: oneTimeCode, deviceToken }),
    response: session.extend({ recoveryCodes: recoveryCodes.optional() }),
  },
  getTwoFactor: {
    method: 'GET',
    path: '/users/profile/two-factor',
    summary: "Get the status of the caller's second factor",
    access: 'customer',
    rate: 'read',
    response: z.object({ twoFactor: twoFactorState }),
  },
  beginTwoFactor: {
    method: 'POST',
    path: '/users/profile/two-factor',
    summary: 'Create a secret for an authenticator app; it takes effect once a code of it is confirmed',
    access: 'customer',
    rate: 'recovery',
    body: factorCredentials,
    response: z.object({ setup: twoFactorSetup }),
  },
  confirmTwoFactor: {
    method: 'POST',
    path: '/users/profile/two-factor/confirm',
    summary: 'Turn the new secret on; ends all other sessions',
    access: 'customer',
    rate: 'signIn',
    body: z.object({ code: oneTimeCode }),
    response: z.object({ recoveryCodes }),
    message: 'Two-factor sign-in is on.',
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/users/profile/two-factor/recovery-codes',
    summary: 'Replace the recovery codes',
    access: 'customer',
    rate: 'recovery',
    body: factorCredentials,
    response: z.object({ recoveryCodes }),
  },
  turnOffTwoFactor: {
    method: 'POST',
    path: '/users/profile/two-factor/off',
    summary: 'Turn two-factor sign-in off',
    access: 'customer',
    rate: 'recovery',
    body: factorCredentials,
    response: nothing,
    message: 'Two-factor sign-in is off.',
  },
  resetTwoFactor: {
    method: 'DELETE',
    path: '/users/users/:id/two-factor',
    summary: 'Remove the second factor of a user who lost it; ends all their sessions',
    access: 'admin',
    needs: 'users.manage',
    rate: 'write',
    stepUp: true,
    params: idParams,
    response: nothing,
    message: 'Two-factor sign-in was reset.',
  },
});
