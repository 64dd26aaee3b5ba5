import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Deps } from '../../deps.ts';
import { queueSecurityNotice } from '../../notifications/security-notices.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { sessions, users } from '../identity.tables.ts';
import { revokeTokens } from '../one-time-token.ts';
import { type FactorProof, lockWithFactor } from '../passwords/reauthenticate.ts';
import { assertMayManage } from '../staff-roles.ts';
import { userNotFound } from '../user.queries.ts';
import { endAllFactors } from './end-all-factors.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { dropSecondFactor, hasSecondFactor, needsSecondFactor } from './second-factor.ts';

/** Back to the password alone, where the store does not demand more. */
export async function turnOffTwoFactor(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>,
  { userId }: Caller,
  proof: FactorProof,
): Promise<void> {
  await lockWithFactor(deps, userId, proof, async (tx, user) => {
    if (await needsSecondFactor(tx, user.role)) {
      const message =
        'Administrators of this store sign in with a second factor. Set up another app instead.';
      throw new Problem('TWO_FACTOR_REQUIRED', message);
    }
    if (!(await dropSecondFactor(tx, userId))) return;
    await recordAudit(tx, { actorId: userId, action: 'turn off two-factor', subject: `user ${userId}` });
    await queueSecurityNotice(tx, deps, userId, { notice: 'two-factor-off' }, deps.now());
  });
}

/** New recovery codes for somebody who has a second factor; the old ones are gone. */
export async function renewRecoveryCodes(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>,
  { userId }: Caller,
  proof: FactorProof,
): Promise<string[]> {
  return lockWithFactor(deps, userId, proof, async (tx) => {
    if (!(await hasSecondFactor(tx, userId))) {
      throw new Problem('NOT_FOUND', 'Set up two-factor sign-in first.');
    }
    await recordAudit(tx, { actorId: userId, action: 'renew recovery codes', subject: `user ${userId}` });
    await queueSecurityNotice(tx, deps, userId, { notice: 'recovery-codes-renewed' }, deps.now());
    return makeRecoveryCodes(tx, userId, deps.now());
  });
}

/**
 * For somebody who lost phone and codes: their second factor, passkeys and sessions are gone, which may be in the
 * hands of whoever has the phone. `actorId` and `jobs` are null for the operator at the machine, who queues no mail.
 */
export async function resetTwoFactor(
  deps: Pick<Deps, 'db' | 'now'> & { jobs: Deps['jobs'] | null },
  userId: string,
  actorId: string | null,
): Promise<void> {
  if (userId === actorId) {
    throw new Problem('OWN_TWO_FACTOR', 'Change your own two-factor sign-in in your profile.');
  }
  await inTransaction(deps.db, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!user) throw userNotFound();
    await assertMayManage(tx, actorId, user);
    if (!(await endAllFactors(tx, userId))) {
      throw new Problem('NOT_FOUND', 'This user has no two-factor sign-in and no passkeys.');
    }
    await revokeTokens(tx, userId, ['second-factor']);
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    await recordAudit(tx, { actorId, action: 'reset two-factor', subject: `user ${userId}` });
    const { jobs } = deps;
    if (jobs) await queueSecurityNotice(tx, { jobs }, userId, { notice: 'factors-reset' }, deps.now());
  });
}
