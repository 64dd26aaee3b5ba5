import { z } from 'zod';
import { endpoints, nothing } from '../../endpoint.ts';
import { email, mailAddress, newPassword, text } from '../../wire.ts';
import { user, userName } from './user.ts';

// A sign-in accepts passwords that violate newer rules, and does not disclose the rules.
export const currentPassword = z.string('Password is required').min(1, 'Password is required').max(128);

/** Stored by the browser at its last sign-in; an unknown one is ignored. */
export const deviceToken = text(200).optional();

export const credentials = z.object({ email, password: currentPassword });
export const registration = z.object({
  name: userName,
  email: mailAddress,
  password: newPassword,
  /** Subscribes to the weekly deals. */
  dealEmails: z.boolean().optional(),
});

export const session = z.object({
  token: z.string(),
  user,
  /** Identifies a known browser at the next sign-in; grants no access. */
  deviceToken: z.string(),
});

/** Setup key for an authenticator app. */
export const twoFactorSetup = z
  .object({
    /** Base32, for manual entry. */
    secret: z.string(),
    /** otpauth://…, for the QR code. */
    address: z.string(),
  })
  .meta({ id: 'TwoFactorSetup' });
export type TwoFactorSetup = z.output<typeof twoFactorSetup>;

/** Details of TWO_FACTOR_REQUIRED after a correct password: `POST /auth/two-factor` takes token and code. */
export const twoFactorDemand = z
  .object({
    twoFactorToken: z.string(),
    /** Present if the store requires two-factor and the account has none; the first code sets it up. */
    setup: twoFactorSetup.optional(),
  })
  .meta({ id: 'TwoFactorDemand' });
export type TwoFactorDemand = z.output<typeof twoFactorDemand>;

export const signInEndpoints = endpoints({
  login: {
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in with email and password; 401 TWO_FACTOR_REQUIRED has the token for the second factor',
    access: 'public',
    rate: 'signIn',
    body: credentials.extend({
      deviceToken,
      /** Token of a mailed link, after SIGN_IN_LINK_REQUIRED. */
      signInLink: text(200).min(1).optional(),
    }),
    response: session,
  },
  register: {
    method: 'POST',
    path: '/auth/register',
    summary: 'Open a customer account',
    access: 'public',
    rate: 'signUp',
    body: registration.extend({ deviceToken }),
    response: session,
    status: 201,
  },
  getMe: {
    method: 'GET',
    path: '/auth/me',
    summary: 'Get the signed-in user',
    access: 'customer',
    rate: 'read',
    /** `idleMinutes`: idle timeout of the session; null for customers, who have none. */
    response: z.object({ user, idleMinutes: z.number().int().nullable() }),
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session; also succeeds with an expired token',
    access: 'public',
    rate: 'write',
    response: nothing,
    message: 'Signed out',
  },
});
