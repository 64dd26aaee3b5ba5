import { centsToDollars } from '@reprise/contract/money';
import type { PasswordPolicy, Settings } from '@reprise/contract/settings';

/** Values of the settings form, as typed: numbers are text until they are sent, tax is in percent. */
export type SettingsValues = {
  storeName: string;
  storeDescription: string;
  storeEmail: string;
  storePhone: string;
  storeAddress: string;
  warrantyDays: string;
  returnDays: string;
  supportHours: string;
  emailNotifications: boolean;
  orderConfirmations: boolean;
  marketingEmails: boolean;
  lowStockAlerts: boolean;
  paypalEnabled: boolean;
  holdMinutes: string;
  reservationMinutes: string;
  staffReservationDays: string;
  refundLimit: string;
  mailKeptDays: string;
  jobKeptDays: string;
  networkKeptDays: string;
  guestKeptDays: string;
  invoiceKeptYears: string;
  taxPercent: string;
  freeShippingThreshold: string;
  standardShippingRate: string;
  expressShippingRate: string;
  standardDaysFrom: string;
  standardDaysTo: string;
  expressDays: string;
  sessionTimeout: string;
  twoFactorAuth: boolean;
  passwordPolicy: PasswordPolicy;
  primaryColor: string;
  accentColor: string;
  darkMode: boolean;
};

export function valuesOfSettings(settings: Settings): SettingsValues {
  const { taxBasisPoints, freeShippingThreshold, standardShippingRate, expressShippingRate } = settings;
  return {
    storeName: settings.storeName,
    storeDescription: settings.storeDescription,
    storeEmail: settings.storeEmail,
    storePhone: settings.storePhone,
    storeAddress: settings.storeAddress,
    warrantyDays: String(settings.warrantyDays),
    returnDays: String(settings.returnDays),
    supportHours: settings.supportHours,
    emailNotifications: settings.emailNotifications,
    orderConfirmations: settings.orderConfirmations,
    marketingEmails: settings.marketingEmails,
    lowStockAlerts: settings.lowStockAlerts,
    paypalEnabled: settings.paypalEnabled,
    holdMinutes: String(settings.holdMinutes),
    reservationMinutes: String(settings.reservationMinutes),
    staffReservationDays: String(settings.staffReservationDays),
    refundLimit: String(centsToDollars(settings.refundLimit)),
    mailKeptDays: String(settings.mailKeptDays),
    jobKeptDays: String(settings.jobKeptDays),
    networkKeptDays: String(settings.networkKeptDays),
    guestKeptDays: String(settings.guestKeptDays),
    invoiceKeptYears: String(settings.invoiceKeptYears),
    taxPercent: String(taxBasisPoints / 100),
    freeShippingThreshold: String(centsToDollars(freeShippingThreshold)),
    standardShippingRate: String(centsToDollars(standardShippingRate)),
    expressShippingRate: String(centsToDollars(expressShippingRate)),
    standardDaysFrom: String(settings.standardDaysFrom),
    standardDaysTo: String(settings.standardDaysTo),
    expressDays: String(settings.expressDays),
    sessionTimeout: String(settings.sessionTimeout),
    twoFactorAuth: settings.twoFactorAuth,
    passwordPolicy: settings.passwordPolicy,
    primaryColor: settings.primaryColor,
    accentColor: settings.accentColor,
    darkMode: settings.darkMode,
  };
}

const number = (typed: string) => (typed.trim() === '' ? undefined : Number(typed));

/** Returns NaN for an empty number, which is invalid rather than "unchanged". */
const parseNumber = (typed: string) => number(typed) ?? Number.NaN;

/** Returns the request body: amounts in dollars, tax in hundredths of a percent. */
export function wireOfSettings({ taxPercent, ...values }: SettingsValues) {
  return {
    ...values,
    warrantyDays: parseNumber(values.warrantyDays),
    returnDays: parseNumber(values.returnDays),
    holdMinutes: parseNumber(values.holdMinutes),
    reservationMinutes: parseNumber(values.reservationMinutes),
    staffReservationDays: parseNumber(values.staffReservationDays),
    refundLimit: parseNumber(values.refundLimit),
    mailKeptDays: parseNumber(values.mailKeptDays),
    jobKeptDays: parseNumber(values.jobKeptDays),
    networkKeptDays: parseNumber(values.networkKeptDays),
    guestKeptDays: parseNumber(values.guestKeptDays),
    invoiceKeptYears: parseNumber(values.invoiceKeptYears),
    freeShippingThreshold: parseNumber(values.freeShippingThreshold),
    standardShippingRate: parseNumber(values.standardShippingRate),
    expressShippingRate: parseNumber(values.expressShippingRate),
    standardDaysFrom: parseNumber(values.standardDaysFrom),
    standardDaysTo: parseNumber(values.standardDaysTo),
    expressDays: parseNumber(values.expressDays),
    sessionTimeout: parseNumber(values.sessionTimeout),
    // 8.25 % is 825; rounding removes only floating-point error.
    taxBasisPoints: Math.round(parseNumber(taxPercent) * 10_000) / 100,
  };
}
