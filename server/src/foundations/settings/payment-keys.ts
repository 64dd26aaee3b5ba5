import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { loadPaymentPages } from '../../platform/adapters.ts';
import { decryptField, encryptField } from '../../platform/crypto/encrypted-field.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import { isLoopback } from '../../platform/environment.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findTestPayers, recordLiveKeys, withoutTestModes } from './live-payments.ts';
import { storeSettings } from './settings.tables.ts';
import { invalidateSettings } from './settings.tags.ts';

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
        // Stripe has a test mode of its own.
        ...(keys && { testMode: false }),
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

/** Returns true if customers can pay; mails must not link to a payment page otherwise. */
export async function canTakePayments(deps: Pick<Deps, 'db' | 'environment'>): Promise<boolean> {
  const { paymentProcessor } = await findWaysToPay(deps, await readPublishableKey(deps));
  if (paymentProcessor === 'test') return (await findTestPayers(deps)) === 'everyone';
  return paymentProcessor !== 'none';
}

/** Returns Stripe's publishable key of the environment or the settings. */
export async function readPublishableKey({
  db,
  environment,
}: Pick<Deps, 'db' | 'environment'>): Promise<string | null> {
  const [row] = await db.select({ key: storeSettings.stripePublishableKey }).from(storeSettings);
  return environment.stripePublishableKey ?? row?.key ?? null;
}

type ProcessorSettings = Pick<
  PublicSettings,
  'paymentProcessor' | 'paymentPages' | 'stripePublishableKey' | 'isTestModePublic' | 'testMode'
>;

/** Adds the ways to pay, which depend on the environment and on earlier live payments. */
export async function withProcessor<S extends ProcessorSettings>(
  deps: Pick<Deps, 'db' | 'environment'>,
  settings: S,
): Promise<S> {
  const stripePublishableKey = deps.environment.stripePublishableKey ?? settings.stripePublishableKey;
  const { isTestMode, paymentProcessor, paymentPages } = await findWaysToPay(deps, stripePublishableKey);
  // Test mode has a band of its own.
  const isForEveryone = isTestMode && settings.testMode === 'off';
  const isTestModePublic = isForEveryone && !isLoopback(new URL(deps.environment.publicUrl).hostname);
  return { ...settings, paymentProcessor, paymentPages, stripePublishableKey, isTestModePublic };
}

type WaysToPay = Pick<PublicSettings, 'paymentProcessor' | 'paymentPages'> & {
  /** Pages of PAYMENT_ADAPTER, with those that are not offered. */
  pages: PublicSettings['paymentPages'];
  isTestMode: boolean;
};

/** Returns what the checkout offers besides the caller: Stripe with keys, and pages of PAYMENT_ADAPTER. */
export async function findWaysToPay(
  deps: Pick<Deps, 'db' | 'environment'>,
  publishableKey: string | null,
): Promise<WaysToPay> {
  const modules = await loadPaymentPages(deps.environment.paymentAdapters);
  const pages = modules.map(({ name, livemode }) => ({ name, livemode }));
  const stripe = publishableKey === null ? null : { livemode: isLiveKey(publishableKey) };
  const connected = [...(stripe ? [stripe] : []), ...pages];
  if (connected.length === 0) {
    const paymentProcessor = (await findTestPayers(deps)) === 'none' ? 'none' : 'test';
    return { paymentProcessor, paymentPages: [], pages, isTestMode: paymentProcessor === 'test' };
  }
  const offered = new Set(await withoutTestModes(deps.db, connected));
  const paymentPages = pages.filter((page) => offered.has(page));
  const withoutStripe = paymentPages.length > 0 ? 'adapter' : 'none';
  return {
    paymentProcessor: stripe && offered.has(stripe) ? 'stripe' : withoutStripe,
    paymentPages,
    pages,
    isTestMode: connected.every(({ livemode }) => !livemode),
  };
}
