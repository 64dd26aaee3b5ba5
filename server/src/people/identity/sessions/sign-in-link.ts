import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { queueMail } from '../../../foundations/notifications/mail-requests.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { users } from '../identity.tables.ts';
import { findTokenOwner, issueMailedToken, readMailedToken, tokenLink } from '../one-time-token.ts';
import type { UserWithPassword } from '../passwords/password-account.ts';
import { countSignInLink, uncountSignInAttempt } from '../passwords/password-attempts.ts';
import { userNotFound } from '../user.queries.ts';
import { recordFailedSignIn } from './failed-sign-in.ts';
import { isKnownDevice } from './known-devices.ts';
import type { Client } from './open-session.ts';

/** Constant response time, longer than the work takes: timing would otherwise disclose a correct password. */
const responseTimeMs = 150;

/** Access past the limit of wrong passwords: unrestricted for a known device, with a mailed link, or blocked. */
export type SignInAccess = 'open' | 'link' | 'blocked';

export async function checkSignInAccess(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  account: UserWithPassword | undefined,
  client: Client,
  signInLink: string | undefined,
): Promise<SignInAccess> {
  // Queried for unknown emails too, because the response time would otherwise disclose them.
  const userId = account?.user.id ?? '';
  if (await isKnownDevice(db, userId, client)) return 'open';
  return (await isSignInLinkOf(db, userId, signInLink, now())) ? 'link' : 'blocked';
}

export async function isSignInLinkOf(
  db: Queryable,
  userId: string,
  signInLink: string | undefined,
  now: Date,
): Promise<boolean> {
  if (signInLink === undefined) return false;
  return (await findTokenOwner(db, 'sign-in-link', signInLink, now)) === userId;
}

/**
 * Mails a link after a correct password only, so that strangers cannot use up the three per hour. `recordFailure` audits
 * any other attempt and is null for a correct password; both take the same time.
 */
export async function offerSignInLink(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret' | 'environment'>,
  email: string,
  account: UserWithPassword | undefined,
  client: Client,
  recordFailure: (() => Promise<void>) | null,
): Promise<void> {
  const mail = async ({ user: { id } }: UserWithPassword) => {
    await uncountSignInAttempt(deps, email);
    const isWithinBudget = await countSignInLink(deps.db, id);
    await inTransaction(deps.db, async (tx) => {
      await recordFailedSignIn(tx, id, 'sign-in link needed', client, deps.now());
      if (!isWithinBudget) return;
      const tokenId = await issueMailedToken(tx, deps, 'sign-in-link', id, deps.now());
      await queueMail(tx, deps.jobs, { kind: 'sign-in-link', eventKey: newId('sil'), tokenId });
    });
  };
  const work = recordFailure || !account ? recordFailure?.() : mail(account);
  await Promise.all([work, pause(responseTimeMs)]);
}

/** Warns the account's owner, at most once an hour, that someone is guessing the password. */
export async function warnOfAttempts(
  tx: Tx,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  userId: string,
): Promise<void> {
  const hour = now().toISOString().slice(0, 13);
  await queueMail(tx, jobs, { kind: 'sign-in-attempts', eventKey: `attempts ${userId} ${hour}`, userId });
}

/** Returns a sign-in link for a shop without a mail server; the operator passes it on. */
export async function createSignInLink(
  deps: Pick<Deps, 'db' | 'now' | 'secret'>,
  email: string,
  publicUrl: string,
): Promise<string> {
  const tokenId = await inTransaction(deps.db, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.email, email)).for('no key update');
    if (user?.status !== 'active') throw userNotFound();
    await recordAudit(tx, { actorId: null, action: 'make sign-in link', subject: `user ${user.id}` });
    return issueMailedToken(tx, deps, 'sign-in-link', user.id, deps.now());
  });
  const issued = await readMailedToken(deps, 'sign-in-link', tokenId);
  if (!issued) throw new Error('Could not read back the sign-in link.');
  return tokenLink(publicUrl, 'sign-in-link', issued.token);
}

/** Problem that is the same for known and unknown emails, correct and wrong passwords. */
export function signInLinkRequired(): Problem {
  const message =
    'Too many failed attempts for this email address. If your password is correct, we have sent you an email with a link to sign in.';
  return new Problem('SIGN_IN_LINK_REQUIRED', message);
}
