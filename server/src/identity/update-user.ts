import type { Role, UserRecord, UserStatus } from '@reprise/contract/identity';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../platform/audit.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import type { Caller } from '../platform/endpoint.ts';
import { assertRecentProof } from '../platform/recent-proof.ts';
import { refuseTakenEmail } from './create-user.ts';
import { sessions, users } from './identity.tables.ts';
import { keepOneAdministrator } from './last-administrator.ts';
import { withdrawProofs } from './mailed-proof.ts';
import { needsSecondFactor } from './second-factor.ts';
import { findUserRecord, type UserRow, userNotFound } from './user.queries.ts';

type UserChange = {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | null | undefined;
  role?: Role | undefined;
  status?: UserStatus | undefined;
};

/** Changes what the input names; throws STEP_UP_REQUIRED for a sensitive change without a recent proof. Who is no longer active is signed out everywhere at once. */
export async function updateUser(
  deps: Pick<Deps, 'db' | 'now'>,
  userId: string,
  change: UserChange,
  actor: Pick<Caller, 'userId' | 'provedAt'>,
): Promise<UserRecord> {
  const write = inTransaction(deps.db, async (tx) => {
    const mayEndAdministration =
      change.role === 'customer' || (change.status !== undefined && change.status !== 'active');
    if (mayEndAdministration) await keepOneAdministrator(tx, userId);
    const [before] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!before) throw userNotFound();

    if (isSensitive(before, change)) assertRecentProof(actor, deps.now());
    const { name, email, role, status } = change;
    const phone = change.phone === undefined ? undefined : change.phone || null;
    const emailVerified = email === undefined || email === before.email ? undefined : false;
    const columns = { name, email, emailVerified, phone, role, status, updatedAt: deps.now() };
    const [after] = await tx.update(users).set(columns).where(eq(users.id, userId)).returning();
    if (!after) throw userNotFound();
    if (after.status !== 'active' || (await mustBringSecondFactor(tx, before, after))) {
      await tx.delete(sessions).where(eq(sessions.userId, userId));
    }
    // A link that went to the old address is no longer theirs.
    if (after.email !== before.email) await withdrawProofs(tx, userId);
    await recordUserChange(tx, before, after, actor.userId);
    return findUserRecord(tx, userId);
  });
  return refuseTakenEmail(write);
}

/** Roles, somebody's e-mail, and the status of staff: with these a stolen token would take the shop over. */
function isSensitive(before: UserRow, { email, role, status }: UserChange): boolean {
  const changesStaffStatus = before.role === 'admin' && status !== undefined && status !== before.status;
  const changesEmail = email !== undefined && email !== before.email;
  return changesEmail || changesStaffStatus || (role !== undefined && role !== before.role);
}

/** A new administrator of a store that demands a second factor signs in anew, with one. */
async function mustBringSecondFactor(tx: Tx, before: UserRow, after: UserRow): Promise<boolean> {
  const appointed = before.role !== 'admin' && after.role === 'admin';
  return appointed && (await needsSecondFactor(tx, 'admin'));
}

/** Role and status with their values; of personal fields only the names. */
async function recordUserChange(
  tx: Tx,
  before: UserRow,
  after: UserRow,
  actorId: string | null,
): Promise<void> {
  const changed = (['name', 'email', 'phone', 'role', 'status'] as const).filter(
    (field) => before[field] !== after[field],
  );
  if (changed.length === 0) return;
  await recordAudit(tx, {
    actorId,
    action: 'change user',
    subject: `user ${after.id}`,
    before: { role: before.role, status: before.status },
    after: { role: after.role, status: after.status, changed },
  });
}
