import { eq } from 'drizzle-orm';
import type { Db } from './database.ts';
import { randomToken } from './new-id.ts';
import { appSecrets } from './secrets.tables.ts';

/** The key behind signatures and encryption: APP_SECRET, else one that is made once per database. */
export async function applicationSecret(
  db: Db,
  environment: { appSecret?: string | undefined },
): Promise<string> {
  if (environment.appSecret !== undefined) return environment.appSecret;
  const name = 'application';
  // Of several processes starting at once the first wins; all read what it wrote.
  await db
    .insert(appSecrets)
    .values({ name, value: randomToken(32) })
    .onConflictDoNothing();
  const [secret] = await db
    .select({ value: appSecrets.value })
    .from(appSecrets)
    .where(eq(appSecrets.name, name));
  if (!secret) throw new Error('The application secret could not be stored.');
  return secret.value;
}
