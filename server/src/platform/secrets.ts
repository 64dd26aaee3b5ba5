import { eq } from 'drizzle-orm';
import type { Db, Queryable } from './database.ts';
import type { Environment } from './environment.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import { randomToken } from './new-id.ts';
import { appSecrets } from './secrets.tables.ts';

const name = 'application';

/**
 * The keys behind signatures and encryption: APP_SECRET and APP_SECRET_PREVIOUS, else one that is made once per
 * database. A key in the database stays valid beside APP_SECRET until `move-secret` removes it.
 */
export async function readKeyring(
  db: Db,
  { appSecret, appSecretPrevious }: Partial<Pick<Environment, 'appSecret' | 'appSecretPrevious'>>,
): Promise<Keyring> {
  if (appSecret === undefined) return createKeyring(await ensureStoredSecret(db));
  const earlier = [appSecretPrevious, await readStoredSecret(db)];
  return createKeyring(appSecret, ...earlier.filter((secret) => secret !== undefined));
}

async function ensureStoredSecret(db: Db): Promise<string> {
  // Of several processes starting at once the first wins; all read what it wrote.
  await db
    .insert(appSecrets)
    .values({ name, value: randomToken(32) })
    .onConflictDoNothing();
  const secret = await readStoredSecret(db);
  if (secret === undefined) throw new Error('The application secret could not be stored.');
  return secret;
}

async function readStoredSecret(db: Queryable): Promise<string | undefined> {
  const [secret] = await db
    .select({ value: appSecrets.value })
    .from(appSecrets)
    .where(eq(appSecrets.name, name));
  return secret?.value;
}
