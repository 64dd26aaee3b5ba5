import type { UserRecord } from '@reprise/contract/people/identity/user';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { queueOwnerNotices } from '../../foundations/notifications/security-notices.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { createUser, mapTakenEmail, type NewUser } from './create-user.ts';
import { mailInvitation } from './invite-user.ts';
import { assertMayManage, lockOwners, staffAdded } from './staff-roles.ts';
import { findUserRecord } from './user.queries.ts';

/** Adds a user on behalf of an administrator; an active one gets a mailed link to choose a password. */
export async function addUser(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>,
  input: Omit<NewUser, 'passwordHash' | 'lastLoginAt'>,
  actorId: string | null,
): Promise<UserRecord> {
  const write = inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    if (input.role === 'admin') await lockOwners(tx);
    const user = await createUser(tx, input, now);
    await assertMayManage(tx, actorId, user);
    if (user.status === 'active') await mailInvitation(tx, deps, user, now);
    const { role, status } = user;
    const after = { role, staffRoles: user.staffRoles.join(', ') || undefined, status };
    await recordAudit(tx, { actorId, action: 'add user', subject: `user ${user.id}`, after });
    if (user.staffRoles.length > 0) {
      const facts = staffAdded(user.id, user.staffRoles, actorId);
      await queueOwnerNotices(tx, deps, facts, now, user.id);
    }
    return findUserRecord(tx, user.id);
  });
  return mapTakenEmail(write);
}
