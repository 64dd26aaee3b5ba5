import { asc, eq } from 'drizzle-orm';
import { reencryptField } from '../../platform/crypto/encrypted-field.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Tx } from '../../platform/database/database.ts';
import { secretPlace } from './webhook-secret.ts';
import { webhooks } from './webhooks.tables.ts';

/** Encrypts the secrets with the current key; returns names of those that cannot be decrypted. */
export async function reencryptWebhooks(tx: Tx, keyring: Keyring): Promise<string[]> {
  const unreadable: string[] = [];
  for (const { id, url, secret } of await tx
    .select()
    .from(webhooks)
    .orderBy(asc(webhooks.id))
    .for('update')) {
    const encrypted = reencryptField(keyring, secretPlace(id), secret);
    if (encrypted === 'unreadable') unreadable.push(`the secret of the webhook ${url}`);
    else if (encrypted && encrypted !== secret)
      await tx.update(webhooks).set({ secret: encrypted }).where(eq(webhooks.id, id));
  }
  return unreadable;
}
