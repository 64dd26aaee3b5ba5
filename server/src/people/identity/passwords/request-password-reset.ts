import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { queueMail } from '../../../foundations/notifications/mail-requests.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { users } from '../identity.tables.ts';
import { countLatestTokens, issueMailedToken } from '../one-time-token.ts';
import type { UserRow } from '../user.queries.ts';

/** Constant response time, longer than the work takes: timing would otherwise disclose which accounts exist. */
const responseTimeMs = 150;
const maxLinksPerHour = 3;

/** Mails a link to choose a new password if an active account has this email; responds the same if none has. */
export async function requestPasswordReset(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>,
  email: string,
): Promise<void> {
  await Promise.all([mailLink(deps, email), pause(responseTimeMs)]);
}

async function mailLink(deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>, email: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    // The lock keeps concurrent requests from exceeding the limit together.
    const [user] = await tx.select().from(users).where(eq(users.email, email)).for('no key update');
    if (user?.status === 'active') await mailResetLink(tx, deps, user, deps.now());
  });
}

/** Mails a link to choose a new password, at most three per hour. The caller has locked the user's row. */
export async function mailResetLink(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'secret'>,
  { id }: Pick<UserRow, 'id'>,
  now: Date,
): Promise<void> {
  if ((await countLatestTokens(tx, 'password-reset', id, now)) >= maxLinksPerHour) return;
  const tokenId = await issueMailedToken(tx, deps, 'password-reset', id, now);
  await queueMail(tx, deps.jobs, { kind: 'password-reset', eventKey: newId('rst'), tokenId });
}
