import { reencryptField } from '../../platform/crypto/encrypted-field.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Tx } from '../../platform/database/database.ts';
import { paymentKeyContexts } from './payment-keys.ts';
import { storeSettings } from './settings.tables.ts';

/** Encrypts stored payment keys with the current key; returns the names of those that cannot be decrypted. */
export async function reencryptPaymentKeys(
  tx: Tx,
  keyring: Keyring,
): Promise<{ reencrypted: number; unreadable: string[] }> {
  const [row] = await tx
    .select({
      secretKey: storeSettings.stripeSecretKeyEncrypted,
      webhookSecret: storeSettings.stripeWebhookSecretEncrypted,
    })
    .from(storeSettings)
    .for('update');
  if (!row) return { reencrypted: 0, unreadable: [] };
  const secretKey = reencryptField(keyring, paymentKeyContexts.secretKey, row.secretKey);
  const webhookSecret = reencryptField(keyring, paymentKeyContexts.webhookSecret, row.webhookSecret);
  if (secretKey === 'unreadable' || webhookSecret === 'unreadable') {
    return { reencrypted: 0, unreadable: ['the Stripe keys'] };
  }
  if (secretKey === row.secretKey && webhookSecret === row.webhookSecret) {
    return { reencrypted: 0, unreadable: [] };
  }
  await tx
    .update(storeSettings)
    .set({ stripeSecretKeyEncrypted: secretKey, stripeWebhookSecretEncrypted: webhookSecret });
  return { reencrypted: 1, unreadable: [] };
}
