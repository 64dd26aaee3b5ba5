import { asTyped, defaultFormat, type NumberMarks, numberMarks } from './formats.ts';
import { type Cents, cents, minorUnits, moneySign, storeCurrency } from './money.ts';

/**
 * Number read from a field: undefined for a blank field; text that is no such number is returned as it is, and every
 * number schema rejects it.
 */
export type TypedNumber = number | string | undefined;

/** Reads an amount in the store's format: in the United States "$1,299.00", but neither "149,50" nor "1.299,00". */
export const readAmount = (typed: string) => readAmountWith(typed, numberMarks());

/** Reads an amount of a file, with a point before the decimals. */
export const readFileAmount = (cell: string) => readAmountWith(cell, numberMarks(defaultFormat));

function readAmountWith(typed: string, marks: NumberMarks): TypedNumber {
  const text = typed.trim();
  if (text === '') return undefined;
  const [, sign = '', rest = ''] = /^([+-]?)(.*)$/s.exec(asTyped(text)) ?? [];
  // A Japanese keyboard has a wide sign of yen.
  const number = withPlainMarks(withoutCurrency(rest.normalize('NFKC')), marks);
  const isAmount = isDecimal.test(number) || groupsOf(marks, groupedDecimals).test(number);
  return isAmount ? Number(sign + number.replaceAll(',', '')) : text;
}

const isDecimal = /^(?:\d+(?:\.\d*)?|\.\d+)$/;
const groupedDecimals = [/^\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d*)?$/, /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/] as const;
const groupedWholes = [/^\d{1,2}(?:,\d{2})*,\d{3}$/, /^\d{1,3}(?:,\d{3})+$/] as const;

/** Returns the pattern for groups of two digits, as in India, or of three. */
const groupsOf = ({ groupSize }: NumberMarks, [twos, threes]: readonly [RegExp, RegExp]) =>
  groupSize === 2 ? twos : threes;

/** Writes the marks of a format as comma and point; those of other formats become marks of no number. */
function withPlainMarks(text: string, { decimal, group }: NumberMarks): string {
  const plain = (mark: string) => (mark === decimal ? '.' : mark === group ? ',' : '?');
  return text.replace(/[.,' ]/g, plain);
}

/** Removes the sign or code of the store's currency from one side of an amount. */
function withoutCurrency(amount: string): string {
  for (const sign of [asTyped(moneySign().sign.normalize('NFKC')), storeCurrency().code]) {
    if (amount.toUpperCase().startsWith(sign.toUpperCase()))
      return amount.slice(sign.length).replace(/^ /, '');
    if (amount.toUpperCase().endsWith(sign.toUpperCase()))
      return amount.slice(0, -sign.length).replace(/ $/, '');
  }
  return amount;
}

/** Writes an amount as it is typed, with all decimals: "1299.00". */
export function typeAmount(amount: Cents): string {
  return (amount / minorUnits()).toFixed(storeCurrency().digits).replace('.', numberMarks().decimal);
}

/** Writes an amount as it is typed, without needless zeros: "50", but "9.90". */
export function typeShortAmount(amount: Cents): string {
  return amount % minorUnits() === 0 ? String(amount / minorUnits()) : typeAmount(amount);
}

/**
 * Reads a whole number in the store's format: "30" or "1,095". The mark of decimals is rejected, because "1.095" may mean
 * a thousand.
 */
export const readWhole = (typed: string) => readWholeAs(typed, numberMarks());

/** Reads a whole number of a file, which does not follow the store's format: "30" or "1,095". */
export const readWholeCell = (cell: string) => readWholeAs(cell, numberMarks(defaultFormat));

/** Reads a percentage in the store's format: "8.875". A mark of groups is rejected, because "8,875" may mean eight. */
export const readRate = (typed: string) =>
  readMarked(typed, numberMarks(), (number) => isDecimal.test(number));

const readWholeAs = (typed: string, marks: NumberMarks) =>
  readMarked(typed, marks, (number) => /^\d+$/.test(number) || groupsOf(marks, groupedWholes).test(number));

function readMarked(typed: string, marks: NumberMarks, isNumber: (number: string) => boolean): TypedNumber {
  const text = typed.trim();
  if (text === '') return undefined;
  const [, sign = '', rest = ''] = /^([+-]?)(.*)$/s.exec(asTyped(text)) ?? [];
  const number = withPlainMarks(rest, marks);
  return isNumber(number) ? Number(sign + number.replaceAll(',', '')) : text;
}

/** Returns an amount such as a used phone costs: 149.50 in US dollars. */
function exampleAmount(): Cents {
  const { maxPrice, step } = storeCurrency();
  return cents(Math.round((maxPrice * 149.5e-6) / step) * step);
}

/** Returns an example of an amount in the store's format: "149.50". */
export const amountExample = (): string => typeAmount(exampleAmount());

/** Returns the message for text that `readAmount` cannot read. */
export const unreadableAmount = (typed: string): string => unreadable(typed, numberMarks());

/** Returns the message for text that `readFileAmount` cannot read. */
export const unreadableFileAmount = (cell: string): string => unreadable(cell, numberMarks(defaultFormat));

function unreadable(typed: string, { decimal, group }: NumberMarks): string {
  const { digits } = storeCurrency();
  const example = (exampleAmount() / minorUnits()).toFixed(digits).replace('.', decimal);
  const isOtherMark = group !== '' && typed.includes(group);
  if (digits > 0 && isOtherMark) return `Use a ${markNames[decimal] ?? decimal} for decimals: ${example}.`;
  return `Enter an amount such as ${example}.`;
}

const markNames: Record<string, string> = { '.': 'point', ',': 'comma' };
