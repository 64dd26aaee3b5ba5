import { Problem } from '@reprise/contract/problem';
import type { UserWithPassword } from './password-account.ts';
import { isPassword } from './password-hash.ts';

/** Whoever is signed in proves once more who they are, before something that cannot be taken back. */
export async function checkCurrentPassword(
  { passwordHash }: UserWithPassword,
  given: string | undefined,
  field: string,
): Promise<void> {
  if (given === undefined) throw wrongCurrentPassword(field, 'Enter your current password');
  if (!(await isPassword(given, passwordHash)))
    throw wrongCurrentPassword(field, 'This is not your password');
}

export function wrongCurrentPassword(field: string, message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field, message }] });
}
