import { cents } from '@reprise/contract/money';
import { expect, test } from 'vitest';
import type { InvoiceContent } from './invoices.tables.ts';
import { type OpenInvoice, planInvoices } from './plan-invoices.ts';

const content = {
  lines: [],
  total: cents(1000),
  orderTax: cents(100),
  taxBasisPoints: 1000,
} as unknown as InvoiceContent;
const paid = {
  status: 'processing',
  paymentStatus: 'paid',
  version: 0,
  totalCents: cents(1000),
  taxCents: cents(100),
  refundedCents: cents(0),
  dueCents: cents(0),
} as const;
const open = (left: number, tax: number): OpenInvoice => ({
  ...{ id: 'inv_1', orderVersion: 0, content },
  left: [{ basisPoints: 1000, amount: cents(left), tax: cents(tax) }],
});

test('any split of the refunds credits exactly the invoice and its tax', () => {
  let seed = 7;
  const random = (max: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return 1 + (seed % max);
  };
  for (let round = 0; round < 2000; round++) {
    const total = random(5000);
    let left = total;
    let leftTax = Math.min(total, random(800));
    while (left > 0) {
      const refund = Math.min(left, random(total));
      const order = {
        ...{ ...paid, totalCents: cents(total), taxCents: cents(leftTax) },
        refundedCents: cents(total - left + refund),
      };
      const taxCents = random(2) === 1 ? cents(random(1000)) : undefined;
      const parts =
        taxCents === undefined ? [] : [{ basisPoints: 1000, amount: cents(refund), tax: taxCents }];
      const credited = { items: [], amountCents: cents(refund), parts };
      const { credit } = planInvoices({ order, content, open: open(left, leftTax), credited });
      expect(credit?.amountCents).toBe(refund);
      left -= credit?.amountCents ?? 0;
      leftTax -= credit?.taxCents ?? 0;
      expect(leftTax).toBeGreaterThanOrEqual(0);
      expect(leftTax).toBeLessThanOrEqual(left);
    }
    expect(leftTax).toBe(0);
  }
});

test('an unpaid, a partly paid and a never charged order draw nothing', () => {
  const plan = (order: object) => planInvoices({ order: { ...paid, ...order }, content, open: undefined });
  expect(plan({ paymentStatus: 'unpaid' })).toEqual({});
  expect(plan({ dueCents: cents(1) })).toEqual({});
  expect(plan({ paymentStatus: 'refunded' })).toEqual({});
  expect(plan({})).toEqual({
    invoice: {
      amountCents: 1000,
      taxCents: 100,
      taxes: [{ basisPoints: 1000, amount: 1000, tax: 100 }],
    },
  });
});

test('an order that costs nothing draws one invoice of $0.00 and no credit note', () => {
  const order = { ...paid, totalCents: cents(0), taxCents: cents(0) };
  const free = { ...content, total: cents(0), orderTax: cents(0) };
  expect(planInvoices({ order, content: free, open: undefined })).toEqual({
    invoice: { amountCents: 0, taxCents: 0, taxes: [] },
  });
  const cancelled = { ...order, status: 'cancelled', version: 1 } as const;
  expect(planInvoices({ order: cancelled, content, open: open(0, 0) })).toEqual({});
});
