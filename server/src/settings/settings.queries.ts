import type { PublicSettings, Settings } from '@reprise/contract/settings';
import type { Queryable } from '../platform/database/database.ts';
import { storeSettings } from './settings.tables.ts';

type SettingsRow = typeof storeSettings.$inferSelect;

/** Returns the current settings, including the rates for `quote()`. */
export async function readSettings(db: Queryable): Promise<Settings> {
  const [row] = await db.select().from(storeSettings);
  if (!row) throw new Error('The store has no settings yet.');
  return toSettings(row);
}

/** Settings for the storefront: the response schema drops the others. `withProcessor` adds the payment processor. */
export async function readPublicSettings(db: Queryable): Promise<PublicSettings> {
  return readSettings(db);
}

export function toSettings(row: SettingsRow): Settings {
  const {
    id: _id,
    updatedAt: _updatedAt,
    freeShippingThresholdCents,
    standardShippingRateCents,
    expressShippingRateCents,
    refundLimitCents,
    taxRateTenths,
    stripeSecretKeyEncrypted: _secretKey,
    stripeWebhookSecretEncrypted: _webhookSecret,
    liveKeysSince: _liveKeysSince,
    liveMoneySince: _liveMoneySince,
    ...plain
  } = row;
  return {
    ...plain,
    freeShippingThreshold: freeShippingThresholdCents,
    standardShippingRate: standardShippingRateCents,
    expressShippingRate: expressShippingRateCents,
    refundLimit: refundLimitCents,
    taxBasisPoints: taxRateTenths / 10,
    paymentProcessor: 'none',
    isTestModePublic: false,
  };
}
