import { z } from 'zod';
import { countries } from '../countries.ts';
import { endpoints } from '../endpoint.ts';
import { isTimeZone } from '../time-zone.ts';
import { email, money, price, requiredText, seenVersion, text } from '../wire.ts';
import { formatFields } from './format-fields.ts';
import { testInvoicePrefix } from './invoice-prefix.ts';
import { origin } from './origin.ts';
import { pickupCounter, pickupCounterInput } from './pickup-counter.ts';
import {
  businessDays,
  isReversed,
  maxShippingZones,
  reversedDays,
  shippingZone,
  shippingZoneInput,
} from './shipping-zones.ts';
import { shippingTaxes } from './tax-classes.ts';
import { storedTaxRate, taxFields } from './tax-fields.ts';
import { wholeNumber } from './whole-number.ts';

export const passwordPolicies = ['weak', 'medium', 'strong'] as const;
export type PasswordPolicy = (typeof passwordPolicies)[number];

const amount = price('Enter an amount');

/** Settings that are amounts; empty after the currency was chosen. */
export const moneySettings = [
  'freeShippingThreshold',
  'standardShippingRate',
  'expressShippingRate',
  'refundLimit',
  'laborRate',
] as const;
export type MoneySetting = (typeof moneySettings)[number];
const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'Enter a color such as #0ea5e9');

const days = wholeNumber(0, 3650);
const retentionDays = (minDays: number) => wholeNumber(minDays, 3650);

/** Store settings as a form sends them; every field is optional. */
export const settingsInput = z
  .object({
    storeName: requiredText(100, 'The store needs a name'),
    storeDescription: text(300),
    storeEmail: email,
    storePhone: text(40),
    storeAddress: text(300),
    emailNotifications: z.boolean(),
    orderConfirmations: z.boolean(),
    /** Weekly deals for subscribers. */
    marketingEmails: z.boolean(),
    lowStockAlerts: z.boolean(),
    /** A mail to the store for each order that is paid for. */
    newOrderAlerts: z.boolean(),
    /** Buyers may choose the very device, by its battery, wear and photos. */
    unitChoice: z.boolean(),
    /** An order with devices is marked as shipped only after each was scanned. */
    requireScan: z.boolean(),
    /** Can be switched on only if the payment processor supports PayPal. */
    paypalEnabled: z.boolean(),
    /** As PayPal. */
    klarnaEnabled: z.boolean(),
    /** ISO 4217. Fixed once a product, an order or a lot exists; a change empties the amounts of the settings. */
    currency: z
      .string('Choose a currency')
      .regex(/^[A-Z]{3}$/, 'Choose a currency by its code, such as EUR')
      .meta({ examples: ['USD'] }),
    freeShippingThreshold: amount,
    standardShippingRate: amount,
    expressShippingRate: amount,
    ...taxFields,
    /** Countries that the store ships to, in the order of the address form; the first is preselected. */
    shipTo: z
      .array(z.enum(countries, 'Choose a country of the list'))
      .min(1, 'Choose at least one country')
      .refine((names) => new Set(names).size === names.length, 'Choose each country once')
      .meta({ uniqueItems: true }),
    /** Zones in place of the stored ones; rates and days of the settings are those of everywhere else. */
    shippingZones: z
      .array(shippingZoneInput)
      .max(maxShippingZones, `Enter at most ${maxShippingZones} zones`),
    /** Counter where customers collect their orders; null removes it. */
    pickup: pickupCounterInput.nullable(),
    /** True if the checkout charges the rates of carriers, where the shop has an account and they answer. */
    carrierRates: z.boolean(),
    /** Requires two-factor for administrators; the next sign-in sets it up. */
    twoFactorAuth: z.boolean(),
    /** Minutes an administrator may be idle. */
    sessionTimeout: wholeNumber(5, 1440),
    passwordPolicy: z.enum(passwordPolicies, 'Choose weak, medium or strong'),
    primaryColor: color,
    accentColor: color,
    darkMode: z.boolean(),
    standardDaysFrom: businessDays,
    standardDaysTo: businessDays,
    expressDays: businessDays,
    warrantyDays: days,
    returnDays: days,
    supportHours: text(60),
    /** IANA name. Days of lists, figures and exports begin at midnight there. */
    timeZone: text(64)
      .refine(isTimeZone, 'Choose a time zone such as America/New_York')
      .meta({ examples: ['America/New_York'] }),
    ...formatFields,
    /** Minimum minutes from the start of a payment to the end of the reservation. */
    holdMinutes: wholeNumber(1, 1440),
    /** Refunds above it require reauthentication; those of cancelled orders wait for approval. */
    refundLimit: amount,
    /** Minutes an order from the checkout reserves its stock before it is paid. */
    reservationMinutes: wholeNumber(5, 10_080),
    /** Days an order placed or reopened by staff reserves its stock before it is paid. */
    staffReservationDays: wholeNumber(1, 90),
    /** Retention of mail copies in days. */
    mailKeptDays: retentionDays(1),
    /** Retention of finished jobs in days. */
    jobKeptDays: retentionDays(1),
    /** Retention of IP addresses and networks in days. */
    networkKeptDays: retentionDays(1),
    /** Retention of personal data of guests in days. */
    guestKeptDays: retentionDays(30),
    /** Retention of billing details of paid orders after erasure of the person, in years. */
    invoiceKeptYears: wholeNumber(1, 30),
    /** Text before the number of each invoice and credit note; another prefix begins another series. */
    invoicePrefix: text(20)
      .regex(
        /^(?:[A-Za-z0-9/._-]*[A-Za-z/._-])?$/,
        'Enter letters, numbers, - / . or _, without a number at the end',
      )
      .refine(
        (prefix) => !prefix.toUpperCase().startsWith(testInvoicePrefix),
        `Choose another prefix, ${testInvoicePrefix} is that of test orders`,
      ),
    /** Number that a series begins with; a series that has begun continues as it is. */
    invoiceFirstNumber: wholeNumber(1, 999_999_999),
    /** Tax or registration number of the store, shown on invoices. */
    taxId: text(40),
    /** Cost of an hour of repair. */
    laborRate: amount,
    /** Least margin of a suggested price, in percent of the cost. */
    leastMargin: wholeNumber(0, 500),
    /** An erasure counts once another person has verified it. */
    verifyWipes: z.boolean(),
    /** True if the passports of devices are public. */
    passports: z.boolean(),
    /** Origins of other sites whose pages may call the API with a token. */
    apiOrigins: z.array(origin).max(20, 'Enter at most 20 addresses'),
  })
  .partial()
  .refine(({ standardDaysFrom, standardDaysTo }) => !isReversed(standardDaysFrom, standardDaysTo), {
    ...reversedDays,
  })
  .meta({ id: 'SettingsInput' });
export type SettingsInput = z.output<typeof settingsInput>;

const logoImage = z.object({ url: z.string(), width: z.number().int(), height: z.number().int() });

/** Logo of the store instead of its word mark. */
export const logo = z
  .object({
    light: logoImage,
    /** For dark backgrounds; null to show the same on both. */
    dark: logoImage.nullable(),
  })
  .meta({ id: 'Logo' });
export type Logo = z.output<typeof logo>;

export const logoVariants = ['light', 'dark'] as const;
export type LogoVariant = (typeof logoVariants)[number];

/** Lowest logo that is sharp in the header. */
export const minLogoHeight = 32;

export const publicSettings = z
  .object({
    storeName: z.string(),
    storeDescription: z.string(),
    storeEmail: z.string(),
    storePhone: z.string(),
    storeAddress: z.string(),
    /** ISO 4217. */
    currency: z.string(),
    /** Decimals of amounts; in minor units the step of all amounts and the largest price. */
    currencyRules: z.object({ digits: z.number(), step: z.number(), maxPrice: z.number() }),
    freeShippingThreshold: money,
    standardShippingRate: money,
    expressShippingRate: money,
    /** Basis points with at most one decimal: 887.5 is 8.875%. */
    taxBasisPoints: z.number(),
    /** Rates of today, of the countries that the store ships to and their states; elsewhere `taxBasisPoints` applies. */
    taxRates: z.array(storedTaxRate),
    /** Countries that the store ships to, by name, and their codes of two letters in the same order. */
    shipTo: z.array(z.enum(countries)),
    shipToCodes: z.array(z.string()),
    /** Countries with rates and days of their own; those of the settings are for everywhere else. */
    shippingZones: z.array(shippingZone),
    /** Counter where orders are collected; missing if the store has none. */
    pickup: pickupCounter.nullish(),
    pricesIncludeTax: z.boolean(),
    /** Words beside prices; missing without any. */
    priceNote: z.string().optional(),
    /** Missing: automatic. */
    shippingTax: z.enum(shippingTaxes).optional(),
    /** Tax of today in the prices, of the store's country, which zones take off; missing if none does. */
    storeTax: z.object({ taxBasisPoints: z.number(), reducedBasisPoints: z.number().optional() }).optional(),
    /** True until the owner enters shipping rates in a new currency; no order is taken then. */
    lacksShippingRates: z.literal(true).optional(),
    /** Country of a store that sells without tax to businesses of other EU countries; missing if it does not. */
    exemptFrom: z.string().optional(),
    carrierRates: z.boolean(),
    taxByAddress: z.boolean(),
    primaryColor: z.string(),
    accentColor: z.string(),
    darkMode: z.boolean(),
    /** Null for the word mark. */
    logo: logo.nullable(),
    /** True if the weekly deals can be subscribed to. */
    marketingEmails: z.boolean(),
    /** Business days from processing to delivery. */
    standardDaysFrom: z.number(),
    standardDaysTo: z.number(),
    expressDays: z.number(),
    warrantyDays: z.number(),
    returnDays: z.number(),
    /** True if days say too little of returns: categories have policies of their own, or only defects are taken back. */
    returnsVary: z.boolean(),
    supportHours: z.string(),
    /** True if the passports of devices are public. */
    passports: z.boolean(),
    timeZone: z.string(),
    ...formatFields,
    /** Processor of the checkout's form; `adapter`: only pages of others; `none` if the store cannot take payments. */
    paymentProcessor: z.enum(['test', 'stripe', 'adapter', 'none']),
    /** Processors on whose page customers can pay, besides the checkout's form. */
    paymentPages: z.array(z.object({ name: z.string(), livemode: z.boolean() })),
    /** Payments are in test mode although the store has a public address; the back office warns its staff. */
    isTestModePublic: z.boolean(),
    /** Test mode: who may pay with test cards; staff only in an open shop, which takes no orders of visitors then. */
    testMode: z.enum(['off', 'staff', 'everyone']),
    /** Publishable key of Stripe for the browser. */
    stripePublishableKey: z.string().nullable(),
    /** True if PayPal is available; switched off automatically if the processor does not support it. */
    paypalEnabled: z.boolean(),
    /** As PayPal. */
    klarnaEnabled: z.boolean(),
  })
  .meta({ id: 'PublicSettings' });
export type PublicSettings = z.output<typeof publicSettings>;

export const settings = publicSettings
  .extend({
    /** All rates of the table, with those of other days and countries. */
    taxRates: z.array(storedTaxRate),
    priceNote: z.string(),
    /** A sentence for each rate of a state that its country does not have; missing without any. */
    taxRateFaults: z.array(z.string()).optional(),
    shippingTax: z.enum(shippingTaxes),
    goodwillTaxed: z.boolean(),
    exemptBusinesses: z.boolean(),
    exemptionText: z.string(),
    emailNotifications: z.boolean(),
    orderConfirmations: z.boolean(),
    lowStockAlerts: z.boolean(),
    newOrderAlerts: z.boolean(),
    unitChoice: z.boolean(),
    requireScan: z.boolean(),
    twoFactorAuth: z.boolean(),
    sessionTimeout: z.number(),
    passwordPolicy: z.enum(passwordPolicies),
    holdMinutes: z.number(),
    refundLimit: money,
    /** Amounts to enter since the currency was chosen; they are 0 until then. */
    missingAmounts: z.array(z.enum(moneySettings)),
    reservationMinutes: z.number(),
    staffReservationDays: z.number(),
    mailKeptDays: z.number(),
    jobKeptDays: z.number(),
    networkKeptDays: z.number(),
    guestKeptDays: z.number(),
    invoiceKeptYears: z.number(),
    invoicePrefix: z.string(),
    invoiceFirstNumber: z.number(),
    taxId: z.string(),
    laborRate: money,
    leastMargin: z.number(),
    verifyWipes: z.boolean(),
    apiOrigins: z.array(z.string()),
    version: z.number().int(),
  })
  .meta({ id: 'Settings' });
export type Settings = z.output<typeof settings>;

const logoParams = z.object({ variant: z.enum(logoVariants, 'Choose light or dark') });

export const settingsEndpoints = endpoints({
  getPublicSettings: {
    method: 'GET',
    path: '/settings/public',
    summary: 'Settings that the storefront needs',
    access: 'public',
    rate: 'read',
    response: z.object({ settings: publicSettings }),
  },
  getSettings: {
    method: 'GET',
    path: '/settings',
    summary: 'All settings',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'read',
    response: z.object({ settings }),
  },
  updateSettings: {
    method: 'PUT',
    path: '/settings',
    summary: 'Change some or all settings',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'write',
    body: settingsInput.safeExtend({ version: seenVersion.optional() }),
    response: z.object({ settings }),
    message: 'Settings saved successfully!',
  },
  setLogo: {
    method: 'POST',
    path: '/settings/logo/:variant',
    summary: 'Upload the logo for light or dark backgrounds, a PNG, WebP or JPEG image',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'upload',
    upload: { field: 'file', maxFiles: 1 },
    params: logoParams,
    response: z.object({ logo }),
  },
  removeLogo: {
    method: 'DELETE',
    path: '/settings/logo/:variant',
    summary: 'Remove the logo for dark backgrounds, or with the one for light backgrounds both',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'write',
    params: logoParams,
    response: z.object({ logo: logo.nullable() }),
  },
});
