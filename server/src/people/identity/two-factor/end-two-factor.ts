import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { queueSecurityNotice } from '../../../foundations/notifications/security-notices.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { sessions, users } from '../identity.tables.ts';
import { revokeTokens } from '../one-time-token.ts';
import { type FactorCredentials, reauthenticateWithFactor } from '../passwords/reauthenticate.ts';
import { assertMayManage } from '../staff-roles.ts';
import { userNotFound } from '../user.queries.ts';
import { endAllFactors } from './end-all-factors.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { deleteSecondFactor, hasSecondFactor, needsSecondFactor } from './second-factor.ts';

/** Turns two-factor off; throws TWO_FACTOR_ENFORCED if the store requires it of this user. */
export async function turnOffTwoFactor(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>,
  caller: Caller,
  credentials: FactorCredentials,
): Promise<void> {
  const { userId } = caller;
  await reauthenticateWithFactor(deps, caller, credentials, async (tx, user) => {
    if (await needsSecondFactor(tx, user.role)) {
      const message =
        'Administrators of this store sign in with a second factor. Set up another app instead.';
      throw new Problem('TWO_FACTOR_ENFORCED', message);
    }
    if (!(await deleteSecondFactor(tx, userId))) return;
    await recordAudit(tx, { actorId: userId, action: 'turn off two-factor', subject: `user ${userId}` });
    await queueSecurityNotice(tx, deps, userId, { notice: 'two-factor-off' }, deps.now());
  });
}

/** Replaces the recovery codes of a user with a second factor. */
export async function renewRecoveryCodes(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>,
  caller: Caller,
  credentials: FactorCredentials,
): Promise<string[]> {
  const { userId } = caller;
  return reauthenticateWithFactor(deps, caller, credentials, async (tx) => {
    if (!(await hasSecondFactor(tx, userId))) {
      throw new Problem('NOT_FOUND', 'Set up two-factor sign-in first.');
    }
    const now = deps.now();
    await recordAudit(tx, { actorId: userId, action: 'renew recovery codes', subject: `user ${userId}` });
    const facts = { notice: 'recovery-codes-renewed', subject: userId } as const;
    await queueSecurityNotice(tx, deps, userId, facts, now);
    return createRecoveryCodes(tx, userId, now);
  });
}

/**
 * Removes second factor, passkeys and sessions of a user who lost their phone, because its finder may have them. `actorId`
 * and `jobs` are null for the operator's command, which sends no mail.
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
