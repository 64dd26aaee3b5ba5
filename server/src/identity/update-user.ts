import type { UserRecord, UserStatus } from '@reprise/contract/identity/user';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Deps } from '../deps.ts';
import { queueOwnerNotices, queueSecurityNotice } from '../notifications/security-notices.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/endpoint.ts';
import { assertRecentAuthentication } from '../platform/recent-authentication.ts';
import { endApiTokens } from './api-tokens/end-api-tokens.ts';
import { changeEmail } from './change-email.ts';
import { mapTakenEmail } from './create-user.ts';
import { mailEmailUndo } from './email-changes.ts';
import { sessions, users } from './identity.tables.ts';
import {
  assertMayManage,
  assertOwnerRemains,
  lockOwners,
  type RoleChange,
  type Roles,
  rolesAfter,
} from './staff-roles.ts';
import { findUserRecord, type UserRow, userNotFound } from './user.queries.ts';

type UserChange = RoleChange & {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | null | undefined;
  status?: UserStatus | undefined;
};

/**
 * Changes the given fields; ends the sessions of a user who is no longer active, and API tokens with a lost role. Throws STEP_UP_REQUIRED for a sensitive
 * change without recent authentication.
 */
export async function updateUser(
  deps: Pick<Deps, 'db' | 'now' | 'jobs'>,
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
    if (email !== undefined && email !== before.email) {
      await changeEmail(tx, userId, { email, isConfirmed: false }, deps.now());
    }
    const isAppointed = before.role !== 'admin' && roles.role === 'admin';
    // A customer's password was never checked against the staff policy.
    const passwordUnchecked = isAppointed ? true : undefined;
    const columns = { name, phone, status, passwordUnchecked, ...roles, updatedAt: deps.now() };
    const [after] = await tx.update(users).set(columns).where(eq(users.id, userId)).returning();
    if (!after) throw userNotFound();
    // New staff sign in again, with the password and second factor that the store requires of them.
    if (after.status !== 'active' || isAppointed) {
      await tx.delete(sessions).where(eq(sessions.userId, userId));
    }
    if (after.status !== 'active' || isDemoted(before, after)) await endApiTokens(tx, userId);
    await recordUserChange(tx, before, after, actor.userId);
    await notifyUserChange(tx, deps, before, after, actor.userId);
    return findUserRecord(tx, userId);
  });
  return mapTakenEmail(write);
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

/** Notifies the user of the changes, the old address of a new one, and the owners of added staff roles. */
async function notifyUserChange(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs'>,
  before: UserRow,
  after: UserRow,
  actorId: string,
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
  if (actorId !== after.id) {
    const detail = changed.join(', ');
    await queueSecurityNotice(tx, deps, after.id, { notice: 'changed-by-staff', detail }, now);
  }
  const added = after.staffRoles.filter((role) => !before.staffRoles.includes(role));
  if (added.length === 0) return;
  await queueOwnerNotices(
    tx,
    deps,
    [actorId, after.id],
    { notice: 'staff-added', detail: added.join(', ') },
    now,
  );
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
