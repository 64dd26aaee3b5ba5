import { eq } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '../database/database.ts';
import { randomToken } from '../database/new-id.ts';
import { type Environment, InvalidSettings } from '../environment.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import { appSecrets } from './secrets.tables.ts';

const name = 'application';
/** Marks that the key was moved out of the database; its value is the id of the key that replaced it. */
const movedName = 'application moved to';

/**
 * Returns APP_SECRET, APP_SECRET_PREVIOUS and the key in the database, which stays valid until `move-secret` removes it;
 * generates that key in a new shop without APP_SECRET. Throws `InvalidSettings` if it was moved and APP_SECRET is unset.
 */
export async function readKeyring(
  db: Db,
  { appSecret, appSecretPrevious }: Partial<Pick<Environment, 'appSecret' | 'appSecretPrevious'>>,
): Promise<Keyring> {
  if (appSecret === undefined) {
    if (await readSecret(db, movedName)) throw new InvalidSettings(movedMessage);
    return createKeyring(await ensureStoredSecret(db));
  }
  const earlier = [appSecretPrevious, await readStoredSecret(db)];
  return createKeyring(appSecret, ...earlier.filter((secret) => secret !== undefined));
}

async function ensureStoredSecret(db: Db): Promise<string> {
  // If several processes start at once, the first insert wins and all read its value.
  await db
    .insert(appSecrets)
    .values({ name, value: randomToken(32) })
    .onConflictDoNothing();
  const secret = await readStoredSecret(db);
  if (secret === undefined) throw new Error('The application secret could not be stored.');
  return secret;
}

const movedMessage =
  'The key of this shop was moved out of its database. Set APP_SECRET (or APP_SECRET_FILE) to the new key.';

/** Returns the key in the database; undefined if APP_SECRET is the only one. */
export function readStoredSecret(db: Queryable): Promise<string | undefined> {
  return readSecret(db, name);
}

/** Removes the key from the database and records that the shop needs APP_SECRET from then on. */
export async function removeStoredSecret(tx: Tx, { current }: Keyring): Promise<void> {
  await tx.delete(appSecrets).where(eq(appSecrets.name, name));
  await tx
    .insert(appSecrets)
    .values({ name: movedName, value: current.id })
    .onConflictDoUpdate({ target: appSecrets.name, set: { value: current.id } });
}

async function readSecret(db: Queryable, name: string): Promise<string | undefined> {
  const [secret] = await db
    .select({ value: appSecrets.value })
    .from(appSecrets)
    .where(eq(appSecrets.name, name));
  return secret?.value;
}
