import type { UserRecord, UserStatus } from '@reprise/contract/people/identity/user';
import { permissionsOf } from '@reprise/contract/permissions';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { queueOwnerNotices, queueSecurityNotice } from '../../foundations/notifications/security-notices.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { assertRecentAuthentication } from '../../platform/recent-authentication.ts';
import { endApiTokens } from './api-tokens/end-api-tokens.ts';
import { changeEmail } from './change-email.ts';
import { mapTakenEmail } from './create-user.ts';
import { mailEmailUndo } from './email-changes.ts';
import { endAllAccess } from './end-access.ts';
import { sessions, users } from './identity.tables.ts';
import { mailInvitation } from './invite-user.ts';
import { forgetDevices } from './sessions/known-devices.ts';
import {
  assertMayManage,
  assertOwnerRemains,
  lockOwners,
  type RoleChange,
  type Roles,
  rolesAfter,
  staffAdded,
} from './staff-roles.ts';
import { type EmptyAccount, startEmpty } from './start-empty.ts';
import { endPasskeys } from './two-factor/end-all-factors.ts';
import { findUserRecord, type UserRow, userNotFound } from './user.queries.ts';

type UserChange = RoleChange & {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | null | undefined;
  status?: UserStatus | undefined;
};

/**
 * Changes the given fields; ends the sessions of a user who is no longer active, and API tokens with a lost role. Throws
 * STEP_UP_REQUIRED for a sensitive change without recent authentication.
 */
export async function updateUser(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>,
  emptyAccount: EmptyAccount,
  userId: string,
  change: UserChange,
  actor: Pick<Caller, 'userId' | 'provedAt'>,
): Promise<UserRecord> {
  const write = inTransaction(deps.db, async (tx) => {
    if (mayEndOwnership(change)) await assertOwnerRemains(tx, userId);
    else if (change.role ?? change.staffRoles) await lockOwners(tx);
    const [before] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!before) throw userNotFound();

    const roles = rolesAfter(before, change);
    await assertMayManage(tx, actor.userId, before, roles);
    if (isSensitive(before, { ...change, ...roles })) assertRecentAuthentication(actor, deps.now());

    const { name, email, status } = change;
    const phone = change.phone === undefined ? undefined : change.phone || null;
    const hasNewEmail = email !== undefined && email !== before.email;
    if (hasNewEmail) await changeEmail(tx, userId, { email, isConfirmed: false }, deps.now());
    const gainsRights = gainsPermissions(before, roles);
    const mustAccept = gainsRights && (hasNewEmail || !before.emailVerified);
    let isEmptied = false;
    if (mustAccept) {
      isEmptied = await startEmpty(tx, emptyAccount, { ...before, email: email ?? before.email }, deps.now());
      await endAllAccess(tx, userId);
    } else if (gainsRights && before.role === 'customer') await endAccessOfCustomer(tx, userId);
    // A form sends the phone of the emptied account back unchanged.
    const keptPhone = isEmptied && phone === before.phone ? undefined : phone;
    // A user who has to accept an invitation has not signed in yet.
    const lastLoginAt = mustAccept ? null : undefined;
    const columns = { name, phone: keptPhone, status, lastLoginAt, ...roles, updatedAt: deps.now() };
    const [after] = await tx.update(users).set(columns).where(eq(users.id, userId)).returning();
    if (!after) throw userNotFound();
    if (mustAccept && after.status === 'active') await mailInvitation(tx, deps, after, deps.now());
    if (after.status !== 'active') await tx.delete(sessions).where(eq(sessions.userId, userId));
    if (after.status !== 'active' || isDemoted(before, after)) await endApiTokens(tx, userId);
    await recordUserChange(tx, before, after, actor.userId);
    await notifyUserChange(tx, deps, before, after, { actorId: actor.userId, isInvited: mustAccept });
    return findUserRecord(tx, userId);
  });
  return mapTakenEmail(write);
}

/** Returns true if the new roles permit more than the old ones. */
function gainsPermissions(before: Pick<Roles, 'staffRoles'>, after: Pick<Roles, 'staffRoles'>): boolean {
  const held = permissionsOf(before.staffRoles);
  return [...permissionsOf(after.staffRoles)].some((permission) => !held.has(permission));
}

/**
 * Ends what a customer with a confirmed address must not bring along as staff: sessions, passkeys, which sign in without
 * the password, and known devices. The password was never checked against the staff policy.
 */
async function endAccessOfCustomer(tx: Tx, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await endPasskeys(tx, userId);
  await forgetDevices(tx, userId);
  await tx.update(users).set({ passwordUnchecked: true }).where(eq(users.id, userId));
}

/** Returns true if a staff role was lost. */
function isDemoted(before: UserRow, after: UserRow): boolean {
  return before.staffRoles.some((role) => !after.staffRoles.includes(role));
}

/** Returns true if the change could remove an active owner. */
function mayEndOwnership({ role, staffRoles, status }: UserChange): boolean {
  const losesRole = role === 'customer' || (staffRoles !== undefined && !staffRoles.includes('owner'));
  return losesRole || (status !== undefined && status !== 'active');
}

/** Returns true for changes of roles, email, or status of staff: with these a stolen token could take over the shop. */
function isSensitive(before: UserRow, { email, status, ...roles }: UserChange & Roles): boolean {
  const changesStaffStatus = before.role === 'admin' && status !== undefined && status !== before.status;
  const changesEmail = email !== undefined && email !== before.email;
  const changesRoles = roles.role !== before.role || roles.staffRoles.join() !== before.staffRoles.join();
  return changesEmail || changesStaffStatus || changesRoles;
}

/**
 * Notifies the user of changes by another one, the old address of a new one, and the owners of added staff roles. A user
 * who is invited needs no other mail.
 */
async function notifyUserChange(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs'>,
  before: UserRow,
  after: UserRow,
  { actorId, isInvited }: { actorId: string; isInvited: boolean },
): Promise<void> {
  const now = deps.now();
  const changed = [
    ...(['name', 'email', 'phone', 'role', 'status'] as const).filter(
      (field) => before[field] !== after[field],
    ),
    ...(before.staffRoles.join() === after.staffRoles.join() ? [] : ['staff roles']),
  ];
  if (changed.length === 0) return;
  if (after.email !== before.email) await mailEmailUndo(tx, deps, before, after.email, now);
  if (!isInvited && actorId !== after.id) {
    const detail = changed.join(', ');
    await queueSecurityNotice(tx, deps, after.id, { notice: 'changed-by-staff', detail }, now);
  }
  const added = after.staffRoles.filter((role) => !before.staffRoles.includes(role));
  if (added.length === 0) return;
  await queueOwnerNotices(tx, deps, staffAdded(after.id, added, actorId), now, after.id);
}

/** Audits role and status with their values, and only the names of personal fields. */
async function recordUserChange(
  tx: Tx,
  before: UserRow,
  after: UserRow,
  actorId: string | null,
): Promise<void> {
  const changed = (['name', 'email', 'phone', 'role', 'status'] as const).filter(
    (field) => before[field] !== after[field],
  );
  const [oldRoles, newRoles] = [before, after].map(({ staffRoles }) => staffRoles.join(', ') || undefined);
  if (changed.length === 0 && oldRoles === newRoles) return;
  await recordAudit(tx, {
    actorId,
    action: 'change user',
    subject: `user ${after.id}`,
    before: { role: before.role, staffRoles: oldRoles, status: before.status },
    after: { role: after.role, staffRoles: newRoles, status: after.status, changed },
  });
}
