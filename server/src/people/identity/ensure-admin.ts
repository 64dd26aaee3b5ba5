import type { PasswordPolicy } from '@reprise/contract/foundations/settings';
import { Problem } from '@reprise/contract/problem';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import { defaultPasswordPolicy } from '../../foundations/settings/settings.tables.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import type { Environment } from '../../platform/environment.ts';
import { InvalidSettings } from '../../platform/environment.ts';
import { createUser, emailIsTaken } from './create-user.ts';
import { endAllAccess } from './end-access.ts';
import { users } from './identity.tables.ts';
import { assertUncommonPassword } from './passwords/common-passwords.ts';
import { findByEmail, setPassword } from './passwords/password-account.ts';
import { hashPassword } from './passwords/password-hash.ts';
import { assertPasswordPolicy } from './passwords/password-policy.ts';
import type { UserRow } from './user.queries.ts';

/**
 * Ensures that this owner exists and is active. An existing owner's password stays; any other user promoted here gets
 * the given password and is signed out, because they may have registered the address in advance.
 */
export async function ensureAdministrator(
  deps: Pick<Deps, 'db' | 'now'>,
  givenEmail: string,
  password: string,
  name = 'Administrator',
): Promise<void> {
  const email = givenEmail.trim().toLowerCase();
  const known = await findByEmail(deps.db, email);
  if (known && isActiveOwner(known.user)) return;
  const passwordHash = await hashPassword(password);
  const ensure = () =>
    inTransaction(deps.db, async (tx) => {
      const now = deps.now();
      const [existing] = await tx.select().from(users).where(eq(users.email, email)).for('no key update');
      if (existing) return promoteToOwner(tx, existing, passwordHash, now);
      const user = await createUser(tx, { name, email, role: 'admin', passwordHash }, now);
      await recordAudit(tx, { actorId: null, action: 'add administrator', subject: `user ${user.id}` });
    });
  try {
    await ensure();
  } catch (error) {
    // A process starting at the same time created the user.
    if (!emailIsTaken(error)) throw error;
    await ensure();
  }
}

export function isActiveOwner({ staffRoles, status }: Pick<UserRow, 'staffRoles' | 'status'>): boolean {
  return staffRoles.includes('owner') && status === 'active';
}

async function promoteToOwner(tx: Tx, before: UserRow, passwordHash: string, now: Date): Promise<void> {
  const { id, role, status, staffRoles } = before;
  if (isActiveOwner(before)) return;
  if (!staffRoles.includes('owner')) {
    await endAllAccess(tx, id);
    await setPassword(tx, id, passwordHash, now);
  }
  await tx
    .update(users)
    .set({ role: 'admin', status: 'active', staffRoles: ['owner'], updatedAt: now })
    .where(eq(users.id, id));
  await recordAudit(tx, {
    actorId: null,
    action: 'appoint administrator',
    subject: `user ${id}`,
    before: { role, staffRoles: staffRoles.join(', ') || undefined, status },
    after: { role: 'admin', staffRoles: 'owner', status: 'active' },
  });
}

export async function hasAdministrator(db: Queryable): Promise<boolean> {
  return (await db.$count(users, and(eq(users.role, 'admin'), eq(users.status, 'active')))) > 0;
}

/**
 * Ensures the administrator of ADMIN_EMAIL. A password that violates the staff policy is never set: a new shop does
 * not start with it, an existing one starts without that administrator and warns.
 */
export async function ensureConfiguredAdministrator(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  { adminEmail, adminPassword }: Pick<Environment, 'adminEmail' | 'adminPassword'>,
  isNewShop: boolean,
): Promise<void> {
  if (!adminEmail || !adminPassword) return;
  const { passwordPolicy } = await readSettings(deps.db);
  const violation = await findPolicyViolation(passwordPolicy, adminPassword);
  if (violation === null) return ensureAdministrator(deps, adminEmail, adminPassword);
  const known = await findByEmail(deps.db, adminEmail.trim().toLowerCase());
  const keepsPassword = known?.user.role === 'admin';
  if (isNewShop && !keepsPassword) throw passwordNotAllowed(violation);
  if (keepsPassword) await ensureAdministrator(deps, adminEmail, adminPassword);
  deps.log.warn(
    keepsPassword
      ? `ADMIN_PASSWORD breaks the password policy: ${violation}. The administrator’s current password stays.`
      : `ADMIN_PASSWORD breaks the password policy, so ADMIN_EMAIL was not made an administrator: ${violation}.`,
  );
}

/** Throws `InvalidSettings` for a password that a new shop refuses, before its database is created. */
export async function assertPasswordOfNewShop({
  adminPassword,
}: Pick<Environment, 'adminPassword'>): Promise<void> {
  if (adminPassword === undefined) return;
  const violation = await findPolicyViolation(defaultPasswordPolicy, adminPassword);
  if (violation !== null) throw passwordNotAllowed(violation);
}

function passwordNotAllowed(violation: string): InvalidSettings {
  return new InvalidSettings(`ADMIN_PASSWORD is not allowed: ${violation}.`);
}

/** Returns the violation of the staff policy; null for a valid password. */
async function findPolicyViolation(policy: PasswordPolicy, password: string): Promise<string | null> {
  try {
    assertPasswordPolicy(password, policy, 'ADMIN_PASSWORD');
    await assertUncommonPassword(password, 'ADMIN_PASSWORD');
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.message.replace(/\.$/, '');
  }
}
