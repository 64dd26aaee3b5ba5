import type { PublicSettings } from '@reprise/contract/settings';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Deps } from '../deps.ts';
import { decryptField, encryptField } from '../platform/crypto/encrypted-field.ts';
import { inTransaction, type Queryable, type Tx } from '../platform/database/database.ts';
import { isLoopback } from '../platform/environment.ts';
import { isTestProcessorAllowed, readLivePayments, recordLiveKeys } from './live-payments.ts';
import { storeSettings } from './settings.tables.ts';
import { bumpSettings } from './settings.tags.ts';

export type PaymentKeys = {
  /** Keys of the environment win over those of the settings screen. */
  source: 'environment' | 'settings';
  publishableKey: string;
  secretKey: string;
  webhookSecret: string;
};

export type KeyDeps = Pick<Deps, 'environment' | 'secret'> & { db: Queryable };

/** Where each key is kept; part of its encryption. */
export const paymentKeyPlaces = { secretKey: 'payment keys: secret', webhookSecret: 'payment keys: webhook' };

/** The keys for real cards; null as long as none are set, `unreadable` where APP_SECRET has changed since. */
export async function readPaymentKeys({
  db,
  environment,
  secret,
}: KeyDeps): Promise<PaymentKeys | 'unreadable' | null> {
  const { stripePublishableKey, stripeSecretKey, stripeWebhookSecret } = environment;
  if (stripeSecretKey && stripePublishableKey && stripeWebhookSecret) {
    return {
      source: 'environment',
      publishableKey: stripePublishableKey,
      secretKey: stripeSecretKey,
      webhookSecret: stripeWebhookSecret,
    };
  }
  const [row] = await db
    .select({
      publishableKey: storeSettings.stripePublishableKey,
      secretKey: storeSettings.stripeSecretKeySealed,
      webhookSecret: storeSettings.stripeWebhookSecretSealed,
    })
    .from(storeSettings);
  if (!row?.publishableKey || !row.secretKey || !row.webhookSecret) return null;
  try {
    return {
      source: 'settings',
      publishableKey: row.publishableKey,
      secretKey: decryptField(secret, paymentKeyPlaces.secretKey, row.secretKey),
      webhookSecret: decryptField(secret, paymentKeyPlaces.webhookSecret, row.webhookSecret),
    };
  } catch {
    return 'unreadable';
  }
}

/** Stores the keys sealed, or with null forgets them. The audit says that, not what. */
export async function storePaymentKeys(
  deps: Pick<Deps, 'db' | 'secret' | 'now'>,
  keys: Omit<PaymentKeys, 'source'> | null,
  actorId: string | null,
  /** Part of the same transaction. */
  andThen: (tx: Tx) => Promise<void>,
): Promise<void> {
  const seal = (name: keyof typeof paymentKeyPlaces) =>
    keys && encryptField(deps.secret, paymentKeyPlaces[name], keys[name]);
  await inTransaction(deps.db, async (tx) => {
    bumpSettings(tx);
    await tx
      .update(storeSettings)
      .set({
        stripePublishableKey: keys?.publishableKey ?? null,
        stripeSecretKeySealed: seal('secretKey'),
        stripeWebhookSecretSealed: seal('webhookSecret'),
        updatedAt: deps.now(),
      })
      .where(eq(storeSettings.id, 1));
    if (keys && isLiveKey(keys.secretKey)) await recordLiveKeys(tx, deps.now());
    await recordAudit(tx, {
      actorId,
      action: keys ? 'set payment keys' : 'remove payment keys',
      subject: 'settings',
      after: keys && { publishableKey: keys.publishableKey },
    });
    await andThen(tx);
  });
}

/** True for a key that moves real money; publishable and secret keys say so alike. */
export function isLiveKey(key: string): boolean {
  return !/^[a-z]{2}_test_/.test(key);
}

/** False where nobody would take a payment: a mail must not lead a customer to a closed form. */
export async function canTakePayments(deps: Pick<Deps, 'db' | 'environment'>): Promise<boolean> {
  const [row] = await deps.db.select({ key: storeSettings.stripePublishableKey }).from(storeSettings);
  const publishableKey = deps.environment.stripePublishableKey ?? row?.key ?? null;
  return (await nameProcessor(deps, publishableKey)) !== 'none';
}

type ProcessorSettings = Pick<
  PublicSettings,
  'paymentProcessor' | 'stripePublishableKey' | 'isTestModePublic'
>;

/** Adds who takes payments, which depends on the environment and on what this shop has taken before. */
export async function withProcessor<S extends ProcessorSettings>(
  deps: Pick<Deps, 'db' | 'environment'>,
  settings: S,
): Promise<S> {
  const stripePublishableKey = deps.environment.stripePublishableKey ?? settings.stripePublishableKey;
  const paymentProcessor = await nameProcessor(deps, stripePublishableKey);
  const isTestMode =
    paymentProcessor === 'test' || (stripePublishableKey !== null && !isLiveKey(stripePublishableKey));
  const isTestModePublic = isTestMode && !isLoopback(new URL(deps.environment.publicUrl).hostname);
  return { ...settings, paymentProcessor, stripePublishableKey, isTestModePublic };
}

async function nameProcessor(
  deps: Pick<Deps, 'db' | 'environment'>,
  publishableKey: string | null,
): Promise<PublicSettings['paymentProcessor']> {
  if (publishableKey === null) return (await isTestProcessorAllowed(deps)) ? 'test' : 'none';
  if (isLiveKey(publishableKey)) return 'stripe';
  return (await readLivePayments(deps.db)).liveMoneySince === null ? 'stripe' : 'none';
}
