import type { PasswordPolicy, Settings, SettingsInput } from '@reprise/contract/foundations/settings';
import { centsToDollars } from '@reprise/contract/money';
import { percentOfBasisPoints } from '@reprise/contract/orders/pricing';
import { readAmount, readRate, readWhole, type TypedNumber } from '@reprise/contract/typed-number';

/**
 * Values of the settings form under the names of the API, so that an error finds its field. Numbers are text until
 * they are sent, and tax is in percent.
 */
export type SettingsValues = {
  storeName: string;
  storeDescription: string;
  storeEmail: string;
  storePhone: string;
  storeAddress: string;
  warrantyDays: string;
  returnDays: string;
  supportHours: string;
  passports: boolean;
  timeZone: string;
  emailNotifications: boolean;
  orderConfirmations: boolean;
  marketingEmails: boolean;
  lowStockAlerts: boolean;
  newOrderAlerts: boolean;
  unitChoice: boolean;
  requireScan: boolean;
  verifyWipes: boolean;
  paypalEnabled: boolean;
  klarnaEnabled: boolean;
  holdMinutes: string;
  reservationMinutes: string;
  staffReservationDays: string;
  refundLimit: string;
  laborRate: string;
  leastMargin: string;
  mailKeptDays: string;
  jobKeptDays: string;
  networkKeptDays: string;
  guestKeptDays: string;
  invoiceKeptYears: string;
  taxBasisPoints: string;
  /** One a line, such as “United States, California: 7.25”. */
  taxRates: string;
  pricesIncludeTax: boolean;
  carrierRates: boolean;
  taxByAddress: boolean;
  taxId: string;
  invoicePrefix: string;
  invoiceFirstNumber: string;
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
  /** One a line. */
  apiOrigins: string;
} & Record<keyof SettingsInput, string | boolean>;

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
    passports: settings.passports,
    timeZone: settings.timeZone,
    emailNotifications: settings.emailNotifications,
    orderConfirmations: settings.orderConfirmations,
    marketingEmails: settings.marketingEmails,
    lowStockAlerts: settings.lowStockAlerts,
    newOrderAlerts: settings.newOrderAlerts,
    unitChoice: settings.unitChoice,
    requireScan: settings.requireScan,
    verifyWipes: settings.verifyWipes,
    paypalEnabled: settings.paypalEnabled,
    klarnaEnabled: settings.klarnaEnabled,
    holdMinutes: String(settings.holdMinutes),
    reservationMinutes: String(settings.reservationMinutes),
    staffReservationDays: String(settings.staffReservationDays),
    refundLimit: String(centsToDollars(settings.refundLimit)),
    laborRate: String(centsToDollars(settings.laborRate)),
    leastMargin: String(settings.leastMargin),
    mailKeptDays: String(settings.mailKeptDays),
    jobKeptDays: String(settings.jobKeptDays),
    networkKeptDays: String(settings.networkKeptDays),
    guestKeptDays: String(settings.guestKeptDays),
    invoiceKeptYears: String(settings.invoiceKeptYears),
    taxBasisPoints: percentOfBasisPoints(taxBasisPoints),
    taxRates: settings.taxRates.map(lineOfRate).join('\n'),
    pricesIncludeTax: settings.pricesIncludeTax,
    carrierRates: settings.carrierRates,
    taxByAddress: settings.taxByAddress,
    taxId: settings.taxId,
    invoicePrefix: settings.invoicePrefix,
    invoiceFirstNumber: String(settings.invoiceFirstNumber),
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
    apiOrigins: settings.apiOrigins.join('\n'),
  };
}

/** Reads a number that must not be blank: blank text is invalid rather than "unchanged". */
const required = (read: (typed: string) => TypedNumber, typed: string) => read(typed) ?? '';
const whole = (typed: string) => required(readWhole, typed);
const amount = (typed: string) => required(readAmount, typed);

/** Returns the request body: amounts in dollars, tax in basis points. */
export function wireOfSettings(values: SettingsValues) {
  return {
    ...values,
    warrantyDays: whole(values.warrantyDays),
    returnDays: whole(values.returnDays),
    holdMinutes: whole(values.holdMinutes),
    reservationMinutes: whole(values.reservationMinutes),
    staffReservationDays: whole(values.staffReservationDays),
    refundLimit: amount(values.refundLimit),
    laborRate: amount(values.laborRate),
    leastMargin: whole(values.leastMargin),
    mailKeptDays: whole(values.mailKeptDays),
    jobKeptDays: whole(values.jobKeptDays),
    networkKeptDays: whole(values.networkKeptDays),
    guestKeptDays: whole(values.guestKeptDays),
    invoiceKeptYears: whole(values.invoiceKeptYears),
    invoiceFirstNumber: whole(values.invoiceFirstNumber),
    freeShippingThreshold: amount(values.freeShippingThreshold),
    standardShippingRate: amount(values.standardShippingRate),
    expressShippingRate: amount(values.expressShippingRate),
    standardDaysFrom: whole(values.standardDaysFrom),
    standardDaysTo: whole(values.standardDaysTo),
    expressDays: whole(values.expressDays),
    sessionTimeout: whole(values.sessionTimeout),
    apiOrigins: values.apiOrigins.split(/\s+/).filter(Boolean),
    taxBasisPoints: basisPointsOf(values.taxBasisPoints),
    taxRates: values.taxRates
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(rateOfLine),
  };
}

/** 8.875 % is 887.5; rounding removes only floating-point error. */
function basisPointsOf(typed: string) {
  const percent = required(readRate, typed);
  return typeof percent === 'number' ? Math.round(percent * 1_000_000) / 10_000 : percent;
}

const lineOfRate = ({ country, state, basisPoints }: Settings['taxRates'][number]) =>
  `${country}${state && `, ${state}`}: ${percentOfBasisPoints(basisPoints)}`;

/** Reads a line; one that is no rate becomes one that the schema refuses. */
function rateOfLine(line: string) {
  const colon = line.lastIndexOf(':');
  const place = colon < 0 ? '' : line.slice(0, colon);
  const comma = place.indexOf(',');
  return {
    country: (comma < 0 ? place : place.slice(0, comma)).trim(),
    state: comma < 0 ? '' : place.slice(comma + 1).trim(),
    basisPoints: basisPointsOf(line.slice(colon + 1).replace(/%\s*$/, '')),
  };
}
