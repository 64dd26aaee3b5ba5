import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { isoDateTime } from '../wire.ts';
import { currentPassword } from './identity.ts';
import { passkeyResponse } from './passkeys.ts';
import { oneTimeCode } from './two-factor.ts';

/** How long a sign-in or a step-up counts as a recent proof of identity. */
export const stepUpMinutes = 10;

/** Deletions that a session may do before it needs a recent reauthentication. */
export const maxDeletionsWithoutStepUp = 10;

export const stepUpMethods = ['passkey', 'password', 'code'] as const;
export type StepUpMethod = (typeof stepUpMethods)[number];

export const stepUpEndpoints = endpoints({
  getStepUp: {
    method: 'GET',
    path: '/auth/step-up',
    summary: 'How the caller can prove their identity',
    access: 'customer',
    rate: 'read',
    response: z.object({ methods: z.array(z.enum(stepUpMethods)) }),
  },
  stepUp: {
    method: 'POST',
    path: '/auth/step-up',
    summary: `Prove one's identity by a password, a code or a passkey; counts for ${stepUpMinutes} minutes in this session`,
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
