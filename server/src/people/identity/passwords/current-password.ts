import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../../deps.ts';
import type { UserWithPassword } from './password-account.ts';
import { countCurrentPassword, uncountCurrentPassword } from './password-attempts.ts';
import { isPassword } from './password-hash.ts';

/** Throws for a wrong password. Attempts are counted per user, so that a stolen session cannot guess the password. */
export async function assertCurrentPassword(
  { db }: Pick<Deps, 'db'>,
  { user, passwordHash }: UserWithPassword,
  password: string | undefined,
  field: string,
): Promise<void> {
  if (password === undefined) throw wrongCurrentPassword(field, 'Enter your current password');
  await countCurrentPassword(db, user.id);
  if (!(await isPassword(password, passwordHash)))
    throw wrongCurrentPassword(field, 'This is not your password');
  await uncountCurrentPassword(db, user.id);
}

export function wrongCurrentPassword(field: string, message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field, message }] });
}
