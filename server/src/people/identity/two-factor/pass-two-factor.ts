import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { queueSecurityNotice } from '../../../foundations/notifications/security-notices.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { sessions, users } from '../identity.tables.ts';
import { findTokenOwner, revokeTokens } from '../one-time-token.ts';
import { countPasskeys } from '../passkeys/verify-passkey.ts';
import { recordFailedSignIn } from '../sessions/failed-sign-in.ts';
import type { Client } from '../sessions/open-session.ts';
import { beginSession, type SignedIn } from '../sessions/sign-in.ts';
import type { UserRow } from '../user.queries.ts';
import { notifyRecoveryCodeUse } from './recovery-codes.ts';
import {
  assertCodeAccepted,
  type CodeVerdict,
  confirmSecret,
  consumeCode,
  hasSecondFactor,
} from './second-factor.ts';

type SecondFactorInput = { twoFactorToken: string; code: string; deviceToken?: string | undefined };
type SignedInByFactor = SignedIn & { recoveryCodes?: string[] };

/**
 * Completes a sign-in with a code. If the account has no second factor but the store requires one, the first code of the
 * offered secret sets it up, and the result contains the recovery codes.
 */
export async function passTwoFactor(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>,
  { twoFactorToken, code, deviceToken }: SecondFactorInput,
  caller: Client,
): Promise<SignedInByFactor> {
  const client = { ...caller, deviceToken };
  // The transaction also commits after a wrong code, because it counts it.
  const outcome = await inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const user = await ownerOf(tx, twoFactorToken, now);
    if (!user) return null;
    const { verdict, recoveryCodes } = await verifyCode(tx, deps, user, code, now);
    if (verdict === 'wrong' || verdict === 'too many') {
      await recordFailedSignIn(tx, user.id, 'wrong second factor', client, now);
      return { verdict, result: null };
    }
    await revokeTokens(tx, user.id, ['second-factor']);
    const signedIn = await beginSession(tx, deps, user, client, now, { isByFactor: true });
    if (verdict === 'recovery code') {
      const subject = `user ${user.id}`;
      await recordAudit(tx, { actorId: user.id, action: 'use recovery code', subject });
      await notifyRecoveryCodeUse(tx, deps, user.id, now);
    }
    return { verdict, result: { ...signedIn, ...(recoveryCodes.length > 0 && { recoveryCodes }) } };
  });
  if (!outcome) throw startOver();
  assertCodeAccepted(outcome.verdict, 'INVALID_CREDENTIALS');
  if (!outcome.result) throw startOver();
  return outcome.result;
}

/** Returns and locks the active owner of a second-factor token; the second of two concurrent calls finds the token used. */
async function ownerOf(tx: Tx, token: string, now: Date): Promise<UserRow | null> {
  const owner = await findTokenOwner(tx, 'second-factor', token, now);
  if (!owner) return null;
  const [user] = await tx.select().from(users).where(eq(users.id, owner)).for('no key update');
  const stillOwner = (await findTokenOwner(tx, 'second-factor', token, now)) === owner;
  return user?.status === 'active' && stillOwner ? user : null;
}

async function verifyCode(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'secret'>,
  user: UserRow,
  code: string,
  now: Date,
): Promise<{ verdict: CodeVerdict; recoveryCodes: string[] }> {
  if (await hasSecondFactor(tx, user.id)) {
    return { verdict: await consumeCode(tx, deps, user.id, code, now), recoveryCodes: [] };
  }
  // A passkey added since the password was checked: it is the account's second factor.
  if ((await countPasskeys(tx, user.id)) > 0) throw startOver();
  const confirmed = await confirmSecret(tx, deps, user.id, code, now);
  if (confirmed.verdict === 'code') {
    // End sessions that were created without a second factor.
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
    await recordAudit(tx, { actorId: user.id, action: 'set up two-factor', subject: `user ${user.id}` });
    await queueSecurityNotice(tx, deps, user.id, { notice: 'two-factor-on', subject: user.id }, now);
  }
  return confirmed;
}

function startOver(): Problem {
  const message = 'This sign-in has expired. Please enter your password again.';
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'twoFactorToken', message }] });
}
