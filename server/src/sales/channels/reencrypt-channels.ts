import { asc, eq } from 'drizzle-orm';
import { reencryptField } from '../../platform/crypto/encrypted-field.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Tx } from '../../platform/database/database.ts';
import { channelAccountPlace } from './channel-accounts.ts';
import { channels } from './channels.tables.ts';

/** Encrypts the accounts with the current key; returns names of those that cannot be decrypted. */
export async function reencryptChannels(tx: Tx, keyring: Keyring): Promise<string[]> {
  const unreadable: string[] = [];
  const rows = await tx.select().from(channels).orderBy(asc(channels.id)).for('update');
  for (const { id, name, accountEncrypted: before } of rows) {
    const accountEncrypted = reencryptField(keyring, channelAccountPlace(id), before);
    if (accountEncrypted === 'unreadable') unreadable.push(`the account of the sales channel ${name}`);
    else if (accountEncrypted !== before)
      await tx.update(channels).set({ accountEncrypted }).where(eq(channels.id, id));
  }
  return unreadable;
}
