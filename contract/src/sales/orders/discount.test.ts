import { describe, expect, test } from 'vitest';
import { cents } from '../../money.ts';
import { type DiscountTerms, type PricedLine, quote, spreadDiscount } from './pricing.ts';

const rates = {
  freeShippingThreshold: cents(5000),
  standardShippingRate: cents(999),
  expressShippingRate: cents(1999),
  taxBasisPoints: 800,
  pricesIncludeTax: false,
};

const line = (price: number, quantity = 1, isDiscountable?: boolean): PricedLine => ({
  price: cents(price),
  quantity,
  ...(isDiscountable !== undefined && { isDiscountable }),
});

const amount = (dollars: number): DiscountTerms => ({ type: 'amount', amount: cents(dollars * 100) });
const percent = (value: number): DiscountTerms => ({ type: 'percent', percent: value });

describe('totals with a discount', () => {
  test('tax applies to the subtotal less the discount', () => {
    expect(quote([line(20_000)], rates, 'standard', amount(50))).toEqual({
      subtotal: 20_000,
      discount: 5000,
      shipping: 0,
      tax: 1200,
      total: 16_200,
    });
  });

  test('the discount counts against the free-shipping threshold', () => {
    expect(quote([line(6000)], rates, 'standard', amount(9.99)).shipping).toBe(0);
    expect(quote([line(6000)], rates, 'standard', amount(10)).shipping).toBe(999);
  });

  test.each([
    [999, 15, 150],
    [1, 50, 1],
    [1, 49, 0],
    [12_345, 100, 12_345],
  ])('a percentage of %j cents at %j%% is %j cents, rounded half up', (price, value, discount) => {
    expect(quote([line(price)], rates, 'standard', percent(value)).discount).toBe(discount);
  });

  test('the discount never exceeds the products it is for', () => {
    const totals = quote([line(1000), line(500, 2, false)], rates, 'express', amount(500));
    expect(totals).toEqual({ subtotal: 2000, discount: 1000, shipping: 1999, tax: 80, total: 3079 });
  });

  test('a code for free shipping leaves express shipping as it is', () => {
    const free: DiscountTerms = { type: 'free-shipping' };
    expect(quote([line(1000)], rates, 'standard', free)).toMatchObject({ discount: 0, shipping: 0 });
    expect(quote([line(1000)], rates, 'express', free).shipping).toBe(1999);
    expect(quote([line(1000, 1, false)], rates, 'standard', free).shipping).toBe(999);
  });
});

describe('shares of a discount', () => {
  test('the largest remainder gets the cent that is left', () => {
    expect(spreadDiscount([line(1000), line(1000), line(1000)], cents(100))).toEqual([34, 33, 33]);
    expect(spreadDiscount([line(100), line(299)], cents(10))).toEqual([3, 7]);
  });

  test('an excluded line gets no share', () => {
    expect(spreadDiscount([line(1000), line(9000, 1, false)], cents(500))).toEqual([500, null]);
    expect(spreadDiscount([line(0), line(1000, 1, false)], cents(0))).toEqual([0, null]);
  });

  test('stays exact where products of amounts exceed the safe integers', () => {
    const lines = [line(100_000_000, 1000), line(99_999_999, 999)];
    const { discount } = quote(lines, rates, 'standard', percent(33));
    const shares = spreadDiscount(lines, discount);
    expect(shares.reduce<number>((sum, share) => sum + (share ?? 0), 0)).toBe(discount);
  });
});
