import { currencyOf } from '@reprise/contract/currencies';
import { type Cents, type Currency, cents, defaultCurrency, setCurrency } from '@reprise/contract/money';
import type { TaxPart } from '@reprise/contract/sales/orders/invoice';
import { quoteLines } from '@reprise/contract/sales/orders/pricing';
import { partsOfItems, partsOfOrder, shippingPart } from '@reprise/contract/sales/orders/refund-items';
import { afterEach, expect, test } from 'vitest';
import { numbersFrom, randomOrder } from '../../../../test/random-orders.ts';
import type { InvoiceContent } from '../invoices/invoices.tables.ts';
import { type Credited, type OpenInvoice, planInvoices } from '../invoices/plan-invoices.ts';

afterEach(() => setCurrency(defaultCurrency));

const taxClasses = ['standard', 'reduced', 'none'] as const;
const shippingTaxes = ['automatic', 'taxed', 'untaxed'] as const;

/** Returns an order of lines at several rates, as orders are stored, with the quote that it was placed with. */
function orderAtRates(seed: number, step: number) {
  const { lines, rates, method, terms } = randomOrder(seed, step);
  const number = numbersFrom(seed + 50_000);
  const classed = lines.map((line) => ({ ...line, taxClass: taxClasses[number(3)] }));
  const reducedBasisPoints = number(3) === 0 ? undefined : number(10_000) / 10;
  const priced = { ...rates, reducedBasisPoints, shippingTax: shippingTaxes[number(3)] };
  const quoted = quoteLines(classed, priced, method, terms);
  const { subtotal, discount, shipping, tax, total, shippingTax } = quoted;
  const items = classed.map(({ price, quantity }, index) => ({
    product: { id: String(index), price },
    ...{ quantity, refundedQuantity: 0, discount: quoted.lines[index]?.discount ?? cents(0) },
    ...{ tax: quoted.lines[index]?.tax, taxBasisPoints: quoted.lines[index]?.basisPoints },
  }));
  const order = {
    ...{ subtotal, discount, shipping, tax, total, items },
    ...(rates.pricesIncludeTax && { taxIncluded: true as const }),
    ...(shippingTax && { shippingTax: shippingTax.tax, shippingTaxBasisPoints: shippingTax.basisPoints }),
  };
  return { order, quoted, number };
}

const kronaInCents = { code: 'ISK', digits: 2, step: 100, maxPrice: 1_000_000_00 };
const tried: Currency[] = [...['JPY', 'USD', 'EUR', 'KWD'].map(currencyOf), kronaInCents];

const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
const totalsOf = (parts: TaxPart[]) => {
  const merged = [...Map.groupBy(parts, ({ basisPoints }) => basisPoints)].map(([basisPoints, all]) => {
    return { basisPoints, amount: sum(all.map((one) => one.amount)), tax: sum(all.map(({ tax }) => tax)) };
  });
  return merged
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => (a.basisPoints ?? 0) - (b.basisPoints ?? 0));
};

test.each(tried)('taxes of lines at several rates add up in $code with a step of $step', (currency) => {
  setCurrency(currency);
  for (let seed = 0; seed < 1000; seed++) {
    const { order, quoted } = orderAtRates(seed, currency.step);
    const taxes = [...quoted.lines, ...(quoted.shippingTax ? [quoted.shippingTax] : [])];
    expect(sum(taxes.map(({ tax }) => tax))).toBe(order.tax);
    expect(taxes.filter(({ tax }) => tax < 0 || tax % currency.step !== 0)).toEqual([]);
    const parts = partsOfOrder(order);
    expect(sum(parts.map(({ amount }) => amount))).toBe(order.total);
    expect(sum(parts.map(({ tax }) => tax))).toBe(order.tax);
    for (const [basisPoints, group] of Map.groupBy(taxes, (one) => one.basisPoints)) {
      const part = parts.find((one) => one.basisPoints === basisPoints);
      expect(part?.tax ?? 0).toBe(sum(group.map(({ tax }) => tax)));
    }
  }
});

test.each(tried)('units refunded in turn, and shipping, give the order by rate in $code', (currency) => {
  setCurrency(currency);
  for (let seed = 0; seed < 500; seed++) {
    const { order } = orderAtRates(seed, currency.step);
    const refunds: TaxPart[] = [];
    for (const item of order.items) {
      for (; item.refundedQuantity < item.quantity; item.refundedQuantity++) {
        refunds.push(...partsOfItems(order, [{ product: item.product.id, quantity: 1 }]));
      }
    }
    expect(refunds.filter(({ amount, tax }) => amount < 0 || tax < 0)).toEqual([]);
    const untaxed = order.shippingTaxBasisPoints === undefined ? order.shipping : cents(0);
    const missing = order.total - sum(refunds.map(({ amount }) => amount));
    if (order.shipping === 0 || untaxed > 0) expect(missing).toBe(order.shipping);
    const goods = totalsOf(refunds);
    for (const part of totalsOf(partsOfOrder(order))) {
      if (part.basisPoints === (order.shippingTaxBasisPoints ?? 0) && order.shipping > 0) continue;
      expect(goods.find(({ basisPoints }) => basisPoints === part.basisPoints)).toEqual(part);
    }
  }
});

const reads = ['items', 'goods', 'untaxed-goods', 'shipping', 'all'] as const;

test.each(tried)('credit notes of any refunds give exactly the taxes of the invoice in $code', (currency) => {
  setCurrency(currency);
  for (let seed = 0; seed < 500; seed++) {
    const { order, number } = orderAtRates(seed, currency.step);
    if (order.total === 0) continue;
    const orderTaxes = partsOfOrder(order);
    const content = { ...order, orderTaxes, lines: [] } as unknown as InvoiceContent;
    const row = { status: 'processing', paymentStatus: 'paid', version: 0, dueCents: cents(0) } as const;
    const amounts = { totalCents: order.total, taxCents: order.tax };
    const { invoice } = planInvoices({
      order: { ...row, ...amounts, refundedCents: cents(0) },
      content,
      open: undefined,
    });
    expect(totalsOf(invoice?.taxes ?? [])).toEqual(totalsOf(orderTaxes));
    const credits: TaxPart[] = [];
    let left: TaxPart[] = invoice?.taxes ?? [];
    for (let refunded = 0; refunded < order.total; ) {
      const rest = order.total - refunded;
      const steps = Math.ceil(rest / currency.step);
      const amount = cents(Math.min(rest, (1 + number(steps)) * currency.step));
      refunded += amount;
      const kind = reads[number(reads.length)] ?? 'all';
      const open: OpenInvoice = { id: 'inv_1', orderVersion: 0, content, left };
      const refundedOrder = { ...row, ...amounts, refundedCents: cents(refunded) };
      const credited = creditedOf(kind, order, amount);
      const { credit } = planInvoices({ order: refundedOrder, content, open, credited });
      expect(credit?.amountCents).toBe(amount);
      expect(sum(credit?.taxes.map((part) => part.amount) ?? [])).toBe(amount);
      credits.push(...(credit?.taxes ?? []));
      left = left.map((part) => {
        const taken = credit?.taxes.find(({ basisPoints }) => basisPoints === part.basisPoints);
        const rest = {
          basisPoints: part.basisPoints,
          amount: cents(part.amount - (taken?.amount ?? 0)),
          tax: cents(part.tax - (taken?.tax ?? 0)),
        };
        expect(rest.tax >= 0 && rest.tax <= rest.amount).toBe(true);
        return rest;
      });
    }
    expect(totalsOf(credits)).toEqual(totalsOf(orderTaxes));
  }
});

type TestOrder = ReturnType<typeof orderAtRates>['order'];

function creditedOf(
  kind: (typeof reads)[number],
  order: TestOrder,
  amountCents: Cents,
): Credited | undefined {
  if (kind === 'all') return undefined;
  if (kind === 'goods' || kind === 'untaxed-goods') return { items: [], amountCents, parts: kind };
  if (kind === 'shipping') return { items: [], amountCents, parts: [shippingPart(order, amountCents)] };
  const parts = partsOfItems(order, [{ product: '0', quantity: 1 }]);
  return { items: [{ name: 'first', quantity: 1 }], amountCents, parts };
}
