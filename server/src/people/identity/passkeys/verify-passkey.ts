import type { PasskeyResponse } from '@reprise/contract/people/identity/passkeys';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { passkeys } from '../identity.tables.ts';
import {
  type ChallengePurpose,
  challengeOf,
  consumeChallenge,
  storeChallenge,
} from './passkey-challenges.ts';
import { relyingPartyOf } from './relying-party.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;
type PasskeyDeps = Pick<Deps, 'db' | 'now' | 'environment'>;

/** Outcome of verifying a passkey's response. The reason goes to the audit log, never to the caller. */
export type PasskeyVerdict =
  | { passkey: PasskeyRow; counter: number; backedUp: boolean; reason: null }
  | { passkey: PasskeyRow | null; reason: string };

/** Returns the options for `navigator.credentials.get`: for a sign-in, or for a step-up of one user. */
export async function createPasskeyOptions(
  { db, now, environment }: PasskeyDeps,
  purpose: Exclude<ChallengePurpose, 'add'>,
  userId: string | null,
): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const own = userId === null ? [] : await listPasskeyRows(db, userId);
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(environment).id,
    // A passkey counts as both factors only if its device has verified the user.
    userVerification: 'required',
    // Empty for a sign-in: listing a user's passkeys would disclose which accounts exist.
    allowCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
  await storeChallenge(db, options.challenge, { purpose, userId }, now());
  return { ...options };
}

/**
 * Verifies challenge, origin, relying party, user verification, signature and counter of a response. The challenge is
 * deleted first, so that a response cannot be replayed; `userId` is null for a sign-in.
 */
export async function verifyPasskey(
  { db, now, environment }: PasskeyDeps,
  purpose: Exclude<ChallengePurpose, 'add'>,
  userId: string | null,
  response: PasskeyResponse,
): Promise<PasskeyVerdict> {
  const challenge = challengeOf(response.response.clientDataJSON);
  if (!challenge || !(await consumeChallenge(db, challenge, { purpose, userId }, now()))) {
    return { passkey: null, reason: 'unknown challenge' };
  }
  const [passkey] = await db.select().from(passkeys).where(eq(passkeys.credentialId, response.id));
  if (!passkey || (userId !== null && passkey.userId !== userId)) {
    return { passkey: null, reason: 'unknown passkey' };
  }
  const { userHandle } = response.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString('utf8') !== passkey.userId) {
    return { passkey, reason: 'passkey of another user' };
  }
  try {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { id, origin } = relyingPartyOf(environment);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    });
    if (!verified) return { passkey, reason: 'wrong signature' };
    const { newCounter: counter, credentialBackedUp: backedUp } = authenticationInfo;
    return { passkey, counter, backedUp, reason: null };
  } catch (error) {
    // The library throws for all failures but a wrong signature; a decreased counter indicates a cloned passkey.
    const isCounter = error instanceof Error && error.message.includes('counter value');
    return { passkey, reason: isCounter ? 'passkey counter went back' : 'passkey not valid here' };
  }
}

/**
 * Stores the counter and the time of use. Returns false if the passkey was removed or used during the verification,
 * because the counter has changed.
 */
export async function markPasskeyUsed(
  tx: Tx,
  { passkey, counter, backedUp }: Extract<PasskeyVerdict, { reason: null }>,
  now: Date,
): Promise<boolean> {
  const used = await tx
    .update(passkeys)
    .set({ counter, backedUp, lastUsedAt: now })
    .where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter)))
    .returning({ id: passkeys.id });
  return used.length > 0;
}

export function listPasskeyRows(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(passkeys.createdAt, passkeys.id)
    .limit(100);
}

export function countPasskeys(db: Queryable, userId: string): Promise<number> {
  return db.$count(passkeys, eq(passkeys.userId, userId));
}
