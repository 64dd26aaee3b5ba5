import { z } from 'zod';
import { formatNumber } from '../../formats.ts';
import { text } from '../../wire.ts';

// Weight and barcodes of a product in its own box.

const maxGrams = 70_000;
const gramsError = { error: () => `Enter whole grams, at most ${formatNumber(maxGrams)}` };

/** Weight of an item or a parcel. */
export const gramsInput = z.number(gramsError).int(gramsError).min(1, gramsError).max(maxGrams, gramsError);

/** GTINs of one product or configuration. */
export const maxGtins = 20;

/** Returns what is wrong with a GTIN, or null; it has 8, 12, 13 or 14 digits, the last of which checks the others. */
export function gtinFault(gtin: string): string | null {
  if (!/^(\d{8}|\d{12,14})$/.test(gtin)) return `A GTIN has 8, 12, 13 or 14 digits, and ${gtin} has not.`;
  const fitting = gtinCheckDigit(gtin.slice(0, -1));
  return gtin.endsWith(fitting)
    ? null
    : `The last digit of ${gtin} should be ${fitting}. Compare it with the box.`;
}

/** Returns the check digit of GS1: digits count three times and once in turn, from the right. */
function gtinCheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

export const gtin = text(14)
  .superRefine((value, context) => {
    const message = gtinFault(value);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .meta({ pattern: '^([0-9]{8}|[0-9]{12,14})$' });

/** Returns a GTIN with 14 digits, as they are stored and compared. */
export const longGtin = (code: string) => code.padStart(14, '0');

/** Returns a GTIN with as few digits as a barcode can have. */
export function shortGtin(code: string): string {
  const digits = code.replace(/^0+/, '');
  const length = [8, 12, 13].find((count) => digits.length <= count) ?? 14;
  return digits.padStart(length, '0');
}

/** GTINs of a product, each once, in order and with 14 digits. */
const gtins = z
  .array(gtin)
  .max(maxGtins, `Enter at most ${maxGtins}`)
  .overwrite((codes) => [...new Set(codes.map(longGtin))].sort());

export const boxFields = {
  /** Weight in its own box; of a product with a model key it is that of the configuration. */
  grams: gramsInput.nullish(),
  /** Barcodes of its box; those of a product with a model key are added to those of the configuration. */
  gtins: gtins.optional(),
};
