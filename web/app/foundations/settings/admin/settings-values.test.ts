import { type Settings, settingsInput } from '@reprise/contract/foundations/settings';
import { cents } from '@reprise/contract/money';
import { expect, test } from 'vitest';
import { type SettingsValues, valuesOfSettings, wireOfSettings } from './settings-values.ts';

const settings: Settings = {
  storeName: 'Reprise',
  storeDescription: '',
  storeEmail: 'shop@example.com',
  storePhone: '',
  storeAddress: '',
  currency: 'USD',
  currencyRules: { digits: 2, step: 1, maxPrice: 100_000_000 },
  missingAmounts: [],
  mailKeptDays: 365,
  jobKeptDays: 7,
  networkKeptDays: 90,
  guestKeptDays: 1095,
  invoiceKeptYears: 10,
  freeShippingThreshold: cents(5000),
  standardShippingRate: cents(999),
  expressShippingRate: cents(1999),
  taxBasisPoints: 887.5,
  taxRates: [],
  shipTo: ['United States', 'Canada'],
  shipToCodes: ['US', 'CA'],
  shippingZones: [],
  shippingTax: 'automatic',
  goodwillTaxed: true,
  exemptBusinesses: false,
  exemptionText: 'Exempt supply',
  priceNote: '',
  pricesIncludeTax: false,
  carrierRates: false,
  taxByAddress: false,
  taxId: 'US 12-345',
  invoicePrefix: 'INV-',
  invoiceFirstNumber: 1,
  primaryColor: '#0ea5e9',
  accentColor: '#d946ef',
  darkMode: false,
  apiOrigins: [],
  standardDaysFrom: 5,
  standardDaysTo: 7,
  expressDays: 2,
  warrantyDays: 30,
  returnDays: 30,
  returnsVary: false,
  supportHours: '24/7',
  timeZone: 'UTC',
  format: 'en-US',
  weekStartsOn: 'sunday',
  paper: 'letter',
  paymentProcessor: 'test',
  isTestModePublic: false,
  testMode: 'off',
  paymentPages: [],
  logo: null,
  refundLimit: cents(20000),
  laborRate: cents(4000),
  leastMargin: 10,
  stripePublishableKey: null,
  emailNotifications: true,
  orderConfirmations: true,
  marketingEmails: false,
  lowStockAlerts: true,
  newOrderAlerts: false,
  unitChoice: true,
  requireScan: false,
  verifyWipes: false,
  passports: true,
  paypalEnabled: false,
  klarnaEnabled: false,
  twoFactorAuth: false,
  sessionTimeout: 30,
  passwordPolicy: 'strong',
  holdMinutes: 15,
  reservationMinutes: 30,
  staffReservationDays: 7,
  version: 3,
};

test('unedited settings are sent unchanged', () => {
  const sent = settingsInput.parse(wireOfSettings(valuesOfSettings(settings)));
  for (const [key, value] of Object.entries(sent))
    expect([key, value]).toEqual([key, settings[key as keyof Settings]]);
});

const withValues = (changed: Partial<SettingsValues>) =>
  settingsInput.safeParse(wireOfSettings({ ...valuesOfSettings(settings), ...changed }));

test('tax in percent accepts three decimals and rejects more', () => {
  const taxOf = (taxBasisPoints: string) => withValues({ taxBasisPoints }).data?.taxBasisPoints;
  expect(['8.29', '8.875', '0.001', '50'].map(taxOf)).toEqual([829, 887.5, 0.1, 5000]);
  expect(['8.8755', '8,875', '60', '-1', ''].map(taxOf)).toEqual(Array(5).fill(undefined));
});

test('tax rates are one a line, and a line that is none is rejected', () => {
  const ratesOf = (taxRates: string) => withValues({ taxRates }).data?.taxRates;
  const lines = ' United States, California : 7.25 %\n\nUnited Kingdom: 20';
  expect(ratesOf(lines)).toEqual([
    { country: 'United States', state: 'California', basisPoints: 725 },
    { country: 'United Kingdom', state: '', basisPoints: 2000 },
  ]);
  const again = { ...settings, taxRates: ratesOf(lines) ?? [] };
  expect(valuesOfSettings(again).taxRates).toBe('United States, California: 7.25\nUnited Kingdom: 20');
  for (const line of [
    '7.25',
    'California: 7.25',
    'Atlantis: 19',
    'Canada 5',
    'Canada:',
    'Canada: 5,5',
    'Canada: 60',
    'CA 7.25',
    'US-XX 5',
    'US-CA',
    'US-CA 60',
  ])
    expect([line, ratesOf(line)]).toEqual([line, undefined]);
});

test('a tax rate may name its place by codes', () => {
  const { data } = withValues({ taxRates: 'US-CA 7.25\nca-on: 13 %\nUK 20\nUS: 0' });
  expect(data?.taxRates).toEqual([
    { country: 'United States', state: 'California', basisPoints: 725 },
    { country: 'Canada', state: 'Ontario', basisPoints: 1300 },
    { country: 'United Kingdom', state: '', basisPoints: 2000 },
    { country: 'United States', state: '', basisPoints: 0 },
  ]);
});

test('an amount with a comma for cents is rejected and never multiplied by 100', () => {
  for (const typed of ['149,50', '1.299,00', '9,99']) {
    const { error } = withValues({ standardShippingRate: typed });
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['standardShippingRate', 'Use a point for decimals: 149.50.'],
    ]);
  }
  expect(withValues({ standardShippingRate: '$1,299.00' }).data?.standardShippingRate).toBe(129900);
});
