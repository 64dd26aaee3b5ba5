import type { User } from '@reprise/contract/identity';
import { Problem } from '@reprise/contract/problem';
import { and, eq } from 'drizzle-orm';
import { recordAudit } from '../platform/audit.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import { users } from './identity.tables.ts';
import { type Client, openSession } from './open-session.ts';
import { findByEmail, findById, type UserWithPassword } from './password-account.ts';
import { isPassword } from './password-hash.ts';
import { toUser, type UserRow } from './user.queries.ts';
import type { ClaimOrders } from './verify-email.ts';

export type SignedIn = { token: string; user: User };

/**
 * Opens a session for the right e-mail and password of an active user. Everything else is refused with the
 * same words after the same work, so that nobody learns which accounts exist or are banned.
 */
export async function signIn(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  claimOrders: ClaimOrders,
  { email, password }: { email: string; password: string },
  client: Client,
): Promise<SignedIn> {
  const found = await findByEmail(deps.db, email);
  const right = await isPassword(password, found?.passwordHash ?? null);
  if (!found || !right || found.user.status !== 'active') {
    deps.log.info({ userId: found?.user.id ?? null, ip: client.ip }, 'sign-in refused');
    throw invalidCredentials();
  }
  return inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const user = await markSignedIn(tx, found, now);
    // What was ordered as a guest since the last time.
    if (user.emailVerified) await claimOrders(tx, user.id, user.email);
    const token = await openSession(tx, user.id, client, now);
    await recordAudit(tx, { actorId: user.id, action: 'sign in', subject: `user ${user.id}` });
    return { token, user: toUser(user) };
  });
}

/** While the password was being checked the user may have been banned, or the password changed. */
async function markSignedIn(tx: Tx, checked: UserWithPassword, now: Date): Promise<UserRow> {
  const [user] = await tx
    .update(users)
    .set({ lastLoginAt: now })
    .where(and(eq(users.id, checked.user.id), eq(users.status, 'active')))
    .returning();
  const current = await findById(tx, checked.user.id);
  if (!user || current?.passwordHash !== checked.passwordHash) throw invalidCredentials();
  return user;
}

function invalidCredentials(): Problem {
  return new Problem('INVALID_CREDENTIALS', 'Invalid email or password');
}
