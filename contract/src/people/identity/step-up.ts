import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { isoDateTime } from '../../wire.ts';
import { passkeyResponse } from './passkeys.ts';
import { currentPassword } from './sign-in.ts';
import { oneTimeCode } from './two-factor.ts';

/** Minutes for which a sign-in or a step-up counts as recent authentication. */
export const stepUpMinutes = 10;

/** Deletions per session before recent authentication is required. */
export const maxDeletionsWithoutStepUp = 10;

export const stepUpMethods = ['passkey', 'password', 'code'] as const;
export type StepUpMethod = (typeof stepUpMethods)[number];

export const stepUpEndpoints = endpoints({
  getStepUp: {
    method: 'GET',
    path: '/auth/step-up',
    summary: "List the caller's step-up methods",
    access: 'customer',
    rate: 'read',
    response: z.object({ methods: z.array(z.enum(stepUpMethods)) }),
  },
  stepUp: {
    method: 'POST',
    path: '/auth/step-up',
    summary: `Reauthenticate with a password, a code or a passkey; valid for ${stepUpMinutes} minutes in this session`,
    access: 'customer',
    rate: 'signIn',
    /** Exactly one is required. */
    body: z.object({
      password: currentPassword.optional(),
      code: oneTimeCode.optional(),
      passkey: passkeyResponse.optional(),
    }),
    response: z.object({ provedUntil: isoDateTime }),
  },
});
