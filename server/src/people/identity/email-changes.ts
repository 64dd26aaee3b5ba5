import { and, eq, gt, gte, isNull } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { queueMail } from '../../foundations/notifications/mail-requests.ts';
import { noticeLifetimeMs } from '../../foundations/notifications/security-notices.ts';
import { idOfSigned, signedId } from '../../platform/crypto/signed-id.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { changeEmail } from './change-email.ts';
import { mapTakenEmail } from './create-user.ts';
import { endAllAccess } from './end-access.ts';
import { emailChanges, users } from './identity.tables.ts';
import { expiredLink } from './one-time-token.ts';
import { mailResetLink } from './passwords/request-password-reset.ts';
import type { UserRow } from './user.queries.ts';

const purpose = 'undo email change';
type EmailChange = typeof emailChanges.$inferSelect;

/**
 * Mails an undo link to the old address. Only a verified address gets one: otherwise a stranger's account registered
 * with it could be confirmed by the link.
 */
export async function mailEmailUndo(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  before: Pick<UserRow, 'id' | 'email' | 'emailVerified'>,
  newEmail: string,
  now: Date,
): Promise<void> {
  if (!before.emailVerified || (await closeChangesOf(tx, before.id, newEmail, now))) return;
  const id = newId('emc');
  const expiresAt = new Date(now.getTime() + noticeLifetimeMs);
  await tx
    .insert(emailChanges)
    .values({ id, userId: before.id, oldEmail: before.email, changedAt: now, expiresAt });
  await queueMail(tx, jobs, {
    kind: 'security-notice',
    eventKey: newId('sec'),
    userId: before.id,
    notice: 'email-changed',
    emailChangeId: id,
    occurredAt: now.toISOString(),
  });
}

/**
 * Closes a user's open changes if this address is the one they replaced; returns false if there are none. A new change
 * back to the old address would otherwise mail an undo link to the attacker's address.
 */
async function closeChangesOf(tx: Tx, userId: string, email: string, now: Date): Promise<boolean> {
  const open = and(
    eq(emailChanges.userId, userId),
    isNull(emailChanges.usedAt),
    gt(emailChanges.expiresAt, now),
  );
  const [earlier] = await tx
    .select({ changedAt: emailChanges.changedAt })
    .from(emailChanges)
    .where(and(open, eq(emailChanges.oldEmail, email)))
    .orderBy(emailChanges.changedAt)
    .limit(1);
  if (!earlier) return false;
  await tx
    .update(emailChanges)
    .set({ usedAt: now })
    .where(and(open, gte(emailChanges.changedAt, earlier.changedAt)));
  return true;
}

/** Returns the replaced address and its undo link; null once it was used or has expired. */
export async function readEmailUndo(
  { db, secret, now, environment }: Pick<Deps, 'db' | 'secret' | 'now' | 'environment'>,
  id: string,
): Promise<{ to: string; undoLink: string } | null> {
  const [change] = await db.select().from(emailChanges).where(isOpen(id, now()));
  if (!change) return null;
  const undoLink = `${environment.publicUrl}/undo-email-change#token=${signedId(secret, purpose, id)}`;
  return { to: change.oldEmail, undoLink };
}

/**
 * Returns the confirmed address that a user had at that time, or undefined if no later change replaced it. A queued
 * notice would otherwise go to the attacker who has changed the address since.
 */
export async function findReplacedEmail(
  db: Queryable,
  userId: string,
  time: Date,
): Promise<string | undefined> {
  const [change] = await db
    .select({ oldEmail: emailChanges.oldEmail })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.changedAt, time)))
    .orderBy(emailChanges.changedAt)
    .limit(1);
  return change?.oldEmail;
}

/**
 * Restores the replaced address, ends all access, which an attacker may have prepared, and mails a link to choose a new
 * password. The link works once.
 */
export async function undoEmailChange(
  deps: Pick<Deps, 'db' | 'secret' | 'now' | 'jobs'>,
  token: string,
): Promise<void> {
  const id = idOfSigned(deps.secret, purpose, token);
  if (!id) throw expiredLink();
  const write = inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const [emailChange] = await tx.select().from(emailChanges).where(isOpen(id, now));
    if (!emailChange) throw expiredLink();
    const { userId } = emailChange;
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    // The second of two concurrent calls waits for the lock and finds the change undone.
    if (!user || !(await restoreEmail(tx, emailChange, now))) throw expiredLink();
    await recordAudit(tx, { actorId: userId, action: 'undo email change', subject: `user ${userId}` });
    if (user.status === 'active') await mailResetLink(tx, deps, user, now);
  });
  await mapTakenEmail(write);
}

/**
 * Restores the address that a user had at that time, if it can still be undone. The caller has locked the user's row.
 */
export async function restoreEmailOf(tx: Tx, userId: string, time: Date, now: Date): Promise<void> {
  const [emailChange] = await tx
    .select()
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.userId, userId),
        gt(emailChanges.changedAt, time),
        isNull(emailChanges.usedAt),
        gt(emailChanges.expiresAt, now),
      ),
    )
    .orderBy(emailChanges.changedAt)
    .limit(1);
  if (emailChange) await restoreEmail(tx, emailChange, now);
}

/** Restores the address before a change and before later ones, whose links would restore an attacker's. */
async function restoreEmail(tx: Tx, emailChange: EmailChange, now: Date): Promise<boolean> {
  const { id, userId, changedAt, oldEmail } = emailChange;
  const isUndone = and(
    eq(emailChanges.userId, userId),
    gte(emailChanges.changedAt, changedAt),
    isNull(emailChanges.usedAt),
  );
  const used = await tx
    .update(emailChanges)
    .set({ usedAt: now })
    .where(isUndone)
    .returning({ id: emailChanges.id });
  if (!used.some((change) => change.id === id)) return false;
  await changeEmail(tx, userId, { email: oldEmail, isConfirmed: true }, now);
  await endAllAccess(tx, userId);
  return true;
}

const isOpen = (id: string, now: Date) =>
  and(eq(emailChanges.id, id), isNull(emailChanges.usedAt), gt(emailChanges.expiresAt, now));
