import { eq } from 'drizzle-orm';
import { inTransaction, type Tx } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import { checkCurrentPassword, wrongCurrentPassword } from './current-password.ts';
import { users } from './identity.tables.ts';
import { findById } from './password-account.ts';
import { type UserRow, userNotFound } from './user.queries.ts';

/** Runs the work with the user's row locked, for somebody who knows the password of this very moment. */
export async function lockWithPassword<T>(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  password: string,
  work: (tx: Tx, user: UserRow) => Promise<T>,
): Promise<T> {
  const checked = await findById(db, userId);
  if (!checked) throw userNotFound();
  await checkCurrentPassword(checked, password, 'currentPassword');
  return inTransaction(db, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!user) throw userNotFound();
    // The password may have been changed while it was being checked, perhaps by its owner.
    if ((await findById(tx, userId))?.passwordHash !== checked.passwordHash) {
      throw wrongCurrentPassword('currentPassword', 'This is not your password');
    }
    return work(tx, user);
  });
}
