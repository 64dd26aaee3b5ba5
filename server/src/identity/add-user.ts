import type { UserRecord } from '@reprise/contract/identity';
import { recordAudit } from '../platform/audit.ts';
import { inTransaction } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import { createUser, type NewUser, refuseTakenEmail } from './create-user.ts';
import { mailInvitation } from './invite-user.ts';
import { findUserRecord } from './user.queries.ts';

/** An administrator adds a user, who gets a link to choose a password by mail (an inactive one does not). */
export async function addUser(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>,
  input: Omit<NewUser, 'passwordHash' | 'lastLoginAt'>,
  actorId: string | null,
): Promise<UserRecord> {
  const write = inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const user = await createUser(tx, input, now);
    if (user.status === 'active') await mailInvitation(tx, deps, user, now);
    const { role, status } = user;
    const subject = `user ${user.id}`;
    await recordAudit(tx, { actorId, action: 'add user', subject, after: { role, status } });
    return findUserRecord(tx, user.id);
  });
  return refuseTakenEmail(write);
}
