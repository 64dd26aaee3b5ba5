import type { UserStatus } from '@reprise/contract/people/identity/user';
import { Problem } from '@reprise/contract/problem';
import type { Tx } from '../../platform/database/database.ts';
import { databaseFault } from '../../platform/database/database-fault.ts';
import { newId } from '../../platform/database/new-id.ts';
import { users } from './identity.tables.ts';
import { setPassword } from './passwords/password-account.ts';
import { type RoleChange, rolesAfter } from './staff-roles.ts';
import type { UserRow } from './user.queries.ts';

export type NewUser = RoleChange & {
  name: string;
  /** Lower case. */
  email: string;
  phone?: string | null | undefined;
  status?: UserStatus | undefined;
  /** Result of `hashPassword`; without it the user must choose a password before signing in. */
  passwordHash?: string;
  lastLoginAt?: Date;
  dealEmailsSince?: Date | null;
};

/** Inserts a user with their password. Throws a unique violation for a taken email (see `emailIsTaken`). */
export async function createUser(tx: Tx, input: NewUser, now: Date): Promise<UserRow> {
  const { passwordHash, phone, ...fields } = input;
  const roles = rolesAfter({ role: 'customer', staffRoles: [] }, input);
  const values = { ...fields, ...roles, phone: phone || null, createdAt: now, updatedAt: now };
  const [user] = await tx
    .insert(users)
    .values({ id: newId('usr'), ...values })
    .returning();
  if (!user) throw new Error('Could not insert the user.');
  if (passwordHash) await setPassword(tx, user.id, passwordHash, now);
  return user;
}

export function emailIsTaken(error: unknown): boolean {
  const fault = databaseFault(error);
  return fault?.kind === 'unique' && fault.constraint === 'users_email_unique';
}

/** Maps a taken email to EMAIL_TAKEN; use only when the caller may know which accounts exist. */
export async function mapTakenEmail<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!emailIsTaken(error)) throw error;
    const message = 'Another account uses this email address';
    throw new Problem('EMAIL_TAKEN', message, { errors: [{ field: 'email', message }] });
  }
}
