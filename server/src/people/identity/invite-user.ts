import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { queueMail } from '../../foundations/notifications/mail-requests.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { users } from './identity.tables.ts';
import { expiredLink, issueMailedToken, readMailedToken, revokeTokens, tokenLink } from './one-time-token.ts';
import { findById } from './passwords/password-account.ts';
import { assertMayManage } from './staff-roles.ts';
import { type UserRow, userNotFound } from './user.queries.ts';

type InviteDeps = Pick<Deps, 'jobs' | 'secret'>;

/** Returns the id of a new link to choose a password, valid for a week; revokes the previous one. */
async function issueInvitation(
  tx: Tx,
  deps: Pick<Deps, 'secret'>,
  { id }: UserRow,
  now: Date,
): Promise<string> {
  await revokeTokens(tx, id, ['invitation']);
  return issueMailedToken(tx, deps, 'invitation', id, now);
}

/** Mails a link to choose a password, valid for a week; revokes the previous one. */
export async function mailInvitation(tx: Tx, deps: InviteDeps, user: UserRow, now: Date): Promise<void> {
  const tokenId = await issueInvitation(tx, deps, user, now);
  await queueMail(tx, deps.jobs, { kind: 'invitation', eventKey: newId('inv'), tokenId });
}

/** Sends the invitation again to a user without a password. */
export async function inviteUser(
  deps: InviteDeps & Pick<Deps, 'db' | 'now'>,
  userId: string,
  actorId: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const user = await lockInvitedUser(tx, userId, actorId);
    await mailInvitation(tx, deps, user, deps.now());
    await recordAudit(tx, { actorId, action: 'invite user', subject: `user ${userId}` });
  });
}

/** Returns a new invitation link to hand over without a mail server; links in earlier mails stop working. */
export async function createInvitationLink(
  deps: Pick<Deps, 'db' | 'now' | 'secret' | 'environment'>,
  userId: string,
  actorId: string,
): Promise<string> {
  const tokenId = await inTransaction(deps.db, async (tx) => {
    const user = await lockInvitedUser(tx, userId, actorId);
    await recordAudit(tx, { actorId, action: 'copy invitation link', subject: `user ${userId}` });
    return issueInvitation(tx, deps, user, deps.now());
  });
  const issued = await readMailedToken(deps, 'invitation', tokenId);
  // Another invitation may have revoked it since the commit.
  if (!issued) throw expiredLink();
  return tokenLink(deps.environment.publicUrl, 'invitation', issued.token);
}

/** Locks and returns a user who has not chosen a password yet. */
async function lockInvitedUser(tx: Tx, userId: string, actorId: string): Promise<UserRow> {
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
  return user;
}
