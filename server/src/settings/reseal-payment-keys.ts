import { reencryptField } from '../platform/crypto/encrypted-field.ts';
import type { Keyring } from '../platform/crypto/keyring.ts';
import type { Tx } from '../platform/database/database.ts';
import { paymentKeyPlaces } from './payment-keys.ts';
import { storeSettings } from './settings.tables.ts';

/** Encrypts stored payment keys with the current key; returns what cannot be decrypted. */
export async function resealPaymentKeys(
  tx: Tx,
  keyring: Keyring,
): Promise<{ resealed: number; unreadable: string[] }> {
  const [row] = await tx
    .select({
      secretKey: storeSettings.stripeSecretKeySealed,
      webhookSecret: storeSettings.stripeWebhookSecretSealed,
    })
    .from(storeSettings)
    .for('update');
  if (!row) return { resealed: 0, unreadable: [] };
  const secretKey = reencryptField(keyring, paymentKeyPlaces.secretKey, row.secretKey);
  const webhookSecret = reencryptField(keyring, paymentKeyPlaces.webhookSecret, row.webhookSecret);
  if (secretKey === 'unreadable' || webhookSecret === 'unreadable') {
    return { resealed: 0, unreadable: ['the Stripe keys'] };
  }
  if (secretKey === row.secretKey && webhookSecret === row.webhookSecret) {
    return { resealed: 0, unreadable: [] };
  }
  await tx
    .update(storeSettings)
    .set({ stripeSecretKeySealed: secretKey, stripeWebhookSecretSealed: webhookSecret });
  return { resealed: 1, unreadable: [] };
}
