import { getStoreFormat } from './formats.ts';

/** Integer number of minor units of the store's currency, such as US cents: the representation of money outside JSON. */
export type Cents = number & { readonly __cents: true };

/** A currency with the rules of its amounts. */
export type Currency = {
  /** ISO 4217. */
  code: string;
  /** Decimals of an amount: 0, 2 or 3. */
  digits: number;
  /** Minor units of which every price and computed amount is a multiple. */
  step: number;
  /** Largest price in minor units. */
  maxPrice: number;
};

/** Currency of a shop that has chosen none. */
export const defaultCurrency: Currency = { code: 'USD', digits: 2, step: 1, maxPrice: 100_000_000 };

// In the global scope, because the server and the pages it renders have a copy of this module each.
const scope = globalThis as { storeCurrency?: Currency };

/** Sets the currency of the store, at the start of the server and of a page in the browser. */
export function setCurrency(currency: Currency): void {
  scope.storeCurrency = currency;
}

export const storeCurrency = (): Currency => scope.storeCurrency ?? defaultCurrency;

/** Brands an integer as minor units; throws for a fraction, so that an amount in major units fails early. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of minor units: ${amount}`);
  return amount as Cents;
}

/** Minor units in a major one: 100 for US dollars. */
export const minorUnits = (): number => 10 ** storeCurrency().digits;

/** Converts an amount from JSON, in major units, to the nearest minor unit. */
export function toCents(amount: number): Cents {
  return cents(Math.round(amount * minorUnits()));
}

/** Returns the amount in major units, as JSON has it. */
export function toMajorUnits(amount: Cents): number {
  return amount / minorUnits();
}

/** Returns the amount in major units for machines: "1234.50". */
export function toDecimal(amount: Cents): string {
  return toMajorUnits(amount).toFixed(storeCurrency().digits);
}

export function addCents(amounts: Iterable<Cents>): Cents {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return cents(sum);
}

export function timesCents(amount: Cents, quantity: number): Cents {
  return cents(amount * quantity);
}

/** Returns the part of a value that belongs to a part of the whole, rounded half up to the step; 0 of nothing. */
export function shareOf(value: number, part: number, whole: number): Cents {
  if (whole === 0) return cents(0);
  const [v, p, w, step] = [value, part, whole, storeCurrency().step].map(BigInt) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  return cents(Number(((2n * v * p + w * step) / (2n * w * step)) * step));
}

/** Rounds an amount half up to the step of the currency. */
export function roundToStep(amount: number): Cents {
  const { step } = storeCurrency();
  return cents(Math.round(amount / step) * step);
}

/** Rounds an amount up to the step of the currency. */
export function roundUpToStep(amount: number): Cents {
  const { step } = storeCurrency();
  return cents(Math.ceil(amount / step) * step);
}

// Shared, because creating an Intl formatter is far slower than formatting.
let formats = new Map<string, Intl.NumberFormat>();
let formatsOf: Currency | undefined;

function formatOf(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const currency = storeCurrency();
  if (formatsOf !== currency) [formats, formatsOf] = [new Map(), currency];
  const key = [getStoreFormat(), ...Object.values(options)].join();
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(getStoreFormat(), {
    style: 'currency',
    currency: currency.code,
    ...options,
  });
  formats.set(key, format);
  return format;
}

function moneyFormat(): Intl.NumberFormat {
  // The digits of Intl differ from ISO 4217 for some currencies, such as HUF.
  const { digits } = storeCurrency();
  return formatOf({ minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** "$1,234.50" */
export function formatMoney(amount: Cents): string {
  return moneyFormat().format(toMajorUnits(amount));
}

/** Returns the text of an amount before its decimals and from them on: "$1,234" and ".50". */
export function splitMoney(amount: Cents): [whole: string, decimals: string] {
  const parts = moneyFormat().formatToParts(toMajorUnits(amount));
  const index = parts.findIndex(({ type }) => type === 'decimal');
  const text = (some: typeof parts) => some.map(({ value }) => value).join('');
  return index < 0 ? [text(parts), ''] : [text(parts.slice(0, index)), text(parts.slice(index))];
}

/** "$300", "$149.50" */
export function formatRoundMoney(amount: Cents): string {
  const { digits } = storeCurrency();
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return formatOf({ ...options, trailingZeroDisplay: 'stripIfInteger' }).format(toMajorUnits(amount));
}

/** "$1.2K" */
export function formatCompactMoney(amount: Cents): string {
  return formatOf({ notation: 'compact', maximumFractionDigits: 1 }).format(toMajorUnits(amount));
}

/** Returns the name of the currency as an amount has it: "US dollars", "euros". */
export function currencyName(): string {
  const parts = formatOf({ currencyDisplay: 'name', maximumFractionDigits: 0 }).formatToParts(2);
  return parts.find(({ type }) => type === 'currency')?.value ?? storeCurrency().code;
}

/** Returns the sign of the currency and its side of the number. */
export function moneySign(): { sign: string; isBefore: boolean } {
  const parts = moneyFormat().formatToParts(0);
  const index = parts.findIndex(({ type }) => type === 'currency');
  return { sign: parts[index]?.value ?? '', isBefore: index === 0 };
}
