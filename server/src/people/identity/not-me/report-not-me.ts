import type { NotMeReport } from '@reprise/contract/people/identity/account-links';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { findOpenNotice, markNoticeUsed } from '../../../foundations/notifications/security-notices.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { mapTakenEmail } from '../create-user.ts';
import { restoreEmailOf } from '../email-changes.ts';
import { users } from '../identity.tables.ts';
import { expiredLink } from '../one-time-token.ts';
import { lockOwners } from '../staff-roles.ts';
import { noticeIdOf } from './notice-link.ts';
import { secureAccount } from './secure-account.ts';
import { ownerNotices, type UndoReports, undoAccountReports } from './undo-reported.ts';

/**
 * Undoes what a security mail reports and secures the account that did it, by the link in the mail, once. Undoes a later
 * change of the recipient's address as well: the link to choose a password would otherwise go to the attacker.
 */
export async function reportNotMe(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>,
  undoStoreReports: UndoReports,
  token: string,
): Promise<NotMeReport> {
  const id = noticeIdOf(deps, token);
  if (!id) throw expiredLink();
  const act = inTransaction(deps.db, async (tx): Promise<NotMeReport> => {
    const now = deps.now();
    const notice = await findOpenNotice(tx, id, now);
    if (!notice) throw expiredLink();
    if (ownerNotices.includes(notice.notice)) await assertStillOwner(tx, notice.userId);
    const account = notice.actorId === null ? null : await lockAccount(tx, notice.actorId);
    // The second of two concurrent calls waits for the lock and finds the notice used.
    if (!(await markNoticeUsed(tx, id, now))) throw expiredLink();

    const undo = { ...undoAccountReports, ...undoStoreReports }[notice.notice];
    const { subject } = notice;
    const isUndone = undo && subject !== null ? await undo(tx, { ...notice, subject }, now) : null;
    const isOwn = account?.id === notice.userId;
    if (account && isOwn) await restoreEmailOf(tx, account.id, notice.occurredAt, now);
    if (account) await secureAccount(tx, deps, account, now, { isMailed: isOwn || account.emailVerified });
    const outcome = isUndone === null ? 'none' : isUndone ? 'undone' : 'gone';
    await recordAudit(tx, {
      actorId: notice.userId,
      action: 'report not me',
      subject: `user ${notice.actorId ?? notice.userId}`,
      after: { notice: notice.notice, outcome },
    });
    return { notice: notice.notice, outcome, account: account ? (isOwn ? 'own' : 'other') : 'none' };
  });
  return mapTakenEmail(act);
}

/** Throws FORBIDDEN if the recipient is no active owner: a former one must not act for the store. */
async function assertStillOwner(tx: Tx, userId: string): Promise<void> {
  const owners = await lockOwners(tx);
  if (owners.some(({ id }) => id === userId)) return;
  throw new Problem(
    'FORBIDDEN',
    'This link works for owners of the store only, and you are not one any more.',
  );
}

/** Locks and returns the account; null if it was deleted. */
async function lockAccount(tx: Tx, userId: string) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  return user ?? null;
}
