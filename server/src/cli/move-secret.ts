import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createKeyring } from '../platform/crypto/keyring.ts';
import { readKeyring, readStoredSecret, removeStoredSecret } from '../platform/crypto/secrets.ts';
import type { Db } from '../platform/database/database.ts';
import type { Environment } from '../platform/environment.ts';
import { type ResealReport, resealSecrets } from './reseal-secrets.ts';

type Print = (line: string) => void;
type Keys = Partial<Pick<Environment, 'appSecret' | 'appSecretPrevious'>>;

const withoutAppSecret =
  'APP_SECRET is not set for this shop. Make one with `openssl rand -base64 32`, start the shop with it, and run this again.';

/**
 * Moves the key of a shop from its database to APP_SECRET: encrypts everything with the new key and removes the old
 * one. `file` keeps the old key, for APP_SECRET_PREVIOUS_FILE: without it links that were mailed before end.
 */
export async function moveSecret(db: Db, keys: Keys, file: string | null, print: Print): Promise<number> {
  if (keys.appSecret === undefined) return refuse(withoutAppSecret, print);
  const stored = await readStoredSecret(db);
  if (stored === undefined) {
    print('There is no key in the database: APP_SECRET is the key of this shop already.');
    return 0;
  }
  if (file !== null && existsSync(file)) return refuse(`${file} is there already.`, print);
  // Written before the key is removed: a stop in between must not lose it.
  if (file !== null) await writeFile(file, `${stored}\n`, { mode: 0o600, flag: 'wx' });
  const keyring = await readKeyring(db, keys);
  const report = await resealSecrets(db, keyring, (tx) => removeStoredSecret(tx, keyring));
  if (!printReport(report, print)) return 1;
  print(
    'The old key is no longer in the database. Backups made before hold it: keep them safe or delete them.',
  );
  print(
    file === null
      ? 'Links mailed before now (unsubscribe, order and pay links) no longer work.'
      : `The old key is in ${file}. Set APP_SECRET_PREVIOUS_FILE to it for as long as links mailed before shall work.`,
  );
  return 0;
}

/** Encrypts everything with APP_SECRET that APP_SECRET_PREVIOUS encrypted. */
export async function rotateSecret(db: Db, keys: Keys, print: Print): Promise<number> {
  if (keys.appSecret === undefined) return refuse(withoutAppSecret, print);
  if ((await readStoredSecret(db)) !== undefined) {
    return refuse('The database holds a key of its own: run move-secret first.', print);
  }
  const keyring = await readKeyring(db, keys);
  if (!printReport(await resealSecrets(db, keyring, async () => {}), print)) return 1;
  print(`Key ${createKeyring(keys.appSecret).current.id} encrypts everything.`);
  if (keys.appSecretPrevious !== undefined) {
    print(
      'APP_SECRET_PREVIOUS is needed only for links mailed before the rotation; remove it when they may end.',
    );
  }
  return 0;
}

function printReport({ paymentKeys, twoFactors, invoices, unreadable }: ResealReport, print: Print): boolean {
  print(
    `Encrypted with APP_SECRET: ${paymentKeys === 0 ? 'no' : 'the'} Stripe keys, ${twoFactors} second factors, ${invoices} kept invoices.`,
  );
  if (unreadable.length === 0) return true;
  for (const what of unreadable.slice(0, 20)) print(`Cannot be decrypted with the keys given: ${what}`);
  print(
    `${unreadable.length} not decrypted, so no key was removed. Set APP_SECRET_PREVIOUS to the key that encrypted them, or enter the Stripe keys again and run reset-two-factor for those people.`,
  );
  return false;
}

function refuse(sentence: string, print: Print): number {
  print(sentence);
  return 1;
}
