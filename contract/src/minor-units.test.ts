import { afterEach, describe, expect, test } from 'vitest';
import { currencies, currencyOf } from './currencies.ts';
import { countingFault, fromServiceUnits, stripeUnits, toServiceUnits } from './minor-units.ts';
import { cents, defaultCurrency, setCurrency } from './money.ts';

afterEach(() => setCurrency(defaultCurrency));

test.each([
  // Minor units of the store, then units of Stripe.
  ['USD', 1299, 1299],
  ['EUR', 1299, 1299],
  ['JPY', 10_000, 10_000],
  ['VND', 10_000, 10_000],
  ['HUF', 129_950, 129_950],
  ['ISK', 500, 50_000],
  ['UGX', 5, 500],
  ['KWD', 5120, 5120],
] as const)('%s: %d are %d at Stripe', (code, amount, units) => {
  setCurrency(currencyOf(code));
  expect(toServiceUnits(stripeUnits, cents(amount))).toBe(units);
  expect(fromServiceUnits(stripeUnits, units)).toBe(amount);
});

test('an amount between the steps of a service is refused rather than rounded', () => {
  setCurrency(currencyOf('KWD'));
  expect(() => toServiceUnits(stripeUnits, cents(5124))).toThrow(RangeError);
  setCurrency(currencyOf('MGA'));
  expect(() => toServiceUnits(stripeUnits, cents(150))).toThrow(RangeError);
  expect(countingFault(stripeUnits, 'Stripe')).toBe(
    'Stripe counts MGA without the decimals that this store has',
  );
});

test('a fee in parts of a minor unit is rounded', () => {
  setCurrency(currencyOf('ISK'));
  expect(fromServiceUnits(stripeUnits, 350)).toBe(4);
});

describe.each([...currencies.keys()].filter((code) => code !== 'MGA'))('in %s', (code) => {
  test('Stripe gets every multiple of the step back as it was', () => {
    setCurrency(currencyOf(code));
    const { step } = currencyOf(code);
    for (const count of [1, 7, 99, 12_345]) {
      const amount = cents(count * step);
      expect(fromServiceUnits(stripeUnits, toServiceUnits(stripeUnits, amount))).toBe(amount);
    }
  });
});
