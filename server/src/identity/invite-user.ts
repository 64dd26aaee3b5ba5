import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Deps } from '../deps.ts';
import { queueMail } from '../notifications/mail-requests.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import { users } from './identity.tables.ts';
import { issueMailedToken, revokeTokens } from './one-time-token.ts';
import { findById } from './passwords/password-account.ts';
import { assertMayManage } from './staff-roles.ts';
import { type UserRow, userNotFound } from './user.queries.ts';

type InviteDeps = Pick<Deps, 'jobs' | 'secret'>;

/** Mails a link to choose a password, valid for a week; revokes the previous one. */
export async function mailInvitation(tx: Tx, deps: InviteDeps, { id }: UserRow, now: Date): Promise<void> {
  await revokeTokens(tx, id, ['invitation']);
  const tokenId = await issueMailedToken(tx, deps, 'invitation', id, now);
  await queueMail(tx, deps.jobs, { kind: 'invitation', eventKey: newId('inv'), tokenId });
}

/** Sends the invitation again to a user without a password. */
export async function inviteUser(
  deps: InviteDeps & Pick<Deps, 'db' | 'now'>,
  userId: string,
  actorId: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!user) throw userNotFound();
    await assertMayManage(tx, actorId, user);
    const hasPassword = (await findById(tx, userId))?.passwordHash !== null;
    if (hasPassword || user.status !== 'active') {
      const message = hasPassword
        ? 'This user already has a password and can reset it on the sign-in page.'
        : `This user is ${user.status}. Activate them first.`;
      throw new Problem('ALREADY_JOINED', message);
    }
    await mailInvitation(tx, deps, user, deps.now());
    await recordAudit(tx, { actorId, action: 'invite user', subject: `user ${userId}` });
  });
}
