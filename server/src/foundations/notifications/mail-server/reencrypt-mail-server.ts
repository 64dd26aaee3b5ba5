import { reencryptField } from '../../../platform/crypto/encrypted-field.ts';
import type { Keyring } from '../../../platform/crypto/keyring.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { mailServers } from './mail-server.tables.ts';
import { passwordContext } from './mail-server.ts';

/** Encrypts the stored password with the current key; returns its name if it cannot be decrypted. */
export async function reencryptMailServer(tx: Tx, keyring: Keyring): Promise<string[]> {
  const [row] = await tx.select().from(mailServers).for('update');
  if (!row) return [];
  const passwordEncrypted = reencryptField(keyring, passwordContext, row.passwordEncrypted);
  if (passwordEncrypted === 'unreadable') return ['the password of the mail server'];
  if (passwordEncrypted !== row.passwordEncrypted) await tx.update(mailServers).set({ passwordEncrypted });
  return [];
}
