import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { assertRecentAuthentication } from '../../platform/recent-authentication.ts';
import { users } from './identity.tables.ts';
import { revokeTokens } from './one-time-token.ts';
import { assertMayManage, assertOwnerRemains } from './staff-roles.ts';
import { type UserRow, userNotFound } from './user.queries.ts';

/** Erases personal data in other slices; passed in because those slices import this one. */
export type ErasePersonalData = (
  tx: Tx,
  user: { id: string; email: string; emailVerified: boolean },
) => Promise<Record<string, number>>;

/** Deletes another user on behalf of an administrator. */
export async function deleteUser(
  deps: Pick<Deps, 'db' | 'now'>,
  erasePersonalData: ErasePersonalData,
  userId: string,
  actor: Pick<Caller, 'userId' | 'provedAt'>,
): Promise<void> {
  if (userId === actor.userId) throw new Problem('SELF_DELETE', 'You cannot delete your own account here.');
  await inTransaction(deps.db, async (tx) => {
    const erased = await eraseUser(tx, erasePersonalData, userId, actor.userId);
    // Deleting an administrator revokes a role, which requires recent reauthentication.
    if (erased.role === 'admin') assertRecentAuthentication(actor, deps.now());
  });
}

/** Erases account, sessions, profile and stored mails, and personal data in orders and reviews. */
export async function eraseUser(
  tx: Tx,
  erasePersonalData: ErasePersonalData,
  userId: string,
  actorId: string,
): Promise<UserRow> {
  await assertOwnerRemains(tx, userId);
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  if (!user) throw userNotFound();
  await assertMayManage(tx, actorId, user);
  const erased = await erasePersonalData(tx, user);
  await revokeTokens(tx, userId);
  // Foreign keys cascade to sessions and password.
  await tx.delete(users).where(eq(users.id, userId));
  const { role, status } = user;
  const subject = `user ${userId}`;
  await recordAudit(tx, {
    actorId,
    action: 'delete user',
    subject,
    before: { role, status },
    after: { erased },
  });
  return user;
}
