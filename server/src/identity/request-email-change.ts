import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { queueMail } from '../notifications/mail-requests.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import { users } from './identity.tables.ts';
import { issueMailedToken, revokeTokens } from './one-time-token.ts';
import { takeEmailChangeMail } from './passwords/password-attempts.ts';

/** Throws RATE_LIMITED past three mails an hour. Counted before the transaction, free and taken addresses alike. */
export async function countEmailChange({ db }: Pick<Deps, 'db'>, userId: string): Promise<void> {
  if (await takeEmailChangeMail(db, userId)) return;
  const message =
    'We have sent three links for a new email address already. Look for them in your mail, or try again in an hour.';
  throw new Problem('RATE_LIMITED', message, { retryAfterSeconds: 3600 });
}

/**
 * Keeps an address as pending and mails to it. The work is the same whether another account has the address: only the
 * mail differs, when it is sent.
 */
export async function requestEmailChange(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'secret'>,
  userId: string,
  pendingEmail: string,
  now: Date,
): Promise<void> {
  await tx.update(users).set({ pendingEmail, updatedAt: now }).where(eq(users.id, userId));
  // A link that went to another address must not confirm this one.
  await revokeTokens(tx, userId, ['email-change']);
  const tokenId = await issueMailedToken(tx, deps, 'email-change', userId, now);
  await queueMail(tx, deps.jobs, { kind: 'email-change', eventKey: newId('ech'), tokenId });
}

export async function giveUpEmailChange(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.update(users).set({ pendingEmail: null, updatedAt: now }).where(eq(users.id, userId));
  await revokeTokens(tx, userId, ['email-change']);
}
