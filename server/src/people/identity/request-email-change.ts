import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../../foundations/notifications/mail-requests.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { users } from './identity.tables.ts';
import { issueMailedToken, revokeTokens } from './one-time-token.ts';
import { countEmailChangeMail } from './passwords/password-attempts.ts';

/** Throws RATE_LIMITED past three mails per hour. Counts free and taken addresses alike, so as to disclose neither. */
export async function assertEmailChangeLimit({ db }: Pick<Deps, 'db'>, userId: string): Promise<void> {
  if (await countEmailChangeMail(db, userId)) return;
  const message =
    'We have already sent three links for a new email address. Check your mail, or try again in an hour.';
  throw new Problem('RATE_LIMITED', message, { retryAfterSeconds: 3600 });
}

/**
 * Stores a pending address and mails a link to it. Another account's address takes the same path; only the mail differs,
 * when it is sent.
 */
export async function requestEmailChange(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'secret'>,
  userId: string,
  pendingEmail: string,
  now: Date,
): Promise<void> {
  await tx.update(users).set({ pendingEmail, updatedAt: now }).where(eq(users.id, userId));
  // A link mailed to an earlier pending address must not confirm this one.
  await revokeTokens(tx, userId, ['email-change']);
  const tokenId = await issueMailedToken(tx, deps, 'email-change', userId, now);
  await queueMail(tx, deps.jobs, { kind: 'email-change', eventKey: newId('ech'), tokenId });
}

export async function cancelEmailChange(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.update(users).set({ pendingEmail: null, updatedAt: now }).where(eq(users.id, userId));
  await revokeTokens(tx, userId, ['email-change']);
}
