import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { isMailBudgetSpent } from '../../foundations/notifications/mail-budget.ts';
import { queueMail } from '../../foundations/notifications/mail-requests.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { users } from './identity.tables.ts';
import { countLatestTokens, issueMailedToken } from './one-time-token.ts';
import { assertEmailChangeLimit, requestEmailChange } from './request-email-change.ts';
import { userNotFound } from './user.queries.ts';

const maxLinksPerHour = 3;

/** Mails the link that verifies an address. Call it in the transaction that stores the address. */
export async function mailVerification(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'secret'>,
  userId: string,
  now: Date,
): Promise<void> {
  const tokenId = await issueMailedToken(tx, deps, 'verify-email', userId, now);
  await queueMail(tx, deps.jobs, { kind: 'verify-email', eventKey: newId('vfy'), tokenId });
}

/** Mails the link again, at most three per hour: to the pending address if there is one, else to the unverified one. */
export async function resendVerification(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret' | 'environment'>,
  userId: string,
): Promise<void> {
  const [unlocked] = await deps.db.select().from(users).where(eq(users.id, userId));
  if (!unlocked) throw userNotFound();
  if (unlocked.pendingEmail !== null) return resendEmailChange(deps, userId);
  await inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    // The lock keeps concurrent requests from exceeding the limit together.
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!user) throw userNotFound();
    if (user.emailVerified) return;
    // Checked for verified mails only: for a pending address the result would disclose whether another account has it.
    const isSpent = await isMailBudgetSpent({ ...deps, db: tx }, 'verification', user.email);
    if (isSpent || (await countLatestTokens(tx, 'verify-email', userId, now)) >= maxLinksPerHour) {
      const message = 'We have already sent the link three times. Check your mail, or try again in an hour.';
      throw new Problem('RATE_LIMITED', message, { retryAfterSeconds: 3600 });
    }
    await mailVerification(tx, deps, userId, now);
  });
}

async function resendEmailChange(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>,
  userId: string,
): Promise<void> {
  await assertEmailChangeLimit(deps, userId);
  await inTransaction(deps.db, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (user?.pendingEmail) await requestEmailChange(tx, deps, userId, user.pendingEmail, deps.now());
  });
}
