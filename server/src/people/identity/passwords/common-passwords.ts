import { Problem } from '@reprise/contract/problem';

/** Throws VALIDATION_ERROR for one of the 40,000 most common leaked passwords, regardless of case. */
export async function assertUncommonPassword(password: string, field: string): Promise<void> {
  if (!(await readCommonPasswords()).has(password.normalize('NFC').trim().toLowerCase())) return;
  const message = 'This password is too common.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field, message }] });
}

let list: Promise<ReadonlySet<string>> | undefined;

/** Loads the list on first use, because it takes 3 MB that most processes never need. */
function readCommonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as string[]),
  );
  return list;
}
