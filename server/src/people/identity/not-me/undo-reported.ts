import type { SecurityNotice } from '@reprise/contract/people/identity/security-notices';
import { and, eq } from 'drizzle-orm';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import type { StoredNotice } from '../../../foundations/notifications/security-notices.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { endApiTokens, revokeApiTokenOf } from '../api-tokens/end-api-tokens.ts';
import { passkeys, recoveryCodes, sessions, twoFactors, users } from '../identity.tables.ts';
import { deletePassword, findById } from '../passwords/password-account.ts';
import { staffRolesOf } from '../staff-roles.ts';
import { deleteSecondFactor } from '../two-factor/second-factor.ts';

type Report = StoredNotice & { subject: string };

/** Undoes what a notice with this subject reports; returns false if it is already gone. */
type UndoReported = (tx: Tx, notice: Report, now: Date) => Promise<boolean>;
export type UndoReports = { [Name in SecurityNotice]?: UndoReported };

/** Notices about the store, for its owners; another account may have acted. */
export const ownerNotices: readonly SecurityNotice[] = [
  'staff-added',
  'payment-keys-changed',
  'mail-server-changed',
  'webhook-added',
  'texts-changed',
];

/** Undoes notices about an account. The others report that something is gone, such as a removed passkey. */
export const undoAccountReports: UndoReports = {
  'new-device': async (tx, { userId, subject }) => {
    const isReported = and(eq(sessions.id, subject), eq(sessions.userId, userId));
    return (await tx.delete(sessions).where(isReported).returning({ id: sessions.id })).length > 0;
  },
  'password-changed': async (tx, { userId }) => {
    const hadPassword = (await findById(tx, userId))?.passwordHash != null;
    await deletePassword(tx, userId);
    return hadPassword;
  },
  'passkey-added': async (tx, { userId, subject }) => {
    const isReported = and(eq(passkeys.id, subject), eq(passkeys.userId, userId));
    return (await tx.delete(passkeys).where(isReported).returning({ id: passkeys.id })).length > 0;
  },
  'two-factor-on': async (tx, { userId, occurredAt }) => {
    const isReported = and(eq(twoFactors.userId, userId), eq(twoFactors.setUpAt, occurredAt));
    return (await tx.$count(twoFactors, isReported)) > 0 && deleteSecondFactor(tx, userId);
  },
  'recovery-codes-renewed': (tx, { userId, occurredAt }) => deleteCodes(tx, userId, occurredAt),
  'recovery-code-used': (tx, { userId }) => deleteCodes(tx, userId),
  'api-token-added': (tx, { userId, subject }) => revokeApiTokenOf(tx, userId, subject),
  'staff-added': withdrawStaffRoles,
};

/** Deletes the recovery codes, or those of one time: the person who used or made them may have all. */
async function deleteCodes(tx: Tx, userId: string, createdAt?: Date): Promise<boolean> {
  const isReported = and(
    eq(recoveryCodes.userId, userId),
    createdAt && eq(recoveryCodes.createdAt, createdAt),
  );
  return (await tx.delete(recoveryCodes).where(isReported).returning({ id: recoveryCodes.id })).length > 0;
}

/** Takes the added staff roles away, with sessions and API tokens. The recipient of the notice stays an owner. */
async function withdrawStaffRoles(tx: Tx, { userId: actorId, subject }: Report, now: Date) {
  const { userId, added } = staffRolesOf(subject);
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  const left = user?.staffRoles.filter((role) => !added.includes(role)) ?? [];
  if (!user || left.length === user.staffRoles.length) return false;
  const role = left.length > 0 ? ('admin' as const) : ('customer' as const);
  await tx.update(users).set({ role, staffRoles: left, updatedAt: now }).where(eq(users.id, userId));
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await endApiTokens(tx, userId);
  await recordAudit(tx, {
    actorId,
    action: 'change user',
    subject: `user ${userId}`,
    before: { role: user.role, staffRoles: user.staffRoles.join(', ') },
    after: { role, staffRoles: left.join(', ') || undefined },
  });
  return true;
}
