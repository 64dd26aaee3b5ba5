import type { PublicSettings } from '@reprise/contract/foundations/settings';
import type { PaymentPage } from '@reprise/extension/payment-page';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { loadPaymentAdapter } from '../../platform/adapters.ts';
import { decryptField, encryptField } from '../../platform/crypto/encrypted-field.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import { isLoopback } from '../../platform/environment.ts';
import { isTestProcessorAllowed, readLivePayments, recordLiveKeys } from '../../settings/live-payments.ts';
import { invalidateSettings } from '../../settings/settings.tags.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { storeSettings } from './settings.tables.ts';

export type PaymentKeys = {
  /** Keys of the environment take precedence over those of the settings screen. */
  source: 'environment' | 'settings';
  publishableKey: string;
  secretKey: string;
  webhookSecret: string;
};

export type KeyDeps = Pick<Deps, 'environment' | 'secret'> & { db: Queryable };

/** Encryption context of each key. */
export const paymentKeyContexts = {
  secretKey: 'payment keys: secret',
  webhookSecret: 'payment keys: webhook',
};

/** Returns the Stripe keys; null if none are set, 'unreadable' if APP_SECRET has changed since. */
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
      secretKey: storeSettings.stripeSecretKeyEncrypted,
      webhookSecret: storeSettings.stripeWebhookSecretEncrypted,
    })
    .from(storeSettings);
  if (!row?.publishableKey || !row.secretKey || !row.webhookSecret) return null;
  try {
    return {
      source: 'settings',
      publishableKey: row.publishableKey,
      secretKey: decryptField(secret, paymentKeyContexts.secretKey, row.secretKey),
      webhookSecret: decryptField(secret, paymentKeyContexts.webhookSecret, row.webhookSecret),
    };
  } catch {
    return 'unreadable';
  }
}

/** Stores the keys encrypted, or deletes them if null; audits the change without the secrets. */
export async function storePaymentKeys(
  deps: Pick<Deps, 'db' | 'secret' | 'now'>,
  keys: Omit<PaymentKeys, 'source'> | null,
  actorId: string | null,
  /** Called in the same transaction. */
  afterStore: (tx: Tx) => Promise<void>,
): Promise<void> {
  const encrypt = (name: keyof typeof paymentKeyContexts) =>
    keys && encryptField(deps.secret, paymentKeyContexts[name], keys[name]);
  await inTransaction(deps.db, async (tx) => {
    invalidateSettings(tx);
    await tx
      .update(storeSettings)
      .set({
        stripePublishableKey: keys?.publishableKey ?? null,
        stripeSecretKeyEncrypted: encrypt('secretKey'),
        stripeWebhookSecretEncrypted: encrypt('webhookSecret'),
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
    await afterStore(tx);
  });
}

/** Removes the keys of an account that an owner knows nothing about; returns false if others are stored. */
export async function removeReportedKeys(tx: Tx, publishableKey: string, now: Date): Promise<boolean> {
  invalidateSettings(tx);
  const removed = await tx
    .update(storeSettings)
    .set({
      stripePublishableKey: null,
      stripeSecretKeyEncrypted: null,
      stripeWebhookSecretEncrypted: null,
      updatedAt: now,
    })
    .where(eq(storeSettings.stripePublishableKey, publishableKey))
    .returning({ id: storeSettings.id });
  return removed.length > 0;
}

/** Returns true for a publishable or secret key that moves real money. */
export function isLiveKey(key: string): boolean {
  return !/^[a-z]{2}_test_/.test(key);
}

/** Returns true if a payment processor is available; mails must not link to a payment page without one. */
export async function canTakePayments(deps: Pick<Deps, 'db' | 'environment'>): Promise<boolean> {
  const [row] = await deps.db.select({ key: storeSettings.stripePublishableKey }).from(storeSettings);
  const publishableKey = deps.environment.stripePublishableKey ?? row?.key ?? null;
  return (await findProcessor(deps, await findPaymentPage(deps), publishableKey)) !== 'none';
}

type ProcessorSettings = Pick<
  PublicSettings,
  'paymentProcessor' | 'paymentPage' | 'stripePublishableKey' | 'isTestModePublic'
>;

/** The processor of PAYMENT_ADAPTER, for settings and the checkout. */
export type PaymentPageTerms = Pick<PaymentPage, 'name' | 'livemode'>;

/** Returns what PAYMENT_ADAPTER says of itself; null without the setting. */
export async function findPaymentPage({
  environment,
}: Pick<Deps, 'environment'>): Promise<PaymentPageTerms | null> {
  const { paymentAdapter } = environment;
  return paymentAdapter === undefined ? null : loadPaymentAdapter(paymentAdapter);
}

/** Adds the payment processor, which depends on the environment and on earlier live payments. */
export async function withProcessor<S extends ProcessorSettings>(
  deps: Pick<Deps, 'db' | 'environment'>,
  settings: S,
): Promise<S> {
  const stripePublishableKey = deps.environment.stripePublishableKey ?? settings.stripePublishableKey;
  const page = await findPaymentPage(deps);
  const paymentPage = page && { name: page.name, livemode: page.livemode };
  const paymentProcessor = await findProcessor(deps, page, stripePublishableKey);
  const isTestMode = page
    ? !page.livemode
    : paymentProcessor === 'test' || (stripePublishableKey !== null && !isLiveKey(stripePublishableKey));
  const isTestModePublic = isTestMode && !isLoopback(new URL(deps.environment.publicUrl).hostname);
  return { ...settings, paymentProcessor, paymentPage, stripePublishableKey, isTestModePublic };
}

async function findProcessor(
  deps: Pick<Deps, 'db' | 'environment'>,
  page: PaymentPageTerms | null,
  publishableKey: string | null,
): Promise<PublicSettings['paymentProcessor']> {
  if (!page && publishableKey === null) return (await isTestProcessorAllowed(deps)) ? 'test' : 'none';
  const processor = page ? 'adapter' : 'stripe';
  const isLive = page ? page.livemode : publishableKey !== null && isLiveKey(publishableKey);
  return isLive || (await readLivePayments(deps.db)).liveMoneySince === null ? processor : 'none';
}
