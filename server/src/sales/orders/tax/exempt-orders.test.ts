import { currencyOf } from '@reprise/contract/currencies';
import { type Currency, defaultCurrency, setCurrency } from '@reprise/contract/money';
import { basisPointsOf, quoteLines, takeTaxOff } from '@reprise/contract/sales/orders/pricing';
import { ratesAt, withoutTaxOf } from '@reprise/contract/sales/orders/tax';
import { exemptionOf } from '@reprise/contract/sales/orders/tax/exemption';
import { afterEach, expect, test } from 'vitest';
import { amountsOf, randomOrder } from '../../../../test/random-orders.ts';

afterEach(() => setCurrency(defaultCurrency));

const kronaInCents = { code: 'ISK', digits: 2, step: 100, maxPrice: 1_000_000_00 };
const tried: Currency[] = [...['JPY', 'USD', 'EUR', 'KWD'].map(currencyOf), kronaInCents];
const taxClasses = ['standard', 'reduced', 'none'] as const;

test.each(tried)('orders without tax add up in $code with a step of $step', (currency) => {
  setCurrency(currency);
  for (let seed = 0; seed < 1000; seed++) {
    const { lines, rates, method, terms } = randomOrder(seed, currency.step);
    const classed = lines.map((line, index) => ({ ...line, taxClass: taxClasses[(seed + index) % 3] }));
    const taxed = { ...rates, reducedBasisPoints: (seed % 100) * 10 };
    const exempt = withoutTaxOf(taxed);
    const quoted = quoteLines(classed, exempt, method, terms);
    const net = takeTaxOff({ lines: classed, rates: exempt, terms });
    const goods = net.lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    expect(quoted).toMatchObject({
      subtotal: goods,
      tax: 0,
      total: goods - quoted.discount + quoted.shipping,
    });
    expect(quoted.lines.every(({ tax, basisPoints }) => tax === 0 && basisPoints === 0)).toBe(true);
    // The order is stored net and edited as it is: the same quote without a tax to take off.
    expect(quoteLines(net.lines, net.rates, method, net.terms)).toEqual(quoted);
    net.lines.forEach(({ price, taxClass }, index) => {
      const listed = classed[index]?.price ?? 0;
      const rate = taxed.pricesIncludeTax ? basisPointsOf(taxed, taxClass) / 10_000 : 0;
      expect(price % currency.step).toBe(0);
      expect(Math.abs(price - listed / (1 + rate))).toBeLessThanOrEqual(currency.step / 2 + 1e-6);
    });
  }
});

test.each(tried)('exports without tax add up in $code by line and by refunded piece', (currency) => {
  setCurrency(currency);
  for (let seed = 0; seed < 1000; seed++) {
    const { lines, rates, method, terms } = randomOrder(seed, currency.step);
    const { taxBasisPoints, freeShippingThreshold, standardShippingRate, expressShippingRate } = rates;
    const classed = lines.map((line, index) => ({ ...line, taxClass: taxClasses[(seed + index) % 3] }));
    const storeTax = { taxBasisPoints, reducedBasisPoints: (seed % 100) * 10 };
    const store = { ...rates, taxBasisPoints: 0, pricesIncludeTax: true, storeTax, taxRates: [] };
    const zone = {
      ...{ name: 'Exports', countries: ['Switzerland' as const], takesTaxOff: true },
      ...{ freeShippingThreshold, standardShippingRate, expressShippingRate },
      ...{ standardDaysFrom: 1, standardDaysTo: 2, expressDays: 1, carrierRates: false },
    };
    const abroad = ratesAt({ ...store, shippingZones: [zone] }, { country: 'Switzerland', state: '' });
    // The same amounts as of a business whose place has the tax of the store.
    const exempt = withoutTaxOf({ ...rates, ...storeTax, pricesIncludeTax: true });
    const quoted = quoteLines(classed, abroad, method, terms);
    expect(quoted).toEqual(quoteLines(classed, exempt, method, terms));
    const net = takeTaxOff({ lines: classed, rates: abroad, terms });
    const { totals, refunds } = amountsOf({ ...net, method, terms: net.terms });
    expect(totals).toMatchObject({ tax: 0, total: quoted.total, discount: quoted.discount });
    const goods = quoted.subtotal - quoted.discount;
    expect(refunds.reduce((sum, [amount]) => sum + amount, 0)).toBe(goods);
    expect(refunds.every(([, tax]) => tax === 0)).toBe(true);
    expect([quoted.total, ...refunds.flat()].every((amount) => amount % currency.step === 0)).toBe(true);
  }
});

test.each([
  ['FR23334175221', 'France', 'standard', 'exempt'],
  ['fr 23 334.175-221', 'France', 'express', 'exempt'],
  // The number is of another member than the address.
  ['ATU13585627', 'France', 'standard', 'exempt'],
  ['GR094259216', 'Greece', 'standard', 'exempt'],
  // Without its letters it is of the country that is billed.
  ['23334175221', 'France', 'standard', 'exempt'],
  ['DE136695976', 'France', 'standard', /is of Germany/],
  ['FR23334175221', 'Germany', 'standard', /stay in Germany/],
  ['FR23334175221', 'France', 'pickup', /collected/],
  ['FR23334175221', 'Switzerland', 'standard', /another EU country/],
  ['XI980780684', 'United Kingdom', 'standard', /Northern Ireland/],
  ['GB980780684', 'France', 'standard', /other EU countries/],
  ['CHE107787577', 'France', 'standard', /other EU countries/],
  ['', 'France', 'standard', null],
] as const)(
  'the number %s with goods to %s (%s) is answered by %s',
  (vatNumber, country, method, expected) => {
    const answer = exemptionOf({ exemptFrom: 'Germany' }, { vatNumber, billedTo: country, country, method });
    if (expected instanceof RegExp) expect(answer).toEqual({ reason: expect.stringMatching(expected) });
    else expect(answer).toBe(expected);
    expect(exemptionOf({}, { vatNumber, billedTo: country, country, method })).toBeNull();
  },
);
