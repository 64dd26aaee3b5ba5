import type { SettingsValues } from './settings-values.ts';

/** Parts of the settings form; `devices` is a screen of its own, the others are tabs. */
export type SettingsPart =
  | 'general'
  | 'email'
  | 'payment'
  | 'shipping'
  | 'devices'
  | 'security'
  | 'appearance';

type SettingField = {
  part: SettingsPart;
  label: string;
  /** More words that the search finds. */
  keywords?: string;
};

/** Every field of the settings form, in the order of the screen. */
export const settingFields: Record<keyof SettingsValues, SettingField> = {
  storeName: { part: 'general', label: 'Store Name' },
  storeDescription: { part: 'general', label: 'Store Description' },
  storeEmail: { part: 'general', label: 'Store Email' },
  storePhone: { part: 'general', label: 'Store Phone' },
  storeAddress: { part: 'general', label: 'Store Address' },
  warrantyDays: { part: 'general', label: 'Warranty (days)' },
  returnDays: { part: 'general', label: 'Returns (days)', keywords: 'refund period' },
  supportHours: { part: 'general', label: 'Support hours' },
  timeZone: { part: 'general', label: 'Time Zone' },
  currency: { part: 'general', label: 'Currency', keywords: 'money dollar euro' },
  format: {
    part: 'general',
    label: 'Dates and numbers',
    keywords: 'format locale decimal comma 24 hours clock',
  },
  weekStartsOn: { part: 'general', label: 'Week starts on', keywords: 'sunday monday calendar' },
  paper: { part: 'general', label: 'Paper', keywords: 'letter a4 print invoice packing slip' },
  emailNotifications: { part: 'email', label: 'Email Notifications' },
  orderConfirmations: { part: 'email', label: 'Order Confirmations' },
  marketingEmails: { part: 'email', label: 'Marketing Emails', keywords: 'newsletter' },
  lowStockAlerts: { part: 'email', label: 'Low Stock Alerts' },
  newOrderAlerts: { part: 'email', label: 'New Orders', keywords: 'notify notification' },
  paypalEnabled: { part: 'payment', label: 'PayPal' },
  klarnaEnabled: { part: 'payment', label: 'Klarna' },
  reservationMinutes: {
    part: 'payment',
    label: 'Checkout reservation (minutes)',
    keywords: 'unpaid cancel stock',
  },
  staffReservationDays: { part: 'payment', label: 'Staff reservation (days)' },
  holdMinutes: { part: 'payment', label: 'Payment hold (minutes)' },
  refundLimit: { part: 'payment', label: 'Refund limit', keywords: 'approve approval' },
  taxBasisPoints: { part: 'payment', label: 'Tax (%)', keywords: 'vat sales rate percent' },
  taxRates: { part: 'payment', label: 'Tax of countries and states', keywords: 'vat states' },
  pricesIncludeTax: { part: 'payment', label: 'Prices include tax' },
  priceNote: {
    part: 'payment',
    label: 'Words beside prices',
    keywords: 'vat incl. excl. plus shipping country',
  },
  shippingTax: { part: 'payment', label: 'Tax on shipping', keywords: 'vat delivery' },
  goodwillTaxed: { part: 'payment', label: 'Goodwill refunds include tax', keywords: 'vat refund credit' },
  exemptBusinesses: {
    part: 'payment',
    label: 'Sell without tax to businesses of other EU countries',
    keywords: 'vat reverse charge intra-community exempt',
  },
  exemptionText: { part: 'payment', label: 'Words on invoices without tax', keywords: 'vat exempt eu' },
  taxId: { part: 'payment', label: 'Tax ID', keywords: 'vat number' },
  invoicePrefix: { part: 'payment', label: 'Invoice prefix' },
  invoiceFirstNumber: { part: 'payment', label: 'First invoice number' },
  taxByAddress: { part: 'payment', label: 'Ask Stripe Tax for the rate of each address' },
  shipTo: {
    part: 'shipping',
    label: 'Countries you ship to',
    keywords: 'international abroad zones destination',
  },
  freeShippingThreshold: { part: 'shipping', label: 'Free Shipping Threshold', keywords: 'delivery' },
  standardShippingRate: {
    part: 'shipping',
    label: 'Standard Shipping Rate',
    keywords: 'delivery cost price',
  },
  expressShippingRate: { part: 'shipping', label: 'Express Shipping Rate', keywords: 'delivery cost price' },
  standardDaysFrom: { part: 'shipping', label: 'Standard Delivery From (business days)' },
  standardDaysTo: { part: 'shipping', label: 'Standard Delivery To (business days)' },
  expressDays: { part: 'shipping', label: 'Express Delivery (business days)' },
  carrierRates: { part: 'shipping', label: 'Charge the rates of carriers', keywords: 'delivery' },
  unitChoice: { part: 'devices', label: 'Choose the exact device', keywords: 'unit' },
  requireScan: {
    part: 'devices',
    label: 'Require a scan before shipping',
    keywords: 'pack packing imei serial',
  },
  verifyWipes: { part: 'devices', label: 'A second person verifies erasures', keywords: 'wipe erase data' },
  laborRate: { part: 'devices', label: 'Labor per hour', keywords: 'hour repair cost rate' },
  leastMargin: { part: 'devices', label: 'Minimum margin (%)', keywords: 'least suggested price' },
  passports: { part: 'devices', label: 'Device passports', keywords: 'qr code label' },
  twoFactorAuth: { part: 'security', label: 'Two-Factor Authentication', keywords: '2fa authenticator' },
  sessionTimeout: { part: 'security', label: 'Session Timeout (minutes)', keywords: 'idle sign out' },
  passwordPolicy: { part: 'security', label: 'Password Policy' },
  mailKeptDays: { part: 'security', label: 'Emails (days)', keywords: 'retention mailbox' },
  jobKeptDays: { part: 'security', label: 'Finished jobs (days)', keywords: 'retention' },
  networkKeptDays: { part: 'security', label: 'IP addresses (days)', keywords: 'retention privacy' },
  guestKeptDays: { part: 'security', label: 'Guests (days)', keywords: 'retention privacy orders' },
  invoiceKeptYears: { part: 'security', label: 'Invoices (years)', keywords: 'retention privacy' },
  apiOrigins: {
    part: 'security',
    label: 'Websites that may call the API',
    keywords: 'cors origin storefront',
  },
  primaryColor: { part: 'appearance', label: 'Primary Color' },
  accentColor: { part: 'appearance', label: 'Accent Color' },
  darkMode: { part: 'appearance', label: 'Dark Mode' },
};

export type SettingName = keyof typeof settingFields;

export const settingNames = Object.keys(settingFields) as SettingName[];

/** Path that opens the settings at a field and focuses it. */
export const settingPath = (name: SettingName) =>
  `/admin/settings?tab=${settingFields[name].part}&field=${name}`;
