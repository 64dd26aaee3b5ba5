import { describe, expect, it } from 'vitest';
import { cents } from '../../money.ts';
import { limitReturned, returnedAmount } from './returned-amount.ts';

const order = {
  subtotal: cents(30_000),
  discount: cents(0),
  shipping: cents(1_000),
  tax: cents(2_661),
  total: cents(33_661),
  shippingMethod: 'standard' as const,
  items: [{ product: { id: 'a', price: cents(15_000) }, quantity: 2 }],
};
const line = {
  id: 'l',
  product: 'a',
  quantity: 1,
  reason: 'battery' as const,
  restockingPercent: 0,
  deductions: [],
};

describe('returnedAmount', () => {
  it('gives goods with their tax, and shipping with the last unit', () => {
    expect(returnedAmount(order, [line], cents(1_000))).toMatchObject({ total: 16_331, shipping: 0 });
    const both = { ...line, quantity: 2 };
    expect(returnedAmount(order, [both], cents(1_000))).toMatchObject({ total: 33_661, shipping: 1_000 });
    const refunded = (refundedShipping: number) =>
      returnedAmount(order, [both], cents(1_000), { refundedShipping: cents(refundedShipping) });
    expect(refunded(400)).toMatchObject({ total: 33_261, shipping: 600 });
    expect(refunded(2_000)).toMatchObject({ total: 32_661, shipping: 0 });
  });

  it('keeps the shipping of a change of mind', () => {
    const both = { ...line, quantity: 2, reason: 'not-needed' as const };
    expect(returnedAmount(order, [both], cents(1_000))).toMatchObject({ total: 32_661, shipping: 0 });
  });

  it('retains the share of the policy after a change of mind only', () => {
    const retained = { ...line, restockingPercent: 10 };
    expect(returnedAmount(order, [retained], cents(1_000)).lines[0]).toMatchObject({ restocking: 0 });
    const changed = { ...retained, reason: 'not-needed' as const, deductions: [{ amount: cents(1_000) }] };
    expect(returnedAmount(order, [changed], cents(1_000))).toMatchObject({
      lines: [{ share: 16_331, restocking: 1_633, amount: 13_698 }],
      total: 13_698,
    });
  });

  it('gives back no more of express shipping than standard costs', () => {
    const both = { ...line, quantity: 2 };
    const express = { ...order, shippingMethod: 'express' as const };
    expect(returnedAmount(express, [both], cents(400)).shipping).toBe(400);
  });

  it('gives no more than is left of the payments: to lines in their order, then shipping', () => {
    const both = returnedAmount(order, [line, { ...line, id: 'm' }], cents(1_000));
    expect(limitReturned(both, cents(33_661))).toBe(both);
    const limited = limitReturned(both, cents(20_000));
    expect(limited).toMatchObject({
      lines: [{ amount: 16_331 }, { amount: 3_669 }],
      shipping: 0,
      total: 20_000,
    });
    expect(limited.parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(20_000);
    expect(limitReturned(both, cents(0))).toMatchObject({ lines: [{ amount: 0 }, { amount: 0 }], total: 0 });
  });

  it('never goes below zero for a line', () => {
    const worn = { ...line, deductions: [{ amount: cents(99_999) }] };
    expect(returnedAmount(order, [worn], cents(1_000)).lines[0]?.amount).toBe(0);
  });

  it('gives items, tax and shipping to the cent, however units are split', () => {
    checkRandomReturns({ orders: 3_000, seed: 54 });
  });

  it('does so for a million orders', { tags: ['slow'], timeout: 1_800_000 }, () => {
    checkRandomReturns({ orders: 1_000_000, seed: 1 });
  });
});

/** Returns numbers from 0 to below the bound, the same for the same seed (mulberry32). */
function createRandom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

type Random = (bound: number) => number;

function randomOrder(random: Random) {
  const items = Array.from({ length: 1 + random(4) }, (_, index) => {
    const price = cents(random(5) === 0 ? random(3) : random(200_000));
    const quantity = 1 + random(4);
    const discount = random(3) === 0 ? cents(random(price * quantity + 1)) : undefined;
    return {
      product: { id: `p${index}`, price },
      quantity,
      refundedQuantity: 0,
      ...(discount && { discount }),
    };
  });
  const subtotal = items.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
  const discount = items.reduce((sum, item) => sum + (item.discount ?? 0), 0);
  const taxIncluded = random(2) === 0;
  const tax = Math.round(((subtotal - discount) * random(2_500)) / 10_000);
  const shipping = random(3) === 0 ? 0 : random(5_000);
  const total = subtotal - discount + shipping + (taxIncluded ? 0 : tax);
  return {
    items,
    subtotal: cents(subtotal),
    discount: cents(discount),
    shipping: cents(shipping),
    tax: cents(tax),
    total: cents(total),
    shippingMethod: 'standard' as const,
    ...(taxIncluded && { taxIncluded: true as const }),
  };
}

/** Exact price of units after their share of the discount, as a fraction of the paid goods in whole numbers. */
function paidExactly(order: ReturnType<typeof randomOrder>, units: Map<string, number>): bigint {
  let value = 0n;
  for (const { product, quantity, discount = 0 } of order.items) {
    const count = BigInt(units.get(product.id) ?? 0);
    value += BigInt(product.price) * count - (BigInt(discount) * count) / BigInt(quantity);
  }
  const whole = BigInt(order.subtotal - order.discount);
  if (whole === 0n) return 0n;
  return (2n * BigInt(order.total - order.shipping) * value + whole) / (2n * whole);
}

/**
 * Returns all units of random orders in random cases and compares each sum with exact arithmetic: no case gives more than
 * its units cost, and all of them give goods, tax and shipping to the cent.
 */
function checkRandomReturns({ orders, seed }: { orders: number; seed: number }): void {
  const random = createRandom(seed);
  for (let index = 0; index < orders; index++) {
    const order = randomOrder(random);
    const returned = new Map<string, number>();
    let [sum, faults] = [0, 0];
    for (let left = order.items; left.length > 0; ) {
      const chosen = left.filter(() => random(2) === 0);
      const lines = (chosen.length > 0 ? chosen : left.slice(0, 1)).map((item) => ({
        id: item.product.id,
        product: item.product.id,
        quantity: 1 + random(item.quantity - item.refundedQuantity),
        reason: random(2) === 0 ? ('battery' as const) : ('not-needed' as const),
        restockingPercent: 0,
        deductions: [],
      }));
      const before = paidExactly(order, returned);
      const { total, shipping, parts } = returnedAmount(order, lines, order.shipping);
      const tax = parts.reduce((all, part) => all + part.tax, 0);
      for (const { product, quantity } of lines)
        returned.set(product, (returned.get(product) ?? 0) + quantity);
      for (const item of order.items) item.refundedQuantity = returned.get(item.product.id) ?? 0;
      const goods = Number(paidExactly(order, returned) - before);
      faults += Number(total !== goods + shipping) + Number(tax < 0 || tax > goods + shipping);
      sum += total;
      left = order.items.filter((item) => item.refundedQuantity < item.quantity);
      if (left.length > 0) faults += Number(shipping !== 0);
      else if (lines.every(({ reason }) => reason === 'not-needed')) faults += Number(shipping !== 0);
      else faults += Number(shipping !== order.shipping);
      if (left.length === 0) {
        const goodsAndTax = order.subtotal === order.discount ? 0 : order.total - order.shipping;
        faults += Number(sum !== goodsAndTax + shipping);
      }
    }
    expect(faults, `order ${index}: ${JSON.stringify(order)}`).toBe(0);
  }
}
