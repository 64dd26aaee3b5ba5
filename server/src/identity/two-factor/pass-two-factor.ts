import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Deps } from '../../deps.ts';
import { queueSecurityNotice } from '../../notifications/security-notices.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { sessions, users } from '../identity.tables.ts';
import { findTokenOwner, revokeTokens } from '../one-time-token.ts';
import { recordFailedSignIn } from '../sessions/failed-sign-in.ts';
import type { Client } from '../sessions/open-session.ts';
import { beginSession, type SignedIn } from '../sessions/sign-in.ts';
import type { UserRow } from '../user.queries.ts';
import type { ClaimOrders } from '../verify-email.ts';
import { noticeRecoveryCode } from './recovery-codes.ts';
import { type CodeVerdict, confirmSecret, hasSecondFactor, refuseCode, takeCode } from './second-factor.ts';

type SecondStep = { twoFactorToken: string; code: string; deviceToken?: string | undefined };
type Passed = SignedIn & { recoveryCodes?: string[] };

/**
 * The second step of signing in. Where the account had no second factor, because the store has begun to demand one,
 * the first code of the secret that was shown sets it up and the recovery codes come along.
 */
export async function passTwoFactor(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>,
  claimOrders: ClaimOrders,
  { twoFactorToken, code, deviceToken }: SecondStep,
  caller: Client,
): Promise<Passed> {
  const client = { ...caller, deviceToken };
  // A wrong code is counted, so this commits also when it refuses.
  const outcome = await inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const user = await ownerOf(tx, twoFactorToken, now);
    if (!user) return null;
    const { verdict, recoveryCodes } = await judge(tx, deps, user, code, now);
    if (verdict === 'wrong' || verdict === 'too many') {
      await recordFailedSignIn(tx, user.id, 'wrong second factor', client, now);
      return { verdict, passed: null };
    }
    await revokeTokens(tx, user.id, ['second-factor']);
    const requireCaller = await beginSession(tx, deps, claimOrders, user, client, now);
    if (verdict === 'recovery code') {
      const subject = `user ${user.id}`;
      await recordAudit(tx, { actorId: user.id, action: 'use recovery code', subject });
      await noticeRecoveryCode(tx, deps, user.id, now);
    }
    return { verdict, passed: { ...requireCaller, ...(recoveryCodes.length > 0 && { recoveryCodes }) } };
  });
  if (!outcome) throw startOver();
  refuseCode(outcome.verdict, 'INVALID_CREDENTIALS');
  if (!outcome.passed) throw startOver();
  return outcome.passed;
}

/** User who has just given the right password. Locked, so that the second of two concurrent calls finds the token used. */
async function ownerOf(tx: Tx, token: string, now: Date): Promise<UserRow | null> {
  const owner = await findTokenOwner(tx, 'second-factor', token, now);
  if (!owner) return null;
  const [user] = await tx.select().from(users).where(eq(users.id, owner)).for('no key update');
  const stillOwner = (await findTokenOwner(tx, 'second-factor', token, now)) === owner;
  return user?.status === 'active' && stillOwner ? user : null;
}

async function judge(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'secret'>,
  user: UserRow,
  code: string,
  now: Date,
): Promise<{ verdict: CodeVerdict; recoveryCodes: string[] }> {
  if (await hasSecondFactor(tx, user.id)) {
    return { verdict: await takeCode(tx, deps, user.id, code, now), recoveryCodes: [] };
  }
  const confirmed = await confirmSecret(tx, deps, user.id, code, now);
  if (confirmed.verdict === 'code') {
    // Those were opened without.
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
    await recordAudit(tx, { actorId: user.id, action: 'set up two-factor', subject: `user ${user.id}` });
    await queueSecurityNotice(tx, deps, user.id, { notice: 'two-factor-on' }, now);
  }
  return confirmed;
}

function startOver(): Problem {
  const message = 'This took too long. Please enter your password again.';
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'twoFactorToken', message }] });
}
