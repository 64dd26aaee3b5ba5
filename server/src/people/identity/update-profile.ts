import type { UserRecord } from '@reprise/contract/people/identity/user';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { queueSecurityNotice } from '../../foundations/notifications/security-notices.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { users } from './identity.tables.ts';
import { revokeTokens } from './one-time-token.ts';
import { assertUncommonPassword } from './passwords/common-passwords.ts';
import { assertCurrentPassword, wrongCurrentPassword } from './passwords/current-password.ts';
import { findById, setPassword, type UserWithPassword } from './passwords/password-account.ts';
import { hashPassword } from './passwords/password-hash.ts';
import { assertPasswordPolicy } from './passwords/password-policy.ts';
import { assertEmailChangeLimit, cancelEmailChange, requestEmailChange } from './request-email-change.ts';
import { endOtherSessions } from './sessions/end-session.ts';
import { findUserRecord, userNotFound } from './user.queries.ts';

export type ProfileChange = {
  name?: string | undefined;
  email?: string | undefined;
  pendingEmail?: null | undefined;
  phone?: string | null | undefined;
  deliveryEmails?: boolean | undefined;
  alertEmails?: boolean | undefined;
  dealEmails?: boolean | undefined;
  currentPassword?: string | undefined;
  newPassword?: string | undefined;
};

/**
 * Changes the given fields. A new email or password requires the current password; a new email is pending until
 * confirmed, and a new password ends the user's other sessions.
 */
export async function updateProfile(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>,
  caller: Caller,
  change: ProfileChange,
): Promise<UserRecord> {
  const before = await findById(deps.db, caller.userId);
  if (!before) throw userNotFound();
  const newEmail = change.email === before.user.email ? undefined : change.email;
  const isSensitive = newEmail !== undefined || change.newPassword !== undefined;
  if (isSensitive) await assertCurrentPassword(deps, before, change.currentPassword, 'currentPassword');
  const passwordHash = await hashNewPassword(deps, caller, change.newPassword);

  if (newEmail !== undefined) await assertEmailChangeLimit(deps, caller.userId);

  return inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const { name, phone, deliveryEmails, alertEmails, dealEmails } = change;
    const columns = {
      name,
      phone: phone === undefined ? undefined : phone || null,
      deliveryEmails,
      alertEmails,
      dealEmailsSince: consentTime(dealEmails, now),
      updatedAt: now,
    };
    await tx.update(users).set(columns).where(eq(users.id, caller.userId));
    if (isSensitive) {
      await assertPasswordUnchanged(tx, before);
      await revokeTokens(tx, caller.userId, [
        'password-reset',
        'invitation',
        'second-factor',
        'sign-in-link',
      ]);
    }
    if (change.pendingEmail === null) await cancelEmailChange(tx, caller.userId, now);
    if (newEmail !== undefined) await requestEmailChange(tx, deps, caller.userId, newEmail, now);
    if (passwordHash) {
      await setPassword(tx, caller.userId, passwordHash, now);
      await endOtherSessions(tx, caller);
      const facts = { notice: 'password-changed', subject: caller.userId } as const;
      await queueSecurityNotice(tx, deps, caller.userId, facts, now);
    }
    await recordProfileChange(tx, caller.userId, change);
    return findUserRecord(tx, caller.userId);
  });
}

/** Returns the time of consent; repeated consent keeps the first time. */
function consentTime(agrees: boolean | undefined, now: Date): SQL | null | undefined {
  if (!agrees) return agrees === false ? null : undefined;
  return sql`coalesce(${users.dealEmailsSince}, ${now.toISOString()}::timestamptz)`;
}

async function hashNewPassword(
  { db }: Pick<Deps, 'db'>,
  { role }: Caller,
  password: string | undefined,
): Promise<string | null> {
  if (password === undefined) return null;
  if (role === 'admin') {
    assertPasswordPolicy(password, (await readSettings(db)).passwordPolicy, 'newPassword');
  }
  await assertUncommonPassword(password, 'newPassword');
  return hashPassword(password);
}

/** Throws if the password was changed while it was being checked, perhaps by the account's owner. */
async function assertPasswordUnchanged(tx: Tx, { user, passwordHash }: UserWithPassword): Promise<void> {
  const current = await findById(tx, user.id);
  if (current?.passwordHash !== passwordHash)
    throw wrongCurrentPassword('currentPassword', 'This is not your password');
}

/** Audits the names of the changed fields only, because their values are personal data. */
async function recordProfileChange(tx: Tx, userId: string, change: ProfileChange): Promise<void> {
  const { currentPassword: _, ...fields } = change;
  const changed = Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  const entry = { actorId: userId, action: 'change profile', subject: `user ${userId}` };
  await recordAudit(tx, { ...entry, after: { changed } });
}
