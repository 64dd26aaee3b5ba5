import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { currencyOf } from './currencies.ts';
import {
  cents,
  defaultCurrency,
  formatCompactMoney,
  formatMoney,
  formatRoundMoney,
  moneySign,
  setCurrency,
  splitMoney,
  toCents,
  toDecimal,
  toMajorUnits,
} from './money.ts';
import { readAmount, typeAmount } from './typed-number.ts';
import { price } from './wire.ts';

const scope = globalThis as { storeFormat?: string };

function countIn(code: string, format = 'en-US'): void {
  setCurrency(currencyOf(code));
  scope.storeFormat = format;
}

afterEach(() => {
  setCurrency(defaultCurrency);
  delete scope.storeFormat;
});

test.each([
  ['USD', 1234.5, 123_450, '1234.50', '$1,234.50'],
  ['EUR', 1234.5, 123_450, '1234.50', '€1,234.50'],
  ['JPY', 149_800, 149_800, '149800', '¥149,800'],
  ['KWD', 45.99, 45_990, '45.990', 'KWD\u00a045.990'],
  ['HUF', 59_990, 5_999_000, '59990.00', 'HUF\u00a059,990.00'],
  ['ISK', 19_990, 19_990, '19990', 'ISK\u00a019,990'],
  ['VND', 4_490_000, 4_490_000, '4490000', '₫4,490,000'],
])('an amount in %s is %d on the wire and %d inside', (code, wire, minor, decimal, shown) => {
  countIn(code);
  expect(toCents(wire)).toBe(minor);
  expect(toMajorUnits(cents(minor))).toBe(wire);
  expect(toDecimal(cents(minor))).toBe(decimal);
  expect(formatMoney(cents(minor))).toBe(shown);
});

const refusalOf = (amount: unknown) =>
  z.safeDecode(price('Enter a price'), amount as number).error?.issues[0]?.message;

test.each([
  ['USD', 19.999, 'At most two decimals, such as 149.50'],
  ['EUR', 1_000_001, 'Must be at most 1,000,000'],
  ['JPY', 19.5, 'Without decimals, such as 14950'],
  ['JPY', 100_000_001, 'Must be at most 100,000,000'],
  ['KWD', 1.2345, 'At most three decimals, such as 149.500'],
  ['KWD', 1.234, 'Must be a multiple of 0.010, such as 149.500'],
  ['EUR', '1.299,00', 'Use a point for decimals: 149.50.'],
  ['JPY', 'free', 'Enter an amount such as 14950.'],
])('a price in %s of %j is refused in words', (code, amount, message) => {
  countIn(code);
  expect(refusalOf(amount)).toBe(message);
});

test.each([
  ['USD', 0.07],
  ['EUR', 999_999.99],
  ['JPY', 100_000_000],
  ['KWD', 0.01],
  ['KWD', 999_999.99],
  ['IDR', 9_999_999_999.99],
  ['VND', 10_000_000_000],
])('a price in %s of %d is taken', (code, amount) => {
  countIn(code);
  expect(refusalOf(amount)).toBeUndefined();
});

test.each([
  ['EUR', 'de-DE', '149,50 €', 149.5],
  ['EUR', 'de-DE', '1.299,00 €', 1299],
  ['EUR', 'de-DE', 'EUR 1299', 1299],
  ['EUR', 'de-DE', '149.50', '149.50'],
  ['EUR', 'de-DE', '$149,50', '$149,50'],
  ['EUR', 'fr-FR', '1 299,50', 1299.5],
  ['CHF', 'de-CH', "1'299.50", 1299.5],
  ['INR', 'en-IN', '₹1,49,500', 149_500],
  ['JPY', 'ja-JP', '14,950', 14_950],
  ['JPY', 'ja-JP', '¥14,950', 14_950],
  ['JPY', 'ja-JP', '￥14,950', 14_950],
  ['USD', 'en-US', '149,50', '149,50'],
])('an amount in %s by the format %s is typed as %j', (code, format, typed, read) => {
  countIn(code, format);
  expect(readAmount(typed)).toBe(read);
});

test('an amount in a format with commas is written, typed and refused with commas', () => {
  countIn('EUR', 'de-DE');
  expect(formatMoney(toCents(1299.5)).replace('\u00a0', ' ')).toBe('1.299,50 €');
  expect(splitMoney(toCents(1299.5))).toEqual(['1.299', ',50\u00a0€']);
  expect(formatRoundMoney(toCents(1299))).toBe('1.299\u00a0€');
  expect(typeAmount(toCents(1299.5))).toBe('1299,50');
  expect(moneySign()).toEqual({ sign: '€', isBefore: false });
  expect(refusalOf('149.50')).toBe('Use a comma for decimals: 149,50.');
  expect(toDecimal(toCents(1299.5))).toBe('1299.50');
});

test('a change of the currency changes formats that were in use', () => {
  expect(formatCompactMoney(toCents(1500))).toBe('$1.5K');
  countIn('EUR');
  expect(formatCompactMoney(toCents(1500))).toBe('€1.5K');
});
