import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createKeyring } from '../platform/crypto/keyring.ts';
import { readKeyring, readStoredSecret, removeStoredSecret } from '../platform/crypto/secrets.ts';
import type { Db } from '../platform/database/database.ts';
import type { Environment } from '../platform/environment.ts';
import { type ReencryptionReport, reencryptSecrets } from './reencrypt-secrets.ts';

type Print = (line: string) => void;
type Keys = Partial<Pick<Environment, 'appSecret' | 'appSecretPrevious'>>;

const withoutAppSecret =
  'APP_SECRET is not set. Generate one with `openssl rand -base64 32`, start the shop with it, then run this command again.';

/**
 * Moves the key of a shop from its database to APP_SECRET: encrypts everything with the new key and removes the old one.
 * `file` gets the old key for APP_SECRET_PREVIOUS_FILE, without which links in earlier mails stop working.
 */
export async function moveSecret(db: Db, keys: Keys, file: string | null, print: Print): Promise<number> {
  if (keys.appSecret === undefined) return failWith(withoutAppSecret, print);
  const stored = await readStoredSecret(db);
  if (stored === undefined) {
    print('There is no key in the database; APP_SECRET is already the key of this shop.');
    return 0;
  }
  if (file !== null && existsSync(file)) return failWith(`${file} already exists.`, print);
  // Written before the key is removed, so that a crash in between does not lose it.
  if (file !== null) await writeFile(file, `${stored}\n`, { mode: 0o600, flag: 'wx' });
  const keyring = await readKeyring(db, keys);
  const report = await reencryptSecrets(db, keyring, (tx) => removeStoredSecret(tx, keyring));
  if (!printReport(report, print)) return 1;
  print(
    'The old key was removed from the database. Earlier backups still contain it: store them safely or delete them.',
  );
  print(
    file === null
      ? 'Links in earlier mails (unsubscribe, order and payment links) no longer work.'
      : `The old key is in ${file}. Set APP_SECRET_PREVIOUS_FILE to it while links in earlier mails should work.`,
  );
  return 0;
}

/** Encrypts everything with APP_SECRET that is encrypted with APP_SECRET_PREVIOUS. */
export async function rotateSecret(db: Db, keys: Keys, print: Print): Promise<number> {
  if (keys.appSecret === undefined) return failWith(withoutAppSecret, print);
  if ((await readStoredSecret(db)) !== undefined) {
    return failWith('The database contains a key: run move-secret first.', print);
  }
  const keyring = await readKeyring(db, keys);
  if (!printReport(await reencryptSecrets(db, keyring, async () => {}), print)) return 1;
  print(`Everything is encrypted with key ${createKeyring(keys.appSecret).current.id}.`);
  if (keys.appSecretPrevious !== undefined) {
    print(
      'APP_SECRET_PREVIOUS is now needed only for links in earlier mails; remove it when they may stop working.',
    );
  }
  return 0;
}

function printReport(
  { paymentKeys, twoFactors, invoices, unreadable }: ReencryptionReport,
  print: Print,
): boolean {
  print(
    `Encrypted with APP_SECRET. Stripe keys: ${paymentKeys === 0 ? 'no' : 'yes'}, second factors: ${twoFactors}, invoices: ${invoices}.`,
  );
  if (unreadable.length === 0) return true;
  for (const name of unreadable.slice(0, 20)) print(`Could not decrypt ${name}`);
  print(
    `Items that could not be decrypted: ${unreadable.length}. No key was removed. Set APP_SECRET_PREVIOUS to the key that encrypted them, or enter the Stripe keys and the mail server again and run reset-two-factor for these users.`,
  );
  return false;
}

function failWith(message: string, print: Print): number {
  print(message);
  return 1;
}
