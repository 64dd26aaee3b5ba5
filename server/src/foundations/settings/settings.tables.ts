import { type Country, firstShipTo } from '@reprise/contract/countries';
import { defaultFormat, formatNames, papers, weekStarts } from '@reprise/contract/formats';
import type { PickupCounterInput } from '@reprise/contract/foundations/pickup-counter';
import { type Logo, type MoneySetting, passwordPolicies } from '@reprise/contract/foundations/settings';
import { shippingTaxes } from '@reprise/contract/foundations/tax-classes';
import type { TaxRate } from '@reprise/contract/foundations/tax-rates';
import type { ShippingZone } from '@reprise/contract/sales/orders/shipping/zones';
import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { cents, timestamptz, updatedAt } from '../../platform/database/columns.ts';

export const defaultPasswordPolicy = 'strong';

/** Settings of the store: exactly one row. */
export const storeSettings = pgTable(
  'store_settings',
  {
    id: integer().primaryKey().default(1),
    storeName: text('store_name').notNull().default('Reprise'),
    storeDescription: text('store_description')
      .notNull()
      .default('Certified refurbished and open-box electronics'),
    storeEmail: text('store_email').notNull().default('hello@reprise.example'),
    storePhone: text('store_phone').notNull().default('+1 555 0100'),
    storeAddress: text('store_address').notNull().default('12 Workshop Lane, Portland, OR 97201'),
    emailNotifications: boolean('email_notifications').notNull().default(true),
    orderConfirmations: boolean('order_confirmations').notNull().default(true),
    marketingEmails: boolean('marketing_emails').notNull().default(false),
    lowStockAlerts: boolean('low_stock_alerts').notNull().default(true),
    newOrderAlerts: boolean('new_order_alerts').notNull().default(false),
    /** Buyers may choose the very device. */
    unitChoice: boolean('unit_choice').notNull().default(true),
    /** Devices must be scanned before their order ships. */
    requireScan: boolean('require_scan').notNull().default(false),
    paypalEnabled: boolean('paypal_enabled').notNull().default(false),
    klarnaEnabled: boolean('klarna_enabled').notNull().default(false),
    /** ISO 4217; fixed once a product, an order or a lot exists. */
    currency: text().notNull().default('USD'),
    /** Decimals of the currency, for functions of the database. */
    currencyDigits: integer('currency_digits').notNull().default(2),
    /** Amounts below to enter since the currency was chosen. */
    missingAmounts: text('missing_amounts').array().$type<MoneySetting[]>().notNull().default([]),
    freeShippingThresholdCents: cents('free_shipping_threshold_cents').notNull().default(sql`5000`),
    standardShippingRateCents: cents('standard_shipping_rate_cents').notNull().default(sql`999`),
    expressShippingRateCents: cents('express_shipping_rate_cents').notNull().default(sql`1999`),
    /** Tenths of a basis point: 8000 is 8%. */
    taxRateTenths: integer('tax_rate_tenths').notNull().default(8000),
    /** Rates of countries and states; elsewhere `taxRateTenths` applies. */
    taxRates: jsonb('tax_rates').$type<TaxRate[]>().notNull().default([]),
    /** Countries by their names on the wire. */
    shipTo: jsonb('ship_to').$type<Country[]>().notNull().default(firstShipTo),
    shippingZones: jsonb('shipping_zones').$type<ShippingZone[]>().notNull().default([]),
    /** Counter where orders are collected; null without one. */
    pickup: jsonb().$type<PickupCounterInput>(),
    pricesIncludeTax: boolean('prices_include_tax').notNull().default(false),
    /** Words beside prices, such as “incl. VAT, plus shipping”. */
    priceNote: text('price_note').notNull().default(''),
    shippingTax: text('shipping_tax', { enum: shippingTaxes }).notNull().default('automatic'),
    /** Goodwill refunds have the tax of goods, else none. */
    goodwillTaxed: boolean('goodwill_taxed').notNull().default(true),
    exemptBusinesses: boolean('exempt_businesses').notNull().default(false),
    exemptionText: text('exemption_text')
      .notNull()
      .default('Tax-exempt intra-Community supply (Article 138 of Directive 2006/112/EC)'),
    carrierRates: boolean('carrier_rates').notNull().default(false),
    taxByAddress: boolean('tax_by_address').notNull().default(false),
    twoFactorAuth: boolean('two_factor_auth').notNull().default(false),
    sessionTimeout: integer('session_timeout').notNull().default(30),
    passwordPolicy: text('password_policy', { enum: passwordPolicies })
      .notNull()
      .default(defaultPasswordPolicy),
    primaryColor: text('primary_color').notNull().default('#0ea5e9'),
    accentColor: text('accent_color').notNull().default('#d946ef'),
    darkMode: boolean('dark_mode').notNull().default(false),
    logo: jsonb().$type<Logo>(),
    /** Public passports of devices. */
    passports: boolean().notNull().default(true),
    /** Business days from order to delivery. */
    standardDaysFrom: integer('standard_days_from').notNull().default(5),
    standardDaysTo: integer('standard_days_to').notNull().default(7),
    expressDays: integer('express_days').notNull().default(2),
    warrantyDays: integer('warranty_days').notNull().default(30),
    returnDays: integer('return_days').notNull().default(30),
    returnsVary: boolean('returns_vary').notNull().default(false),
    supportHours: text('support_hours').notNull().default('24/7'),
    /** IANA name; the triggers of the daily stats read it. Changed only together with those stats. */
    timeZone: text('time_zone').notNull().default('UTC'),
    format: text({ enum: formatNames }).notNull().default(defaultFormat),
    weekStartsOn: text('week_starts_on', { enum: weekStarts }).notNull().default('sunday'),
    paper: text({ enum: papers }).notNull().default('letter'),
    /** Time a started payment keeps the stock of its order reserved, at least. */
    holdMinutes: integer('hold_minutes').notNull().default(15),
    /** Refunds above this amount need approval. */
    refundLimitCents: cents('refund_limit_cents').notNull().default(sql`20000`),
    /** Time a new order keeps its stock reserved until it is paid. */
    reservationMinutes: integer('reservation_minutes').notNull().default(30),
    /** The same for an order placed by staff. */
    staffReservationDays: integer('staff_reservation_days').notNull().default(7),
    mailKeptDays: integer('mail_kept_days').notNull().default(365),
    jobKeptDays: integer('job_kept_days').notNull().default(7),
    /** IP networks of sign-ins, sessions and payments. */
    networkKeptDays: integer('network_kept_days').notNull().default(90),
    /** Personal data of guests in their orders. */
    guestKeptDays: integer('guest_kept_days').notNull().default(1095),
    invoiceKeptYears: integer('invoice_kept_years').notNull().default(10),
    invoicePrefix: text('invoice_prefix').notNull().default('INV-'),
    invoiceFirstNumber: integer('invoice_first_number').notNull().default(1),
    taxId: text('tax_id').notNull().default(''),
    /** Erasures count once another person has verified them. */
    verifyWipes: boolean('verify_wipes').notNull().default(false),
    /** Cost of an hour of repair. */
    laborRateCents: cents('labor_rate_cents').notNull().default(sql`0`),
    /** Least margin of a suggested price, in percent of the cost. */
    leastMargin: integer('least_margin').notNull().default(10),
    /** Origins of other sites whose pages may call the API with a token. */
    apiOrigins: text('api_origins').array().notNull().default([]),
    stripePublishableKey: text('stripe_publishable_key'),
    stripeSecretKeyEncrypted: text('stripe_secret_key_encrypted'),
    stripeWebhookSecretEncrypted: text('stripe_webhook_secret_encrypted'),
    /** Time at which the shop was opened to visitors; null: they read "Opening soon". */
    openedAt: timestamptz('opened_at'),
    /** The built-in test processor takes payments, in an open shop those of staff only. */
    testMode: boolean('test_mode').notNull().default(false),
    /** True until the first sale for real money: figures count test orders while a shop has nothing else. */
    countsTestOrders: boolean('counts_test_orders').notNull().default(true),
    /** Time at which live keys were first set; the built-in test processor takes no payments after that. */
    liveKeysSince: timestamptz('live_keys_since'),
    /** Time of the first real payment; only live keys take payments after that. */
    liveMoneySince: timestamptz('live_money_since'),
    /** Incremented by each save, so that a stale form is rejected. */
    version: integer().notNull().default(1),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('store_settings_one_row', sql`${t.id} = 1`),
    check('store_settings_shipping_tax', sql`${t.shippingTax} in ('automatic', 'taxed', 'untaxed')`),
    check('store_settings_tax', sql`${t.taxRateTenths} between 0 and 50000`),
  ],
);
