import { countryCodes } from '@reprise/contract/country-codes';
import { currencyOf } from '@reprise/contract/currencies';
import { setStoreFormat } from '@reprise/contract/formats';
import { euCountryOf } from '@reprise/contract/foundations/eu-vat';
import type { PublicSettings, Settings } from '@reprise/contract/foundations/settings';
import { setCurrency } from '@reprise/contract/money';
import type { Queryable } from '../../platform/database/database.ts';
import { formatAddress } from '../address-formats/format-address.ts';
import { findDemoLoad } from './demo-load.ts';
import { storeSettings } from './settings.tables.ts';

type SettingsRow = typeof storeSettings.$inferSelect;

/**
 * Returns the current settings, including the rates for `quote()`. Sets currency and format of this process too, which
 * another process may have changed.
 */
export async function readSettings(db: Queryable): Promise<Settings> {
  const [row] = await db.select().from(storeSettings);
  if (!row) throw new Error('The store has no settings yet.');
  setCurrency(currencyOf(row.currency));
  setStoreFormat(row.format);
  return toSettings(row);
}

/** Settings of a new shop, as its table has them. */
export const defaultSettings = {
  storeName: 'Reprise',
  storeEmail: 'hello@reprise.example',
  storePhone: '+1 555 0100',
  storeAddress: '12 Workshop Lane, Portland, OR 97201',
  supportHours: '24/7',
  timeZone: 'UTC',
  taxBasisPoints: 800,
  freeShippingThreshold: 5000,
  standardShippingRate: 999,
  expressShippingRate: 1999,
  refundLimit: 20_000,
  laborRate: 0,
} as const;

const placeholders = ['storePhone', 'storeAddress', 'supportHours'] as const;

/** With the number that names the store's country. */
type ShownSettings = PublicSettings & Pick<Settings, 'taxId'>;

/** Settings for the storefront: the response schema drops the others. `withProcessor` adds the payment processor. */
export async function readPublicSettings(db: Queryable): Promise<ShownSettings> {
  return withoutPlaceholders(db, await readSettings(db));
}

/**
 * Leaves out phone number, address and hours of a new shop without the demo, because they are not this shop's: pages and
 * mails show them once they are saved.
 */
export async function withoutPlaceholders<S extends PublicSettings>(db: Queryable, settings: S): Promise<S> {
  const unchanged = placeholders.filter((key) => settings[key] === defaultSettings[key]);
  if (unchanged.length === 0 || (await findDemoLoad(db)) !== undefined) return settings;
  return { ...settings, ...Object.fromEntries(unchanged.map((key) => [key, ''])) };
}

function rulesOf(currency: string): PublicSettings['currencyRules'] {
  const { digits, step, maxPrice } = currencyOf(currency);
  return { digits, step, maxPrice };
}

/** Settings that no order can be priced without; they are missing after a change of the currency. */
const shippingRates = new Set<string>([
  'freeShippingThreshold',
  'standardShippingRate',
  'expressShippingRate',
]);

export function toSettings(row: SettingsRow): Settings {
  const {
    id: _id,
    updatedAt: _updatedAt,
    freeShippingThresholdCents,
    standardShippingRateCents,
    expressShippingRateCents,
    refundLimitCents,
    laborRateCents,
    taxRateTenths,
    currencyDigits: _currencyDigits,
    stripeSecretKeyEncrypted: _secretKey,
    stripeWebhookSecretEncrypted: _webhookSecret,
    openedAt,
    testMode,
    countsTestOrders: _countsTestOrders,
    liveKeysSince: _liveKeysSince,
    liveMoneySince: _liveMoneySince,
    pickup,
    ...plain
  } = row;
  const home = plain.exemptBusinesses ? euCountryOf(plain.taxId) : undefined;
  return {
    ...plain,
    pickup: pickup && { ...pickup, lines: formatAddress(pickup) },
    ...(home && { exemptFrom: home }),
    ...(plain.missingAmounts.some((name) => shippingRates.has(name)) && { lacksShippingRates: true }),
    currencyRules: rulesOf(row.currency),
    freeShippingThreshold: freeShippingThresholdCents,
    standardShippingRate: standardShippingRateCents,
    expressShippingRate: expressShippingRateCents,
    refundLimit: refundLimitCents,
    laborRate: laborRateCents,
    taxBasisPoints: taxRateTenths / 10,
    shipToCodes: plain.shipTo.map((country) => countryCodes[country]),
    paymentProcessor: 'none',
    paymentPages: [],
    isTestModePublic: false,
    testMode: testMode ? (openedAt === null ? 'everyone' : 'staff') : 'off',
  };
}
