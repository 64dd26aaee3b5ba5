import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { isMailBudgetSpent } from '../notifications/mail-budget.ts';
import { queueMail } from '../notifications/mail-requests.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import { users } from './identity.tables.ts';
import { countLatestTokens, issueMailedToken } from './one-time-token.ts';
import { countEmailChange, requestEmailChange } from './request-email-change.ts';
import { userNotFound } from './user.queries.ts';

const maxLinksPerHour = 3;

/** Mails the link that shows that an address is its user's. Called in the transaction that stores the address. */
export async function mailVerification(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'secret'>,
  userId: string,
  now: Date,
): Promise<void> {
  const tokenId = await issueMailedToken(tx, deps, 'verify-email', userId, now);
  await queueMail(tx, deps.jobs, { kind: 'verify-email', eventKey: newId('vfy'), tokenId });
}

/** Sends the link again, a few times an hour: to the pending address if there is one, else to one not verified yet. */
export async function resendVerification(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret' | 'environment'>,
  userId: string,
): Promise<void> {
  const [found] = await deps.db.select().from(users).where(eq(users.id, userId));
  if (!found) throw userNotFound();
  if (found.pendingEmail !== null) return resendEmailChange(deps, userId);
  await inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    // Locked, so that requests at once are counted one after the other.
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!user) throw userNotFound();
    if (user.emailVerified) return;
    // Not asked of a pending address: the answer would tell whether another account has it.
    const isSpent = await isMailBudgetSpent({ ...deps, db: tx }, 'verification', user.email);
    if (isSpent || (await countLatestTokens(tx, 'verify-email', userId, now)) >= maxLinksPerHour) {
      const message =
        'We have sent the link three times already. Look for it among your mails, or try again in an hour.';
      throw new Problem('RATE_LIMITED', message, { retryAfterSeconds: 3600 });
    }
    await mailVerification(tx, deps, userId, now);
  });
}

async function resendEmailChange(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>,
  userId: string,
): Promise<void> {
  await countEmailChange(deps, userId);
  await inTransaction(deps.db, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (user?.pendingEmail) await requestEmailChange(tx, deps, userId, user.pendingEmail, deps.now());
  });
}
