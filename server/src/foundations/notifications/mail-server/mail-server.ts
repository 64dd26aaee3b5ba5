import type { Deps } from '../../../deps.ts';
import { decryptField } from '../../../platform/crypto/encrypted-field.ts';
import { perHandle } from '../../../platform/database/prepared.ts';
import { mailServers } from './mail-server.tables.ts';

type Row = typeof mailServers.$inferSelect;
export type StoredMailServer = Pick<Row, 'host' | 'port' | 'encryption' | 'userName'> & {
  password: string | null;
};

/** Encryption context of the password. */
export const passwordContext = 'mail server: password';

const storedServer = perHandle((db) => db.select().from(mailServers).prepare('read mail server'));

/** Returns the mail server of the settings screen; 'unreadable' if APP_SECRET has changed since it was stored. */
export async function readStoredMailServer({
  db,
  secret,
}: Pick<Deps, 'db' | 'secret'>): Promise<StoredMailServer | 'unreadable' | null> {
  const [row] = await storedServer(db).execute();
  if (!row) return null;
  const { host, port, encryption, userName, passwordEncrypted } = row;
  try {
    const password = passwordEncrypted && decryptField(secret, passwordContext, passwordEncrypted);
    return { host, port, encryption, userName, password };
  } catch {
    return 'unreadable';
  }
}
