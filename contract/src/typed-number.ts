/**
 * Number read from a field: undefined for a blank field; text that is no such number is returned as it is, and every
 * number schema rejects it.
 */
export type TypedNumber = number | string | undefined;

const amountPattern = /^([+-]?)\$? ?(\d{1,3}(?:,\d{3})+(?:\.\d*)?|\d+(?:\.\d*)?|\.\d+)$/;
const wholePattern = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+)$/;
const ratePattern = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)$/;

/** Reads dollars: "$1,299.00", "1299" and "$89", but neither "149,50" nor "1.299,00". */
export const readAmount = (typed: string) => readNumber(typed, amountPattern);

/** Reads a whole number: "30" or "1,095". A point is rejected, because "1.095" may mean a thousand. */
export const readWhole = (typed: string) => readNumber(typed, wholePattern);

/** Reads a percentage: "8.875". A comma is rejected, because "8,875" may mean eight. */
export const readRate = (typed: string) => readNumber(typed, ratePattern);

function readNumber(typed: string, pattern: RegExp): TypedNumber {
  const text = typed.trim();
  if (text === '') return undefined;
  const [, sign, digits] = pattern.exec(text) ?? [];
  if (digits === undefined) return text;
  return Number(`${sign}${digits.replaceAll(',', '')}`);
}

/** Returns the message for text that `readAmount` cannot read. */
export function unreadableAmount(typed: string): string {
  return typed.includes(',') ? 'Use a point for cents: 149.50.' : 'Enter an amount such as 149.50.';
}
