import type { AccountAccess } from '@reprise/contract/people/identity/account-links';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { queueSecurityNotice } from '../../../foundations/notifications/security-notices.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { inTransaction, type Queryable } from '../../../platform/database/database.ts';
import { sessions, users } from '../identity.tables.ts';
import { expiredLink, findTokenOwner, revokeTokens } from '../one-time-token.ts';
import { cancelEmailChange } from '../request-email-change.ts';
import { type EmptyAccount, startEmpty } from '../start-empty.ts';
import { endAllFactors } from '../two-factor/end-all-factors.ts';
import { markEmailVerified } from '../verify-email.ts';
import { endOtherAccess, type KeptAccess, readAccountAccess } from './account-access.ts';
import { assertUncommonPassword } from './common-passwords.ts';
import { setPassword } from './password-account.ts';
import { resetSignInAttempts } from './password-attempts.ts';
import { hashPassword } from './password-hash.ts';
import { assertPasswordPolicy, requirementOf } from './password-policy.ts';

type NewPassword = { token: string; password: string; keep?: KeptAccess | undefined };

/**
 * Sets a new password with a mailed token, ends all sessions, and removes passkeys and API tokens unless `keep` names
 * them. Callers that send only token and password lose all of these. A failed attempt leaves the token valid.
 */
export async function resetPassword(
  deps: Pick<Deps, 'db' | 'now' | 'jobs'>,
  emptyAccount: EmptyAccount,
  { token, password, keep }: NewPassword,
): Promise<void> {
  const owner = await ownerOf(deps.db, token, deps.now());
  if (!owner) throw expiredLink();
  await assertAllowedPassword(deps, owner, password);
  const passwordHash = await hashPassword(password);

  const email = await inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const [user] = await tx.select().from(users).where(eq(users.id, owner)).for('no key update');
    // The second of two concurrent resets waits for the lock and finds the token used.
    if (!user || (await ownerOf(tx, token, now)) !== owner) throw expiredLink();
    await startEmpty(tx, emptyAccount, user, now);
    // A stranger may have registered an unconfirmed address, so all of its access ends.
    if (user.emailVerified) await endOtherAccess(tx, owner, keep);
    else await endAllFactors(tx, owner);
    await setPassword(tx, owner, passwordHash, now);
    await cancelEmailChange(tx, owner, now);
    // Using the mailed link proves access to the mailbox.
    await markEmailVerified(tx, user, now);
    await tx.delete(sessions).where(eq(sessions.userId, owner));
    await revokeTokens(tx, owner);
    await recordAudit(tx, { actorId: owner, action: 'reset password', subject: `user ${owner}` });
    await queueSecurityNotice(tx, deps, owner, { notice: 'password-changed', subject: owner }, now);
    return user.email;
  });
  await resetSignInAttempts(deps.db, email);
}

/** Returns what the password must have that a token sets, and what else opens the account; throws for an invalid token. */
export async function readPasswordRules(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  token: string,
): Promise<{ isInvitation: boolean; requirement: string; access: AccountAccess }> {
  const owner = await ownerOf(db, token, now());
  const [user] = owner ? await db.select().from(users).where(eq(users.id, owner)) : [];
  if (!user) throw expiredLink();
  const policy = user.role === 'admin' ? (await readSettings(db)).passwordPolicy : 'weak';
  return {
    isInvitation: (await findTokenOwner(db, 'invitation', token, now())) !== null,
    requirement: requirementOf(policy),
    access: await readAccountAccess(db, user, now()),
  };
}

/** Returns the owner of a reset or invitation token; null for an invalid one. */
async function ownerOf(db: Queryable, token: string, now: Date): Promise<string | null> {
  return (
    (await findTokenOwner(db, 'password-reset', token, now)) ??
    (await findTokenOwner(db, 'invitation', token, now))
  );
}

async function assertAllowedPassword(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  password: string,
): Promise<void> {
  const [user] = await db.select({ role: users.role }).from(users).where(eq(users.id, userId));
  if (user?.role === 'admin') {
    assertPasswordPolicy(password, (await readSettings(db)).passwordPolicy, 'password');
  }
  await assertUncommonPassword(password, 'password');
}
