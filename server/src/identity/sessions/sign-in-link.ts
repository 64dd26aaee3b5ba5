import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../../notifications/mail-requests.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { users } from '../identity.tables.ts';
import { findTokenOwner, issueMailedToken, readMailedToken, tokenLink } from '../one-time-token.ts';
import type { UserWithPassword } from '../passwords/password-account.ts';
import { takeSignInLink, uncountSignInAttempt } from '../passwords/password-attempts.ts';
import { userNotFound } from '../user.queries.ts';
import { recordFailedSignIn } from './failed-sign-in.ts';
import { isKnownDevice } from './known-devices.ts';
import type { Client } from './open-session.ts';

/** Longer than the work takes, so that its length does not tell a right password from a wrong one. */
const answerAfterMs = 150;

/** How a sign-in goes on past the bound of wrong passwords: as ever, by a mailed link, or not at all. */
export type Passage = 'open' | 'link' | 'blocked';

export async function findPassage(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  found: UserWithPassword | undefined,
  client: Client,
  signInLink: string | undefined,
): Promise<Passage> {
  // Asked for unknown e-mails as well: the time to an answer must not tell them apart.
  const userId = found?.user.id ?? '';
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
 * Mails a link to somebody who gave the right password, so that strangers cannot use up the three an hour. `refused`
 * records the attempt of anybody else; both take the same time.
 */
export async function offerSignInLink(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret' | 'environment'>,
  email: string,
  found: UserWithPassword | undefined,
  client: Client,
  refused: (() => Promise<void>) | null,
): Promise<void> {
  const mail = async ({ user: { id } }: UserWithPassword) => {
    await uncountSignInAttempt(deps, email);
    const isWithinBudget = await takeSignInLink(deps.db, id);
    await inTransaction(deps.db, async (tx) => {
      await recordFailedSignIn(tx, id, 'sign-in link needed', client, deps.now());
      if (!isWithinBudget) return;
      const tokenId = await issueMailedToken(tx, deps, 'sign-in-link', id, deps.now());
      await queueMail(tx, deps.jobs, { kind: 'sign-in-link', eventKey: newId('sil'), tokenId });
    });
  };
  const work = refused || !found ? refused?.() : mail(found);
  await Promise.all([work, pause(answerAfterMs)]);
}

/** Tells the owner once an hour that somebody tries passwords. */
export async function warnOfAttempts(
  tx: Tx,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  userId: string,
): Promise<void> {
  const hour = now().toISOString().slice(0, 13);
  await queueMail(tx, jobs, { kind: 'sign-in-attempts', eventKey: `attempts ${userId} ${hour}`, userId });
}

/** A link for an owner whose shop has no mail server; the operator at the machine hands it over. */
export async function makeSignInLink(
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
  const proof = await readMailedToken(deps, 'sign-in-link', tokenId);
  if (!proof) throw new Error('The sign-in link could not be read back.');
  return tokenLink(publicUrl, 'sign-in-link', proof.token);
}

/** The same for known and unknown e-mails, right and wrong passwords. */
export function signInLinkRequired(): Problem {
  const message =
    'Too many failed attempts for this email address. If your password is right, we sent you an email with a link to sign in.';
  return new Problem('SIGN_IN_LINK_REQUIRED', message);
}
