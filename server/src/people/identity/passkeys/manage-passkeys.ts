import { maxPasskeys, type Passkey, type PasskeyResponse } from '@reprise/contract/people/identity/passkeys';
import { Problem } from '@reprise/contract/problem';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { queueSecurityNotice } from '../../../foundations/notifications/security-notices.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { databaseFault } from '../../../platform/database/database-fault.ts';
import { newId } from '../../../platform/database/new-id.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { passkeys, sessions, users } from '../identity.tables.ts';
import { findById } from '../passwords/password-account.ts';
import { assertFactorProof, recordProof } from '../sessions/factor-proof.ts';
import { userNotFound } from '../user.queries.ts';
import { challengeOf, consumeChallenge, storeChallenge } from './passkey-challenges.ts';
import { relyingPartyOf } from './relying-party.ts';
import { countPasskeys, listPasskeyRows, type PasskeyRow } from './verify-passkey.ts';

type PasskeyDeps = Pick<Deps, 'db' | 'now' | 'environment'>;

export async function listPasskeys({ db }: Pick<Deps, 'db'>, userId: string): Promise<Passkey[]> {
  return (await listPasskeyRows(db, userId)).map(toPasskey);
}

/** Returns the options for `navigator.credentials.create`. Authenticators with a passkey of the user are excluded. */
export async function beginPasskey(
  { db, now, environment }: PasskeyDeps,
  { userId, sessionId, email, name }: Caller,
): Promise<Record<string, unknown>> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const own = await listPasskeyRows(db, userId);
  assertBelowLimit(own.length);
  const options = await generateRegistrationOptions({
    rpName: (await readSettings(db)).storeName,
    rpID: relyingPartyOf(environment).id,
    userID: new Uint8Array(Buffer.from(userId, 'utf8')),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    // A discoverable credential signs in without an email; user verification makes it both factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await inTransaction(db, async (tx) => {
    await lockUser(tx, userId);
    await assertSession(tx, sessionId);
    await storeChallenge(tx, options.challenge, { purpose: 'add', userId }, now());
  });
  return { ...options };
}

/** Stores a new passkey of the caller; throws VALIDATION_ERROR for an invalid response. */
export async function addPasskey(
  deps: PasskeyDeps & Pick<Deps, 'jobs'>,
  caller: Caller,
  { name, response }: { name: string; response: PasskeyResponse },
): Promise<Passkey> {
  const { userId, sessionId } = caller;
  const credential = await verifyNewPasskey(deps, userId, response);
  const write = inTransaction(deps.db, async (tx) => {
    await lockUser(tx, userId);
    await assertSession(tx, sessionId);
    await assertFactorProof({ db: tx, now: deps.now }, caller);
    assertBelowLimit(await countPasskeys(tx, userId));
    const now = deps.now();
    const [row] = await tx
      .insert(passkeys)
      .values({ id: newId('psk'), userId, name, ...credential, createdAt: now, updatedAt: now })
      .returning();
    if (!row) throw new Error('Could not insert the passkey.');
    const subject = `user ${userId}`;
    await recordAudit(tx, { actorId: userId, action: 'add passkey', subject, after: { passkey: row.id } });
    await recordProof(tx, caller, { factor: true }, now);
    await queueSecurityNotice(tx, deps, userId, { notice: 'passkey-added', subject: row.id }, now);
    return toPasskey(row);
  });
  return write.catch((error) => {
    throw databaseFault(error)?.kind === 'unique' ? invalidPasskey() : error;
  });
}

async function verifyNewPasskey(
  { db, now, environment }: PasskeyDeps,
  userId: string,
  response: PasskeyResponse,
) {
  const challenge = challengeOf(response.response.clientDataJSON);
  if (!challenge || !(await consumeChallenge(db, challenge, { purpose: 'add', userId }, now())))
    throw invalidPasskey();
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { id, origin } = relyingPartyOf(environment);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(() => {
    throw invalidPasskey();
  });
  if (!verified || !registrationInfo) throw invalidPasskey();
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: response.response.transports ?? [],
    backedUp: credentialBackedUp,
  };
}

export async function renamePasskey(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Caller,
  id: string,
  name: string,
): Promise<Passkey> {
  const [row] = await db
    .update(passkeys)
    .set({ name, updatedAt: now() })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning();
  if (!row) throw passkeyNotFound();
  return toPasskey(row);
}

/** Removes one of the caller's passkeys; throws LAST_SIGN_IN for the last one of an account without a password. */
export async function removePasskey(
  deps: Pick<Deps, 'db' | 'now' | 'jobs'>,
  { userId }: Caller,
  id: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    // The lock keeps two concurrent calls from removing the last two passkeys.
    await lockUser(tx, userId);
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning({ id: passkeys.id });
    if (removed.length === 0) throw passkeyNotFound();
    const hasPassword = (await findById(tx, userId))?.passwordHash != null;
    if (!hasPassword && (await countPasskeys(tx, userId)) === 0) {
      const message = 'This is the only way into your account. Set a password or add another passkey first.';
      throw new Problem('LAST_SIGN_IN', message);
    }
    const subject = `user ${userId}`;
    await recordAudit(tx, { actorId: userId, action: 'remove passkey', subject, before: { passkey: id } });
    await queueSecurityNotice(tx, deps, userId, { notice: 'passkey-removed' }, deps.now());
  });
}

async function lockUser(tx: Tx, userId: string): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (!user) throw userNotFound();
}

/** Throws UNAUTHENTICATED if the session has ended: a passkey added by it would survive a password reset. */
async function assertSession(tx: Tx, sessionId: string): Promise<void> {
  const [session] = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId));
  if (!session) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
}

function assertBelowLimit(count: number): void {
  if (count < maxPasskeys) return;
  const message = `You already have ${maxPasskeys} passkeys. Remove one first.`;
  throw new Problem('PASSKEYS_FULL', message);
}

function invalidPasskey(): Problem {
  return new Problem('VALIDATION_ERROR', 'This passkey could not be added. Please try again.');
}

function passkeyNotFound(): Problem {
  return new Problem('NOT_FOUND', 'This passkey does not exist.');
}

function toPasskey({ id, name, backedUp, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return {
    id,
    name,
    backedUp,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
