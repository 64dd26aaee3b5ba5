import { z } from 'zod';
import { endpoints, idParams, nothing } from '../../endpoint.ts';
import { isoDateTime, requiredText } from '../../wire.ts';
import { deviceToken, session } from './sign-in.ts';

export const maxPasskeys = 20;

export const passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    /** True if the passkey provider syncs it to other devices of the user. */
    backedUp: z.boolean(),
    createdAt: isoDateTime,
    lastUsedAt: isoDateTime.nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.output<typeof passkey>;

const base64url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]*$/, 'Not base64url');

/** JSON result of the WebAuthn call in the browser; only the fields that the server reads. */
export const passkeyResponse = z
  .object({
    id: base64url(1400).min(1),
    rawId: base64url(1400).min(1),
    type: z.literal('public-key'),
    clientExtensionResults: z.object({}).default({}),
    response: z.object({
      clientDataJSON: base64url(8000).min(1),
      attestationObject: base64url(40_000).optional(),
      authenticatorData: base64url(8000).optional(),
      signature: base64url(8000).optional(),
      userHandle: base64url(200).nullish(),
      transports: z.array(z.string().max(40)).max(10).optional(),
    }),
  })
  .meta({ id: 'PasskeyResponse' });
export type PasskeyResponse = z.output<typeof passkeyResponse>;

/** JSON options for the WebAuthn call in the browser. The challenge works once, for five minutes. */
const options = z.object({ options: z.record(z.string(), z.unknown()) });

const name = requiredText(60, 'Enter a name');

export const passkeyEndpoints = endpoints({
  beginPasskeySignIn: {
    method: 'POST',
    path: '/auth/passkey/options',
    summary: 'Create a challenge for signing in with a passkey',
    access: 'public',
    rate: 'signIn',
    body: nothing,
    response: options,
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/auth/passkey',
    summary: 'Sign in with a passkey that verified its user, without a second factor',
    access: 'public',
    rate: 'signIn',
    body: z.object({ response: passkeyResponse, deviceToken }),
    response: session,
  },
  beginPasskeyStepUp: {
    method: 'POST',
    path: '/auth/step-up/options',
    summary: 'Create a challenge for a step-up with a passkey',
    access: 'customer',
    rate: 'write',
    body: nothing,
    response: options,
  },
  listPasskeys: {
    method: 'GET',
    path: '/users/profile/passkeys',
    summary: 'List the caller’s passkeys, oldest first',
    access: 'customer',
    rate: 'read',
    response: z.object({ passkeys: z.array(passkey) }),
  },
  beginPasskey: {
    method: 'POST',
    path: '/users/profile/passkeys/options',
    summary: 'Create a challenge for adding a passkey',
    access: 'customer',
    rate: 'write',
    stepUp: 'factor',
    body: nothing,
    response: options,
  },
  addPasskey: {
    method: 'POST',
    path: '/users/profile/passkeys',
    summary: `Add a passkey, up to ${maxPasskeys}`,
    access: 'customer',
    rate: 'write',
    stepUp: 'factor',
    body: z.object({ name, response: passkeyResponse }),
    response: z.object({ passkey }),
    status: 201,
    message: 'Passkey added.',
  },
  renamePasskey: {
    method: 'PUT',
    path: '/users/profile/passkeys/:id',
    summary: 'Rename one of the caller’s passkeys',
    access: 'customer',
    rate: 'write',
    params: idParams,
    body: z.object({ name }),
    response: z.object({ passkey }),
    message: 'Passkey renamed.',
  },
  removePasskey: {
    method: 'DELETE',
    path: '/users/profile/passkeys/:id',
    summary: 'Remove one of the caller’s passkeys, except the only way to sign in',
    access: 'customer',
    rate: 'write',
    stepUp: 'factor',
    params: idParams,
    response: nothing,
    message: 'Passkey removed.',
  },
});
