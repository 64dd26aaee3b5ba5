import { Problem } from '@reprise/contract/problem';

/** Throws for a password that lists of leaked passwords have among their first 40,000, in whatever case it is typed. */
export async function assertUncommonPassword(password: string, field: string): Promise<void> {
  if (!(await readCommonPasswords()).has(password.normalize('NFC').trim().toLowerCase())) return;
  const message = 'This password is too common.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field, message }] });
}

let list: Promise<ReadonlySet<string>> | undefined;

/** Loaded with the first new password: three megabytes that most processes never need. */
function readCommonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as string[]),
  );
  return list;
}
