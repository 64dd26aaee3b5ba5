import { codeOf, countries } from '@reprise/contract/countries';
import type { FormatName, Paper, WeekStart } from '@reprise/contract/formats';
import type {
  MoneySetting,
  PasswordPolicy,
  Settings,
  SettingsInput,
} from '@reprise/contract/foundations/settings';
import type { ShippingTax } from '@reprise/contract/foundations/tax-classes';
import { percentOfBasisPoints } from '@reprise/contract/sales/orders/pricing';
import { statesOf } from '@reprise/contract/sales/orders/states';
import {
  readAmount,
  readRate,
  readWhole,
  type TypedNumber,
  typeShortAmount,
} from '@reprise/contract/typed-number';

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
  currency: string;
  format: FormatName;
  weekStartsOn: WeekStart;
  paper: Paper;
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
  /** One a line. */
  shipTo: string;
  pricesIncludeTax: boolean;
  priceNote: string;
  shippingTax: ShippingTax;
  goodwillTaxed: boolean;
  exemptBusinesses: boolean;
  exemptionText: string;
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
} & Record<Exclude<keyof SettingsInput, ScreenSetting>, string | boolean>;

/** Settings with a screen of their own, which saves them alone. */
type ScreenSetting = 'shippingZones' | 'pickup';

export function valuesOfSettings(settings: Settings): SettingsValues {
  const { taxBasisPoints, missingAmounts } = settings;
  const amountOf = (name: MoneySetting) =>
    missingAmounts.includes(name) ? '' : typeShortAmount(settings[name]);
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
    currency: settings.currency,
    format: settings.format,
    weekStartsOn: settings.weekStartsOn,
    paper: settings.paper,
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
    refundLimit: amountOf('refundLimit'),
    laborRate: amountOf('laborRate'),
    leastMargin: String(settings.leastMargin),
    mailKeptDays: String(settings.mailKeptDays),
    jobKeptDays: String(settings.jobKeptDays),
    networkKeptDays: String(settings.networkKeptDays),
    guestKeptDays: String(settings.guestKeptDays),
    invoiceKeptYears: String(settings.invoiceKeptYears),
    taxBasisPoints: percentOfBasisPoints(taxBasisPoints),
    taxRates: settings.taxRates.map(lineOfRate).join('\n'),
    shipTo: settings.shipTo.join('\n'),
    pricesIncludeTax: settings.pricesIncludeTax,
    priceNote: settings.priceNote,
    shippingTax: settings.shippingTax,
    goodwillTaxed: settings.goodwillTaxed,
    exemptBusinesses: settings.exemptBusinesses,
    exemptionText: settings.exemptionText,
    carrierRates: settings.carrierRates,
    taxByAddress: settings.taxByAddress,
    taxId: settings.taxId,
    invoicePrefix: settings.invoicePrefix,
    invoiceFirstNumber: String(settings.invoiceFirstNumber),
    freeShippingThreshold: amountOf('freeShippingThreshold'),
    standardShippingRate: amountOf('standardShippingRate'),
    expressShippingRate: amountOf('expressShippingRate'),
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

/** Returns the request body: amounts in major units, tax in basis points. */
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
    shipTo: values.shipTo.split('\n').filter((line) => line.trim() !== ''),
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

const lineOfRate = ({ country, state, basisPoints, taxClass, from }: Settings['taxRates'][number]) =>
  [
    `${country}${state && `, ${state}`}${taxClass === 'reduced' ? ' (reduced)' : ''}:`,
    percentOfBasisPoints(basisPoints),
    ...(from ? ['from', from] : []),
  ].join(' ');

/** A line by codes, such as "US-CA 7.25". "CA" alone is left out: it may mean Canada or California. */
const lineOfCodes = /^\s*(?:([A-Z]{2})-([A-Z\d]{1,3})|([A-Z]{2}))[\s:]\s*(\S.*)$/i;
const lineWithDay = /^(.*\S)\s+from\s+(\S+)\s*$/i;
const reducedMark = /\(reduced\)/i;

function rateOf(typed: string) {
  const rate = typed.replace(/^[\s:]+/, '').trim();
  return basisPointsOf(rate.endsWith('%') ? rate.slice(0, -1).trimEnd() : rate);
}

function rateOfCodes(countryCode: string, code: string | undefined, rate: string) {
  const written = countryCode.toUpperCase();
  const country = countries.find((name) => codeOf(name) === (written === 'UK' ? 'GB' : written)) ?? '';
  const states = statesOf(country);
  const state = code && (states.find(([known]) => known === code.toUpperCase())?.[1] ?? '');
  // Lists of other countries are not loaded here: their codes stay as they are, which the shop reads.
  const unlisted = code && states.length === 0 ? code.toUpperCase() : '';
  const isUnknown = (written === 'CA' && !code) || (code !== undefined && !state && !unlisted);
  return { country: isUnknown ? '' : country, state: state || unlisted, basisPoints: rateOf(rate) };
}

/** Reads a line; one that is no rate becomes one that the schema refuses. */
function rateOfLine(line: string) {
  const [, dated, from] = lineWithDay.exec(line) ?? [];
  const written = dated ?? line;
  return {
    ...rateOfPlace(written.replace(reducedMark, '')),
    ...(reducedMark.test(written) && { taxClass: 'reduced' as const }),
    ...(from && { from }),
  };
}

function rateOfPlace(line: string) {
  const coded = lineOfCodes.exec(line);
  if (coded) return rateOfCodes(coded[1] ?? coded[3] ?? '', coded[2], coded[4] ?? '');
  const colon = line.lastIndexOf(':');
  const place = colon < 0 ? '' : line.slice(0, colon);
  const comma = place.indexOf(',');
  return {
    country: (comma < 0 ? place : place.slice(0, comma)).trim(),
    state: comma < 0 ? '' : place.slice(comma + 1).trim(),
    basisPoints: rateOf(line.slice(colon + 1)),
  };
}
