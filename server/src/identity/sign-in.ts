import type { TwoFactorDemand, User } from '@reprise/contract/identity';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../platform/audit.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import { users } from './identity.tables.ts';
import { rememberDevice } from './known-devices.ts';
import { issueProof } from './mailed-proof.ts';
import { type Client, openSession } from './open-session.ts';
import { findByEmail, findById, type UserWithPassword } from './password-account.ts';
import { isPassword } from './password-hash.ts';
import { recordRefusedSignIn } from './refused-sign-in.ts';
import { renewPasswordHash } from './renew-password-hash.ts';
import { hasSecondFactor, needsSecondFactor, offerSecret } from './second-factor.ts';
import { toUser, type UserRow } from './user.queries.ts';
import type { ClaimOrders } from './verify-email.ts';

export type SignedIn = { token: string; user: User; deviceToken: string };

/**
 * Opens a session for the right e-mail and password of an active user, or asks for the second factor first.
 * Everything else is refused with the same words after the same work, so that nobody learns which accounts exist
 * or are banned.
 */
export async function signIn(
  deps: Pick<Deps, 'db' | 'now' | 'secret'>,
  claimOrders: ClaimOrders,
  { email, password, deviceToken }: { email: string; password: string; deviceToken?: string | undefined },
  caller: Client,
): Promise<SignedIn | TwoFactorDemand> {
  const client = { ...caller, deviceToken };
  const found = await findByEmail(deps.db, email);
  const right = await isPassword(password, found?.passwordHash ?? null);
  if (!found || !right || found.user.status !== 'active') {
    const reason = !found ? 'unknown address' : right ? 'not active' : 'wrong password';
    await inTransaction(deps.db, (tx) => recordRefusedSignIn(tx, found?.user.id ?? null, reason, client));
    throw invalidCredentials();
  }
  const checked = await renewPasswordHash(deps.db, found, password);
  return inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const user = await lockUnchanged(tx, checked);
    const demand = await demandSecondFactor(tx, deps, user, now);
    return demand ?? beginSession(tx, claimOrders, user, client, now);
  });
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
  const twoFactorToken = await issueProof(tx, 'second-factor', user.id, now);
  return hasOne ? { twoFactorToken } : { twoFactorToken, setup: await offerSecret(tx, deps, user) };
}

/** The user is who they say, by all that is asked of them: a session, and what belongs to signing in. */
export async function beginSession(
  tx: Tx,
  claimOrders: ClaimOrders,
  user: UserRow,
  client: Client,
  now: Date,
): Promise<SignedIn> {
  await tx.update(users).set({ lastLoginAt: now }).where(eq(users.id, user.id));
  // What was ordered as a guest since the last time.
  if (user.emailVerified) await claimOrders(tx, user.id, user.email);
  const token = await openSession(tx, user.id, client, now);
  const deviceToken = await rememberDevice(tx, user.id, client, now);
  await recordAudit(tx, { actorId: user.id, action: 'sign in', subject: `user ${user.id}` });
  return { token, user: toUser(user), deviceToken };
}

function invalidCredentials(): Problem {
  return new Problem('INVALID_CREDENTIALS', 'Invalid email or password');
}
