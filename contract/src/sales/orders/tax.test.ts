import { expect, test } from 'vitest';
import { ratesOn } from '../../foundations/tax-rates.ts';
import { type Cents, cents } from '../../money.ts';
import { priceNoteIn, ratesOfCountry, type TaxTable } from './country-rates.ts';
import { quote, quoteLines, type Rates } from './pricing.ts';
import { amountOfItems, taxOfItems } from './refund-items.ts';
import { stateCode } from './states.ts';
import { lacksTaxedState, ratesAt } from './tax.ts';

const table: TaxTable = {
  freeShippingThreshold: cents(100_000),
  standardShippingRate: cents(999),
  expressShippingRate: cents(1999),
  taxBasisPoints: 100,
  pricesIncludeTax: false,
  shippingZones: [],
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

test.each([
  ['United States', 'Washington, D.C.', '', 'DC'],
  ['United States', 'Calif.', '', 'CA'],
  ['United States', 'somewhere', '94104-1234', 'CA'],
  ['United States', 'Nevada', '94104', 'NV'],
  ['Canada', 'Newfoundland & Labrador', '', 'NL'],
  ['Canada', 'somewhere', 'k1a 0b1', 'ON'],
  ['Canada', '', 'X0A 0H0', 'NU'],
])('in %s the state "%s" with the postcode "%s" is %s', (country, state, zipCode, code) => {
  expect(stateCode(country, state, zipCode)).toBe(code);
});

test('a state is missing only where states of the country have rates of their own', () => {
  const lacks = (country: string, state: string, zipCode = '') =>
    lacksTaxedState(table, { country, state, zipCode });
  expect(lacks('United States', 'Cascadia')).toBe(true);
  expect(lacks('United States', 'Cascadia', '97201')).toBe(false);
  expect(lacks('United Kingdom', 'Cascadia')).toBe(false);
});

test('a table has a reduced rate beside the standard one, each from its day', () => {
  const germany = { country: 'Germany' as const, state: '' };
  const taxRates = [
    { ...germany, basisPoints: 1900 },
    { ...germany, basisPoints: 2000, from: '2027-01-01' },
    { ...germany, basisPoints: 700, taxClass: 'reduced' as const },
  ];
  const ratesOf = (day: string) => {
    const { taxBasisPoints, reducedBasisPoints } = ratesAt(
      { ...table, taxRates: ratesOn(taxRates, day) },
      { country: 'Germany', state: 'Hessen' },
    );
    return [taxBasisPoints, reducedBasisPoints];
  };
  expect(ratesOf('2026-12-31')).toEqual([1900, 700]);
  expect(ratesOf('2027-01-01')).toEqual([2000, 700]);
});

test('a cart at 19 % and 7 % has the tax of each rate once, and shipping that of the higher', () => {
  const lines = [
    { price: cents(11_900), quantity: 1 },
    { price: cents(1_070), quantity: 3, taxClass: 'reduced' as const },
    { price: cents(500), quantity: 1, taxClass: 'none' as const },
  ];
  const rates = { ...inclusive, taxBasisPoints: 1900, reducedBasisPoints: 700 };
  const quoted = quoteLines(lines, { ...rates, standardShippingRate: cents(595) });
  expect(quoted).toMatchObject({ tax: 1900 + 210 + 95, total: 16_205 });
  expect(quoted.lines.map(({ tax, basisPoints }) => [tax, basisPoints])).toEqual([
    [1900, 1900],
    [210, 700],
    [0, 0],
  ]);
  expect(quoted.shippingTax).toEqual({ tax: 95, basisPoints: 1900 });
});

const { freeShippingThreshold, standardShippingRate, expressShippingRate } = table;
const exporting = {
  ...{ ...table, taxBasisPoints: 0, pricesIncludeTax: true, storeTax: { taxBasisPoints: 1900 } },
  shippingZones: [
    {
      ...{ freeShippingThreshold, standardShippingRate, expressShippingRate },
      ...{ name: 'Exports', countries: ['Canada' as const, 'Switzerland' as const] },
      ...{ standardDaysFrom: 1, standardDaysTo: 2, expressDays: 1, carrierRates: false, takesTaxOff: true },
    },
  ],
};

test('the tax of the store comes off where the zone says so and the place has none', () => {
  const off = { taxBasisPoints: 1900 };
  expect(ratesOfCountry(exporting, 'Switzerland').taxOff).toEqual(off);
  for (const country of ['Canada', 'United Kingdom', 'Atlantis', undefined])
    expect(ratesOfCountry(exporting, country).taxOff).toBeUndefined();
  const reduced = {
    country: 'Switzerland' as const,
    state: '',
    basisPoints: 260,
    taxClass: 'reduced' as const,
  };
  for (const other of [
    { taxRates: [reduced] },
    { pricesIncludeTax: false },
    { storeTax: undefined },
    { shippingZones: exporting.shippingZones.map((zone) => ({ ...zone, takesTaxOff: false })) },
  ])
    expect(ratesOfCountry({ ...exporting, ...other }, 'Switzerland').taxOff).toBeUndefined();
});

test('words beside prices say that the tax comes off, unless the zone has its own', () => {
  const store = { ...exporting, priceNote: 'incl. VAT' };
  const words = (table: typeof store, country: string) =>
    [false, true].map((isCharged) => priceNoteIn(table, country, isCharged));
  expect(words(store, 'Switzerland')).toEqual([
    'Prices include tax, which comes off in the cart for Switzerland',
    'Without tax, as your order goes to Switzerland',
  ]);
  expect(words(store, 'Canada')).toEqual(['incl. VAT', 'incl. VAT']);
  const shippingZones = exporting.shippingZones.map((zone) => ({ ...zone, priceNote: 'plus duties' }));
  expect(words({ ...store, shippingZones }, 'Switzerland')).toEqual(['plus duties', 'plus duties']);
});
