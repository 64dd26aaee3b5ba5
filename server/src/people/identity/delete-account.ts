import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { type ErasePersonalData, eraseUser } from './delete-user.ts';
import { assertCurrentPassword, wrongCurrentPassword } from './passwords/current-password.ts';
import { findById } from './passwords/password-account.ts';
import { userNotFound } from './user.queries.ts';

/** Deletes the caller's own account after checking the password. */
export async function deleteAccount(
  deps: Pick<Deps, 'db'>,
  erasePersonalData: ErasePersonalData,
  userId: string,
  password: string,
): Promise<void> {
  const checked = await findById(deps.db, userId);
  if (!checked) throw userNotFound();
  await assertCurrentPassword(deps, checked, password, 'password');
  await inTransaction(deps.db, async (tx) => {
    // Check again in the transaction: the password may have changed since, perhaps by the account's owner.
    const current = await findById(tx, userId);
    if (current?.passwordHash !== checked.passwordHash) {
      throw wrongCurrentPassword('password', 'This is not your password');
    }
    await eraseUser(tx, erasePersonalData, userId, userId);
  });
}
