import type { PasskeyResponse } from '@reprise/contract/people/identity/passkeys';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { users } from '../identity.tables.ts';
import { recordFailedSignIn } from '../sessions/failed-sign-in.ts';
import type { Client } from '../sessions/open-session.ts';
import { beginSession, type SignedIn } from '../sessions/sign-in.ts';
import { markPasskeyUsed, verifyPasskey } from './verify-passkey.ts';

/**
 * Opens a session for an active user's passkey, without a second factor: the passkey is a possession, and its device has
 * verified the user. Every failure throws the same problem.
 */
export async function signInWithPasskey(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'environment'>,
  { response, deviceToken }: { response: PasskeyResponse; deviceToken?: string | undefined },
  caller: Client,
): Promise<SignedIn> {
  const client = { ...caller, deviceToken };
  const verdict = await verifyPasskey(deps, 'sign-in', null, response);
  const userId = verdict.passkey?.userId ?? null;
  const signedIn = await inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    if (verdict.reason !== null) {
      await recordFailedSignIn(tx, userId, verdict.reason, client, now);
      return null;
    }
    const [user] = await tx
      .select()
      .from(users)
      .where(eq(users.id, verdict.passkey.userId))
      .for('no key update');
    if (user?.status !== 'active' || !(await markPasskeyUsed(tx, verdict, now))) {
      await recordFailedSignIn(tx, user?.id ?? null, 'not active', client, now);
      return null;
    }
    return beginSession(tx, deps, user, client, now, { isByFactor: true });
  });
  if (!signedIn) throw passkeyRejected();
  return signedIn;
}

function passkeyRejected(): Problem {
  return new Problem(
    'INVALID_CREDENTIALS',
    'This passkey could not be used. Sign in with your password instead.',
  );
}
