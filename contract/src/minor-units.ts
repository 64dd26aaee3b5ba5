import { type Cents, cents, storeCurrency } from './money.ts';

/** How a service counts amounts: the decimals of its unit, and the units of which every amount is a multiple. */
export type MinorUnits = { digits: number; step: number };

/** Returns the rule of a service for a currency by its code; null for one that it is known not to take. */
type UnitsOf = (code: string) => MinorUnits | null;

// https://docs.stripe.com/currencies

/** Stripe counts them without decimals, whatever ISO 4217 says. */
const stripeWithoutDecimals = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
/** They have no decimals, and Stripe counts them in hundredths for the sake of old clients. */
const stripeInHundredths = ['ISK', 'UGX'];
/** The last of their three decimals must be 0. */
const stripeInThousandths = ['BHD', 'JOD', 'KWD', 'OMR', 'TND'];

/** Minor units of Stripe. */
export const stripeUnits = (code: string): MinorUnits => {
  if (stripeWithoutDecimals.includes(code)) return { digits: 0, step: 1 };
  if (stripeInHundredths.includes(code)) return { digits: 2, step: 100 };
  return stripeInThousandths.includes(code) ? { digits: 3, step: 10 } : { digits: 2, step: 1 };
};

const shift = (amount: number, digits: number) =>
  digits >= 0 ? amount * 10 ** digits : amount / 10 ** -digits;

/** Returns what a service cannot take of the store's currency, as a sentence; null if it can take every amount. */
export function countingFault(unitsOf: UnitsOf, name: string): string | null {
  const { code, step } = storeCurrency();
  const rule = unitsOf(code);
  if (!rule) return `${name} takes no payments in ${code}`;
  return isCountable(step, rule) ? null : `${name} counts ${code} without the decimals that this store has`;
}

function isCountable(amount: number, { digits, step }: MinorUnits): boolean {
  const units = shift(amount, digits - storeCurrency().digits);
  return Number.isSafeInteger(units) && units % step === 0;
}

/** Returns an amount of the store in the units of a service; throws for one that the service would refuse. */
export function toServiceUnits(unitsOf: UnitsOf, amount: Cents): number {
  const { code, digits } = storeCurrency();
  const rule = unitsOf(code);
  if (!rule || !isCountable(amount, rule))
    throw new RangeError(`the service takes no amount of ${amount} minor units of ${code}`);
  return shift(amount, rule.digits - digits);
}

/** Returns an amount of a service, such as its fee, to the nearest minor unit of the store. */
export function fromServiceUnits(unitsOf: UnitsOf, units: number): Cents {
  const { code, digits } = storeCurrency();
  const rule = unitsOf(code) ?? { digits, step: 1 };
  return cents(Math.round(shift(units, digits - rule.digits)));
}
