import { cents } from '@reprise/contract/money';
import { type Settings, settingsInput } from '@reprise/contract/settings';
import { expect, test } from 'vitest';
import { valuesOfSettings, wireOfSettings } from './settings-values.ts';

const settings: Settings = {
  storeName: 'Reprise',
  storeDescription: '',
  storeEmail: 'shop@example.com',
  storePhone: '',
  storeAddress: '',
  mailKeptDays: 365,
  jobKeptDays: 7,
  networkKeptDays: 90,
  guestKeptDays: 1095,
  invoiceKeptYears: 10,
  freeShippingThreshold: cents(5000),
  standardShippingRate: cents(999),
  expressShippingRate: cents(1999),
  taxBasisPoints: 825,
  primaryColor: '#0ea5e9',
  accentColor: '#d946ef',
  darkMode: false,
  standardDaysFrom: 5,
  standardDaysTo: 7,
  expressDays: 2,
  warrantyDays: 30,
  returnDays: 30,
  supportHours: '24/7',
  paymentProcessor: 'test',
  isTestModePublic: false,
  refundLimit: cents(20000),
  stripePublishableKey: null,
  emailNotifications: true,
  orderConfirmations: true,
  marketingEmails: false,
  lowStockAlerts: true,
  paypalEnabled: false,
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

test('tax in percent accepts two decimals and rejects more', () => {
  const withTax = (taxPercent: string) =>
    settingsInput.safeParse(wireOfSettings({ ...valuesOfSettings(settings), taxPercent }));
  expect(withTax('8.29').data?.taxBasisPoints).toBe(829);
  expect(withTax('8.255').success).toBe(false);
  expect(withTax('').success).toBe(false);
});

test('an empty number is rejected', () => {
  const emptied = { ...valuesOfSettings(settings), standardShippingRate: ' ' };
  expect(settingsInput.safeParse(wireOfSettings(emptied)).success).toBe(false);
});
