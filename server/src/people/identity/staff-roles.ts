import type { Role } from '@reprise/contract/people/identity/user';
import { permissionsOf, type StaffRole, staffRoles } from '@reprise/contract/permissions';
import { Problem } from '@reprise/contract/problem';
import { and, arrayContains, asc, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { users } from './identity.tables.ts';

export type Roles = { role: Role; staffRoles: StaffRole[] };
export type RoleChange = { role?: Role | undefined; staffRoles?: StaffRole[] | undefined };

/** Returns role and staff roles after a change; a new administrator without staff roles becomes an owner. */
export function rolesAfter(before: Roles, change: RoleChange): Roles {
  const role = change.role ?? before.role;
  if (role === 'customer') {
    if (change.staffRoles?.length)
      throw wrongRoles('Customers have no staff roles. Make this user an admin.');
    return { role, staffRoles: [] };
  }
  if (change.staffRoles === undefined) {
    return { role, staffRoles: before.role === 'admin' ? before.staffRoles : ['owner'] };
  }
  if (change.staffRoles.length === 0) throw wrongRoles('Choose at least one staff role.');
  return { role, staffRoles: staffRoles.filter((staffRole) => change.staffRoles?.includes(staffRole)) };
}

function wrongRoles(message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'staffRoles', message }] });
}

/**
 * Throws FORBIDDEN if the actor lacks a permission of these roles: they could otherwise appoint or take over users with
 * more permissions than their own. Reads the actor's roles in the transaction, because they may have changed since.
 */
export async function assertMayManage(
  tx: Tx,
  actorId: string | null,
  ...targets: Pick<Roles, 'staffRoles'>[]
): Promise<void> {
  if (actorId === null) return;
  const [actor] = await tx
    .select({ staffRoles: users.staffRoles, status: users.status })
    .from(users)
    .where(eq(users.id, actorId));
  const granted = permissionsOf(actor?.status === 'active' ? actor.staffRoles : []);
  const needed = permissionsOf(targets.flatMap((target) => target.staffRoles));
  if ([...needed].some((permission) => !granted.has(permission))) {
    throw new Problem('FORBIDDEN', 'You do not have access to users with these roles.');
  }
}

/**
 * Throws LAST_ADMIN if the user is the last active owner. Locks all owners until the transaction ends, so that two owners
 * cannot demote each other; call it before any other lock on users, or two calls could deadlock.
 */
export async function assertOwnerRemains(tx: Tx, userId: string): Promise<void> {
  const owners = await lockOwners(tx);
  if (owners.length === 1 && owners[0]?.id === userId) {
    throw new Problem('LAST_ADMIN', 'This is the last active owner. Make another user an owner first.');
  }
}

/** Locks the active owners in order of id until the transaction ends. */
export async function lockOwners(tx: Tx): Promise<{ id: string }[]> {
  return tx
    .select({ id: users.id })
    .from(users)
    .where(and(arrayContains(users.staffRoles, ['owner']), eq(users.status, 'active')))
    .orderBy(asc(users.id))
    .for('update');
}

/** Returns the facts of the notice that a user was given staff roles; `staffRolesOf` reads its subject. */
export function staffAdded(userId: string, added: StaffRole[], actorId: string | null) {
  const detail = added.join(', ');
  return { notice: 'staff-added' as const, detail, subject: `${userId} ${added.join(',')}`, actorId };
}

/** Returns the user and the roles of the notice. */
export function staffRolesOf(subject: string): { userId: string; added: StaffRole[] } {
  const [userId = '', added = ''] = subject.split(' ', 2);
  return { userId, added: staffRoles.filter((role) => added.split(',').includes(role)) };
}
