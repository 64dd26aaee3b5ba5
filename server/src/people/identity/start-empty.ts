import { eq } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { passkeys, users } from './identity.tables.ts';
import { findById } from './passwords/password-account.ts';
import type { UserRow } from './user.queries.ts';

/** Removes what an account has stored in other slices; passed in because those slices import this one. */
export type EmptyAccount = (tx: Tx, user: Pick<UserRow, 'id' | 'email'>) => Promise<void>;

/**
 * Empties an account whose address was never confirmed and that has a way in: a stranger may have
 * registered the address and left their own address, phone or cart. Accounts without a password, such as imported ones,
 * keep what the store gave them. Call it before the password and the passkeys are removed.
 */
export async function startEmpty(
  tx: Tx,
  emptyAccount: EmptyAccount,
  user: UserRow,
  now: Date,
): Promise<boolean> {
  if (!(await isStartingEmpty(tx, user))) return false;
  await tx
    .update(users)
    .set({
      name: user.email.slice(0, user.email.lastIndexOf('@')),
      phone: null,
      pendingEmail: null,
      deliveryEmails: true,
      alertEmails: true,
      dealEmailsSince: null,
      updatedAt: now,
    })
    .where(eq(users.id, user.id));
  await emptyAccount(tx, user);
  return true;
}

/** Returns true if the account starts empty when the owner of its address takes it over. */
export async function isStartingEmpty(db: Queryable, user: UserRow): Promise<boolean> {
  return user.confirmedAt === null && user.role !== 'admin' && (await canSignIn(db, user.id));
}

/** Returns true if the account has a password or a passkey. */
async function canSignIn(db: Queryable, userId: string): Promise<boolean> {
  if ((await findById(db, userId))?.passwordHash != null) return true;
  return (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0;
}
