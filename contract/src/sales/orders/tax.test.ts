import { expect, test } from 'vitest';
import { type Cents, cents } from '../../money.ts';
import { quote, type Rates } from '../../orders/pricing.ts';
import { amountOfItems, taxOfItems } from '../../orders/refund-items.ts';
import { ratesAt, type TaxTable } from '../../orders/tax.ts';

const table: TaxTable = {
  freeShippingThreshold: cents(100_000),
  standardShippingRate: cents(999),
  expressShippingRate: cents(1999),
  taxBasisPoints: 100,
  pricesIncludeTax: false,
  taxRates: [
    { country: 'United States', state: 'California', basisPoints: 725 },
    { country: 'United States', state: 'NY', basisPoints: 887.5 },
    { country: 'United Kingdom', state: '', basisPoints: 2000 },
    { country: 'Canada', state: '', basisPoints: 500 },
    { country: 'Canada', state: 'Québec', basisPoints: 1497.5 },
  ],
};

test.each([
  ['United States', 'CA', 725],
  ['United States', ' california ', 725],
  ['United States', 'N.Y.', 887.5],
  ['United States', 'New York', 887.5],
  ['United States', 'Oregon', 100],
  ['United States', '', 100],
  ['United Kingdom', 'Kent', 2000],
  ['Canada', 'QC', 1497.5],
  ['Canada', 'quebec', 1497.5],
  ['Canada', 'Ontario', 500],
  ['Atlantis', 'CA', 100],
])('an address in %s, %s', (country, state, basisPoints) => {
  expect(ratesAt(table, { country, state })).toEqual({ ...table, taxBasisPoints: basisPoints });
});

test('of two rates for one place the first counts', () => {
  const taxRates = ['CA', 'california'].map((state, index) => ({
    ...{ country: 'United States' as const, state, basisPoints: index },
  }));
  const address = { country: 'United States', state: 'CA' };
  expect(ratesAt({ ...table, taxRates }, address).taxBasisPoints).toBe(0);
});

const inclusive: Rates = { ...table, taxBasisPoints: 2000, pricesIncludeTax: true };
const line = (price: number, quantity = 1) => ({ price: cents(price), quantity });

test('prices that include tax add nothing, and the tax of the total is a part of it', () => {
  expect(quote([line(12_000)], inclusive)).toEqual({
    subtotal: 12_000,
    discount: 0,
    shipping: 999,
    // 12,999 × 20 / 120 is 2,166.5.
    tax: 2_167,
    total: 12_999,
  });
  expect(quote([line(12_000)], { ...inclusive, taxBasisPoints: 0 }).tax).toBe(0);
  expect(quote([], inclusive)).toMatchObject({ tax: 0, total: 0 });
});

test('the included tax is right to the cent for amounts and rates of all sizes', () => {
  for (const amount of [1, 2, 3, 99, 1_000, 12_345, 99_999_999, Number.MAX_SAFE_INTEGER / 2]) {
    const price = Math.floor(amount);
    for (const basisPoints of [0.1, 500, 725, 887.5, 1900, 2000, 5000]) {
      const rates = { ...inclusive, taxBasisPoints: basisPoints, freeShippingThreshold: cents(0) };
      const { tax, total } = quote([line(price)], rates);
      const exact =
        (BigInt(total) * BigInt(Math.round(basisPoints * 10)) * 1000n) /
        (100_000n + BigInt(Math.round(basisPoints * 10)));
      const difference = BigInt(tax) * 1000n - exact;
      expect(difference >= -500n && difference <= 500n, `${price} at ${basisPoints}`).toBe(true);
    }
  }
});

test('refunds of single units add up to the whole order with its tax', () => {
  const lines = [line(3_333, 3), line(5_001, 2)];
  const items = lines.map(({ price, quantity }, index) => ({
    product: { id: `p${index}`, price },
    quantity,
    refundedQuantity: 0,
  }));
  const { subtotal, discount, shipping, tax, total } = quote(lines, {
    ...inclusive,
    standardShippingRate: cents(0),
  });
  const order = { subtotal, discount, shipping, tax, total, taxIncluded: true as const, items };
  let [paid, refundedTax] = [0, 0];
  for (const item of items) {
    for (let unit = 0; unit < item.quantity; unit++) {
      const units = [{ product: item.product.id, quantity: 1 }];
      expect(amountOfItems(order, units)).toBe(item.product.price as Cents);
      paid += amountOfItems(order, units);
      refundedTax += taxOfItems(order, units);
      item.refundedQuantity += 1;
    }
  }
  expect([paid, refundedTax]).toEqual([total, tax]);
});
