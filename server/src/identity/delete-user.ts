import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../platform/audit.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import type { Caller } from '../platform/http/endpoint.ts';
import { assertRecentProof } from '../platform/recent-proof.ts';
import { users } from './identity.tables.ts';
import { revokeTokens } from './one-time-token.ts';
import { assertMayManage, keepOneOwner } from './staff-roles.ts';
import { type UserRow, userNotFound } from './user.queries.ts';

/** Takes the person out of what another slice keeps; handed in, because those know users and not the other way round. */
export type ErasePersonalData = (
  tx: Tx,
  user: { id: string; email: string; emailVerified: boolean },
) => Promise<Record<string, number>>;

/** An administrator deletes somebody else. */
export async function deleteUser(
  deps: Pick<Deps, 'db' | 'now'>,
  erasePersonalData: ErasePersonalData,
  userId: string,
  actor: Pick<Caller, 'userId' | 'provedAt'>,
): Promise<void> {
  if (userId === actor.userId) throw new Problem('SELF_DELETE', 'You cannot delete your own account here.');
  await inTransaction(deps.db, async (tx) => {
    const erased = await eraseUser(tx, erasePersonalData, userId, actor.userId);
    // Deleting an administrator takes a role away.
    if (erased.role === 'admin') assertRecentProof(actor, deps.now());
  });
}

/** Erases account, sessions and profile; the mails we kept; and the person from orders and reviews. */
export async function eraseUser(
  tx: Tx,
  erasePersonalData: ErasePersonalData,
  userId: string,
  actorId: string,
): Promise<UserRow> {
  await keepOneOwner(tx, userId);
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  if (!user) throw userNotFound();
  await assertMayManage(tx, actorId, user);
  const erased = await erasePersonalData(tx, user);
  await revokeTokens(tx, userId);
  // Sessions and password go with the user.
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
