import { createHash } from 'node:crypto';
import { currencies, currencyOf } from '@reprise/contract/currencies';
import { type Currency, defaultCurrency, setCurrency } from '@reprise/contract/money';
import { afterEach, expect, test } from 'vitest';
import { amountsOf, type RandomOrder, randomOrder } from '../../../test/random-orders.ts';

afterEach(() => setCurrency(defaultCurrency));

/** Hashes of the amounts of 50 orders each, recorded before stores had currencies of their own. */
const recorded =
  'dd15d0333cde5515 1c796ed0f6496943 17bc86e1abd94a85 50f7f5df82c5dcce 2d946eae35da869e f2d79caf8798929f f847249f2962f1e3 60f295b19e36d027 c965a7f783cbd7eb 2ce92c7c4ac716df 345f3821d828f839 d139d75bb812d978 7f87ae14453dd600 c9e25be99350d82b 9fe348e8985a651b fb9826a9687f1d9c aa1a8daa4c7c045a ca3ae9c82efb9394 719e04ad298ab4c4 5d2909653f881092';

const hashOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

test('a shop in US dollars computes the amounts of 1,000 recorded orders', () => {
  const hashes = recorded.split(' ').map((_, group) => {
    const orders = Array.from({ length: 50 }, (_order, index) => randomOrder(group * 50 + index));
    return hashOf(orders.map(amountsOf));
  });
  expect(hashes.join(' ')).toBe(recorded);
});

const kronaInCents = { code: 'ISK', digits: 2, step: 100, maxPrice: 1_000_000_00 };

const tried: Currency[] = [...['JPY', 'USD', 'EUR', 'KWD', 'VND', 'IDR'].map(currencyOf), kronaInCents];

test.each(tried)('amounts in $code with $digits decimals and a step of $step add up', (currency) => {
  setCurrency(currency);
  // As dear as the currency allows, where they would leave the exact numbers first.
  const scale = Math.max(1, Math.floor(currency.maxPrice / 200_000 / currency.step));
  for (let seed = 0; seed < 1000; seed++) {
    const step = seed % 2 === 0 ? currency.step : currency.step * scale;
    const order = randomOrder(seed, step);
    const { totals, shares, refunds } = amountsOf(order);
    const all = [...Object.values(totals), ...shares.map(Number), ...refunds.flat()];
    expect.soft(all.filter((amount) => amount % currency.step !== 0)).toEqual([]);
    expect(totals).toEqual(exactTotals(order, BigInt(currency.step)));
    expect(sum(shares.map(Number))).toBe(totals.discount);
    order.lines.forEach(({ price, quantity }, index) => {
      expect(Number(shares[index])).toBeLessThanOrEqual(price * quantity);
    });
    expect(Math.min(0, ...refunds.flat())).toBe(0);
    const goods = totals.subtotal - totals.discount;
    const paid = goods === 0 ? 0 : totals.total - totals.shipping;
    expect(sum(refunds.map(([amount]) => amount))).toBe(paid);
    if (!order.rates.pricesIncludeTax) expect(sum(refunds.map(([, tax]) => tax))).toBe(totals.tax);
  }
});

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Computes the totals in whole numbers of any size. */
function exactTotals({ lines, rates, method, terms }: RandomOrder, step: bigint) {
  const halfUp = (numerator: bigint, denominator: bigint) =>
    ((2n * numerator + denominator * step) / (2n * denominator * step)) * step;
  const priceOf = (some: typeof lines) =>
    some.reduce((total, { price, quantity }) => total + BigInt(price) * BigInt(quantity), 0n);
  const subtotal = priceOf(lines);
  const base = priceOf(lines.filter(({ isDiscountable }) => isDiscountable));
  const discounts = {
    none: 0n,
    'free-shipping': 0n,
    percent: terms?.type === 'percent' ? halfUp(base * BigInt(terms.percent), 100n) : 0n,
    amount: terms?.type === 'amount' ? (BigInt(terms.amount) < base ? BigInt(terms.amount) : base) : 0n,
  };
  const discount = discounts[terms?.type ?? 'none'];
  const goods = subtotal - discount;
  const isFree =
    method === 'standard' &&
    (goods > BigInt(rates.freeShippingThreshold) ||
      (terms?.type === 'free-shipping' && lines.some(({ isDiscountable }) => isDiscountable)));
  const rate = method === 'express' ? rates.expressShippingRate : rates.standardShippingRate;
  const shipping = isFree ? 0n : BigInt(rate);
  const tenths = BigInt(Math.round(rates.taxBasisPoints * 10));
  const tax = rates.pricesIncludeTax
    ? halfUp((goods + shipping) * tenths, 100_000n + tenths)
    : halfUp(goods * tenths, 100_000n);
  const total = goods + shipping + (rates.pricesIncludeTax ? 0n : tax);
  const numbers = { subtotal, discount, shipping, tax, total };
  return Object.fromEntries(Object.entries(numbers).map(([name, amount]) => [name, Number(amount)]));
}

test('every currency has a largest price that is a multiple of its step', () => {
  for (const { code, digits, step, maxPrice } of currencies.values()) {
    expect(maxPrice % step, code).toBe(0);
    expect(step < 10 ** digits || (digits === 0 && step === 1), code).toBe(true);
    // A thousand of the most expensive products are still counted exactly.
    expect(Number.isSafeInteger(maxPrice * 100), code).toBe(true);
  }
});
