import { reencryptField } from '../../../platform/crypto/encrypted-field.ts';
import type { Keyring } from '../../../platform/crypto/keyring.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { carrierSecretContexts } from './carrier-account.ts';
import { carrierAccounts } from './shipping.tables.ts';

/** Encrypts the secrets of the account with the current key; returns its name if they cannot be decrypted. */
export async function reencryptCarrierAccount(tx: Tx, keyring: Keyring): Promise<string[]> {
  const [row] = await tx.select().from(carrierAccounts).for('update');
  if (!row) return [];
  const apiKeyEncrypted = reencryptField(keyring, carrierSecretContexts.apiKey, row.apiKeyEncrypted);
  const eventSecretEncrypted = reencryptField(
    keyring,
    carrierSecretContexts.eventSecret,
    row.eventSecretEncrypted,
  );
  if (apiKeyEncrypted === 'unreadable' || eventSecretEncrypted === 'unreadable') {
    return ['the key of the carrier account'];
  }
  await tx.update(carrierAccounts).set({ apiKeyEncrypted, eventSecretEncrypted });
  return [];
}
