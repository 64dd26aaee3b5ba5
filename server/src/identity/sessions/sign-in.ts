import type { TwoFactorDemand, User } from '@reprise/contract/identity/identity';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Deps } from '../../deps.ts';
import { queueSecurityNotice } from '../../notifications/security-notices.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { readSettings } from '../../settings/settings.queries.ts';
import { users } from '../identity.tables.ts';
import { issueToken, revokeTokens } from '../one-time-token.ts';
import { findByEmail, findById, type UserWithPassword } from '../passwords/password-account.ts';
import { countSignInAttempt, uncountSignInAttempt } from '../passwords/password-attempts.ts';
import { isPassword } from '../passwords/password-hash.ts';
import { obeysPolicy } from '../passwords/password-policy.ts';
import { renewPasswordHash } from '../passwords/renew-password-hash.ts';
import { mailResetLink } from '../passwords/request-password-reset.ts';
import { hasSecondFactor, needsSecondFactor, offerSecret } from '../two-factor/second-factor.ts';
import { toUser, type UserRow } from '../user.queries.ts';
import type { ClaimOrders } from '../verify-email.ts';
import { deviceName } from './device-name.ts';
import { recordFailedSignIn } from './failed-sign-in.ts';
import { isKnownDevice, rememberDevice } from './known-devices.ts';
import { type Client, openSession } from './open-session.ts';
import {
  findPassage,
  isSignInLinkOf,
  offerSignInLink,
  signInLinkRequired,
  warnOfAttempts,
} from './sign-in-link.ts';

export type SignedIn = { token: string; user: User; deviceToken: string };

type Credentials = {
  email: string;
  password: string;
  deviceToken?: string | undefined;
  /** The token of a mailed sign-in link. */
  signInLink?: string | undefined;
};
type SignInDeps = Pick<Deps, 'db' | 'now' | 'jobs' | 'secret' | 'environment'>;

/**
 * Opens a session for the right e-mail and password of an active user, or asks for the second factor first.
 * Everything else is refused with the same words after the same work, so that nobody learns which accounts exist
 * or are banned. After 50 wrong passwords in an hour for an e-mail, known or not, a device that has never signed in
 * there needs a mailed link besides: guessing from many networks then leads nowhere.
 */
export async function signIn(
  deps: SignInDeps,
  claimOrders: ClaimOrders,
  { email, password, deviceToken, signInLink }: Credentials,
  caller: Client,
): Promise<SignedIn | TwoFactorDemand> {
  const client = { ...caller, deviceToken };
  const attempts = await countSignInAttempt(deps, email);
  const found = await findByEmail(deps.db, email);
  const passage = attempts.isExceeded ? await findPassage(deps, found, client, signInLink) : 'open';
  const right = await isPassword(password, found?.passwordHash ?? null);
  const mayEnter = found?.user.status === 'active' && right;
  if (passage === 'blocked') {
    const refused = mayEnter ? null : () => refuse(deps, found, right, attempts.isFirstExceeded, client);
    await offerSignInLink(deps, email, found, client, refused);
    throw signInLinkRequired();
  }
  if (!mayEnter) {
    await refuse(deps, found, right, attempts.isFirstExceeded, client);
    throw invalidCredentials();
  }
  await uncountSignInAttempt(deps, email);
  const checked = await renewPasswordHash(deps.db, found, password);
  const outcome = await inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const user = await lockUnchanged(tx, checked);
    if (passage === 'link' && !(await isSignInLinkOf(tx, user.id, signInLink, now))) {
      throw signInLinkRequired();
    }
    if (!(await isPasswordFit(tx, user, password))) {
      await mailResetLink(tx, deps, user, now);
      return null;
    }
    if (signInLink !== undefined) await revokeTokens(tx, user.id, ['sign-in-link']);
    const demand = await demandSecondFactor(tx, deps, user, now);
    return demand ?? beginSession(tx, deps, claimOrders, user, client, now);
  });
  if (outcome === null) throw passwordResetRequired();
  return outcome;
}

/** Audits a wrong e-mail or password, and warns the account's owner of the 51st within an hour. */
async function refuse(
  deps: SignInDeps,
  found: UserWithPassword | undefined,
  right: boolean,
  isFirstExceeded: boolean,
  client: Client,
): Promise<void> {
  const reason = !found ? 'unknown address' : right ? 'not active' : 'wrong password';
  await inTransaction(deps.db, async (tx) => {
    await recordFailedSignIn(tx, found?.user.id ?? null, reason, client, deps.now());
    if (isFirstExceeded && found?.user.status === 'active') await warnOfAttempts(tx, deps, found.user.id);
  });
}

/** False for a password that a user chose before becoming staff and that staff may not have. */
async function isPasswordFit(tx: Tx, user: UserRow, password: string): Promise<boolean> {
  if (!user.passwordUnchecked) return true;
  const { passwordPolicy } = await readSettings(tx);
  if (user.role === 'admin' && !obeysPolicy(password, passwordPolicy)) return false;
  await tx.update(users).set({ passwordUnchecked: false }).where(eq(users.id, user.id));
  return true;
}

/** While the password was being checked the user may have been banned, or the password changed. */
async function lockUnchanged(tx: Tx, checked: UserWithPassword): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, checked.user.id)).for('no key update');
  const current = await findById(tx, checked.user.id);
  if (user?.status !== 'active' || current?.passwordHash !== checked.passwordHash) throw invalidCredentials();
  return user;
}

/** Null where the password is enough. Whoever must have a second factor and has none is led to set it up. */
async function demandSecondFactor(
  tx: Tx,
  deps: Pick<Deps, 'secret'>,
  user: UserRow,
  now: Date,
): Promise<TwoFactorDemand | null> {
  const hasOne = await hasSecondFactor(tx, user.id);
  if (!hasOne && !(await needsSecondFactor(tx, user.role))) return null;
  const twoFactorToken = await issueToken(tx, 'second-factor', user.id, now);
  return hasOne ? { twoFactorToken } : { twoFactorToken, setup: await offerSecret(tx, deps, user) };
}

/** The user is who they say, by all that is asked of them: a session, and what belongs to signing in. */
export async function beginSession(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  claimOrders: ClaimOrders,
  user: UserRow,
  client: Client,
  now: Date,
): Promise<SignedIn> {
  await tx.update(users).set({ lastLoginAt: now }).where(eq(users.id, user.id));
  // Claims guest orders placed since the last sign-in.
  if (user.emailVerified) await claimOrders(tx, user.id, user.email);
  // A first sign-in, of somebody who was invited, is from a new device by nature.
  if (user.lastLoginAt !== null && !(await isKnownDevice(tx, user.id, client))) {
    const detail = deviceName(client.userAgent);
    await queueSecurityNotice(tx, deps, user.id, { notice: 'new-device', detail }, now);
  }
  const token = await openSession(tx, user.id, client, now);
  const deviceToken = await rememberDevice(tx, user.id, client, now);
  await recordAudit(tx, { actorId: user.id, action: 'sign in', subject: `user ${user.id}` });
  return { token, user: toUser(user), deviceToken };
}

function invalidCredentials(): Problem {
  return new Problem('INVALID_CREDENTIALS', 'Invalid email or password');
}

function passwordResetRequired(): Problem {
  const message =
    'Administrators of this store need a stronger password. We sent you an email with a link to choose one.';
  return new Problem('PASSWORD_RESET_REQUIRED', message);
}
