import type { TwoFactorDemand } from '@reprise/contract/people/identity/sign-in';
import type { User } from '@reprise/contract/people/identity/user';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { queueSecurityNotice } from '../../../foundations/notifications/security-notices.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { claimOrders } from '../../../sales/orders/claim-orders.ts';
import { users } from '../identity.tables.ts';
import { issueToken, revokeTokens } from '../one-time-token.ts';
import { countPasskeys } from '../passkeys/verify-passkey.ts';
import { findByEmail, findById, type UserWithPassword } from '../passwords/password-account.ts';
import { countSignInAttempt, uncountSignInAttempt } from '../passwords/password-attempts.ts';
import { isPassword } from '../passwords/password-hash.ts';
import { meetsPolicy } from '../passwords/password-policy.ts';
import { renewPasswordHash } from '../passwords/renew-password-hash.ts';
import { mailResetLink } from '../passwords/request-password-reset.ts';
import { hasSecondFactor, needsSecondFactor, offerSecret } from '../two-factor/second-factor.ts';
import { toUser, type UserRow } from '../user.queries.ts';
import { deviceName } from './device-name.ts';
import { recordFailedSignIn } from './failed-sign-in.ts';
import { isKnownDevice, rememberDevice } from './known-devices.ts';
import { type Client, openSession } from './open-session.ts';
import {
  checkSignInAccess,
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
  /** Token of a mailed sign-in link. */
  signInLink?: string | undefined;
};
type SignInDeps = Pick<Deps, 'db' | 'now' | 'jobs' | 'secret' | 'environment'>;

/**
 * Opens a session for an active user's email and password; throws TWO_FACTOR_REQUIRED with a token for the second factor
 * if one is required. All failures take the same work and throw the same problem, so as not to disclose accounts; after 50 wrong passwords per hour and email
 * an unknown device also needs a mailed link, which stops guessing from many networks.
 */
export async function signIn(
  deps: SignInDeps,
  { email, password, deviceToken, signInLink }: Credentials,
  caller: Client,
): Promise<SignedIn> {
  const client = { ...caller, deviceToken };
  const attempts = await countSignInAttempt(deps, email);
  const account = await findByEmail(deps.db, email);
  const access = attempts.isExceeded ? await checkSignInAccess(deps, account, client, signInLink) : 'open';
  const isCorrect = await isPassword(password, account?.passwordHash ?? null);
  const canSignIn = account?.user.status === 'active' && isCorrect;
  const recordFailure = () => auditFailure(deps, account, isCorrect, attempts.isFirstExceeded, client);
  if (access === 'blocked') {
    await offerSignInLink(deps, email, account, client, canSignIn ? null : recordFailure);
    throw signInLinkRequired();
  }
  if (!canSignIn) {
    await recordFailure();
    throw invalidCredentials();
  }
  await uncountSignInAttempt(deps, email);
  const checked = await renewPasswordHash(deps.db, account, password);
  const outcome = await inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const user = await lockUnchangedUser(tx, checked);
    if (access === 'link' && !(await isSignInLinkOf(tx, user.id, signInLink, now))) {
      throw signInLinkRequired();
    }
    if (!(await isPasswordAllowed(tx, user, password))) {
      await mailResetLink(tx, deps, user, now);
      return null;
    }
    if (signInLink !== undefined) await revokeTokens(tx, user.id, ['sign-in-link']);
    const demand = await demandSecondFactor(tx, deps, user, now);
    return demand ?? beginSession(tx, deps, user, client, now);
  });
  if (outcome === null) throw passwordResetRequired();
  if ('twoFactorToken' in outcome) throw twoFactorRequired(outcome);
  return outcome;
}

/** Audits a failed sign-in, and warns the account's owner of the 51st within an hour. */
async function auditFailure(
  deps: SignInDeps,
  account: UserWithPassword | undefined,
  isCorrect: boolean,
  isFirstExceeded: boolean,
  client: Client,
): Promise<void> {
  const reason = !account ? 'unknown address' : isCorrect ? 'not active' : 'wrong password';
  await inTransaction(deps.db, async (tx) => {
    await recordFailedSignIn(tx, account?.user.id ?? null, reason, client, deps.now());
    if (isFirstExceeded && account?.user.status === 'active') await warnOfAttempts(tx, deps, account.user.id);
  });
}

/** Returns false for a password chosen before its user became staff, if it violates the staff policy. */
async function isPasswordAllowed(tx: Tx, user: UserRow, password: string): Promise<boolean> {
  if (!user.passwordUnchecked) return true;
  const { passwordPolicy } = await readSettings(tx);
  if (user.role === 'admin' && !meetsPolicy(password, passwordPolicy)) return false;
  await tx.update(users).set({ passwordUnchecked: false }).where(eq(users.id, user.id));
  return true;
}

/** Locks the user; throws if they were banned, or the password was changed, while it was being checked. */
async function lockUnchangedUser(tx: Tx, checked: UserWithPassword): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, checked.user.id)).for('no key update');
  const current = await findById(tx, checked.user.id);
  if (user?.status !== 'active' || current?.passwordHash !== checked.passwordHash) throw invalidCredentials();
  return user;
}

/** Returns null if the password is enough. A user without a required second factor gets the secret to set it up. */
async function demandSecondFactor(
  tx: Tx,
  deps: Pick<Deps, 'secret'>,
  user: UserRow,
  now: Date,
): Promise<TwoFactorDemand | null> {
  const hasFactor = await hasSecondFactor(tx, user.id);
  if (!hasFactor && !(await needsSecondFactor(tx, user.role))) return null;
  // The password alone must not set up an app beside the passkey.
  if (!hasFactor && (await countPasskeys(tx, user.id)) > 0) throw passkeyRequired();
  const twoFactorToken = await issueToken(tx, 'second-factor', user.id, now);
  return hasFactor ? { twoFactorToken } : { twoFactorToken, setup: await offerSecret(tx, deps, user) };
}

/**
 * Opens the session of a fully authenticated user, with everything that belongs to a sign-in. `isByFactor` is true for a
 * sign-in that used a passkey or a code.
 */
export async function beginSession(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  user: UserRow,
  client: Client,
  now: Date,
  { isByFactor = false }: { isByFactor?: boolean } = {},
): Promise<SignedIn> {
  await tx.update(users).set({ lastLoginAt: now }).where(eq(users.id, user.id));
  // Claims guest orders placed since the last sign-in.
  if (user.emailVerified) await claimOrders(tx, user.id, user.email);
  // The first sign-in of an invited user is always from a new device.
  const isNewDevice = user.lastLoginAt !== null && !(await isKnownDevice(tx, user.id, client));
  const { id, token } = await openSession(tx, user.id, client, now, { isByFactor });
  if (isNewDevice) {
    const detail = deviceName(client.userAgent);
    await queueSecurityNotice(tx, deps, user.id, { notice: 'new-device', detail, subject: id }, now);
  }
  const deviceToken = await rememberDevice(tx, user.id, client, now);
  await recordAudit(tx, { actorId: user.id, action: 'sign in', subject: `user ${user.id}` });
  return { token, user: toUser(user), deviceToken };
}

function invalidCredentials(): Problem {
  return new Problem('INVALID_CREDENTIALS', 'Invalid email or password');
}

function twoFactorRequired(demand: TwoFactorDemand): Problem {
  const message = demand.setup
    ? 'Set up two-factor sign-in to continue.'
    : 'Enter the code from your authenticator app.';
  return new Problem('TWO_FACTOR_REQUIRED', message, { details: demand });
}

function passkeyRequired(): Problem {
  const message =
    'This account signs in with its passkey. If you no longer have it, reset your password: that removes it.';
  return new Problem('PASSKEY_REQUIRED', message);
}

function passwordResetRequired(): Problem {
  const message =
    'Administrators of this store need a stronger password. We sent you an email with a link to choose one.';
  return new Problem('PASSWORD_RESET_REQUIRED', message);
}
