import { isDeepStrictEqual } from 'node:util';
import { type Cents, cents, shareOf } from '@reprise/contract/money';
import type { CreditReason, TaxPart } from '@reprise/contract/sales/orders/invoice';
import { spread } from '@reprise/contract/sales/orders/pricing';
import { chargedForShipping, scaleParts } from '@reprise/contract/sales/orders/refund-items';
import type { OrderRow } from '../orders.queries.ts';
import type { InvoiceContent } from './invoices.tables.ts';

type Invoiced = Pick<
  OrderRow,
  'status' | 'paymentStatus' | 'version' | 'totalCents' | 'taxCents' | 'refundedCents' | 'dueCents'
>;

/** Latest invoice of an order, with the part that no credit note has credited, by tax rate. */
export type OpenInvoice = {
  id: string;
  orderVersion: number;
  content: InvoiceContent;
  left: TaxPart[];
};

/** Units and amount of a refund, by tax rate: or of the goods that are left. */
export type Credited = {
  items: { name: string; quantity: number }[];
  amountCents: Cents;
  parts: TaxPart[] | 'goods' | 'untaxed-goods';
};

type Amounts = { amountCents: Cents; taxCents: Cents; taxes: TaxPart[] };
type PlannedCredit = Amounts & { reason: CreditReason; items: { name: string; quantity: number }[] };
/** Documents to issue, the credit note first. */
export type InvoicePlan = { credit?: PlannedCredit; invoice?: Amounts };

type PlanInput = {
  order: Invoiced;
  content: InvoiceContent;
  open: OpenInvoice | undefined;
  credited?: Credited | undefined;
  isOtherRecipient?: boolean | undefined;
};

/**
 * Compares what was invoiced of an order with what its customer has paid and not got back. Less is credited. More, and an
 * order with other contents or another recipient, replaces the invoice: a credit note of its rest and a new invoice, once nothing is due. Pure.
 */
export function planInvoices({ order, content, open, credited, isOtherRecipient }: PlanInput): InvoicePlan {
  const target = keptAmountOf(order);
  const isFullyPaid = isMoneyKept(order) && order.dueCents === 0;
  const invoice = amountsOf(invoicedParts(order, content, target, open));
  const leftCents = open ? amountOf(open.left) : 0;
  if (!open || leftCents === 0) {
    const isFree = order.totalCents === 0 && !open;
    return isFullyPaid && (target > 0 || isFree) ? { invoice } : {};
  }
  const rest = { ...amountsOf(open.left), items: [] };
  if (isFullyPaid && target > 0) {
    const isEdited = open.orderVersion !== order.version && !isSameContent(open.content, content);
    if (isEdited || isOtherRecipient) return { credit: { ...rest, reason: 'edit' }, invoice };
    if (target > leftCents) return { credit: { ...rest, reason: 'correction' }, invoice };
  }
  if (target >= leftCents) return {};
  const reason = order.status === 'cancelled' ? 'cancellation' : 'refund';
  return { credit: { ...creditOf(open, cents(leftCents - target), credited), reason } };
}

/** Returns what the customer has paid for the order and not got back, as the figures count it. */
function keptAmountOf(order: Invoiced): Cents {
  if (!isMoneyKept(order)) return cents(0);
  return cents(Math.max(0, order.totalCents - order.refundedCents - order.dueCents));
}

function isMoneyKept({ paymentStatus }: Invoiced): boolean {
  return (
    paymentStatus === 'paid' || paymentStatus === 'partly-refunded' || paymentStatus === 'refund-to-approve'
  );
}

const contents = [
  'lines',
  'subtotal',
  'discount',
  'shipping',
  'shippingMethod',
  'orderTax',
  'total',
] as const;

function isSameContent(one: InvoiceContent, other: InvoiceContent): boolean {
  return contents.every((field) => isDeepStrictEqual(one[field], other[field]));
}

/** Returns the parts of an invoice: those of the order, less what was refunded before at each rate. */
function invoicedParts(
  { totalCents }: Invoiced,
  content: InvoiceContent,
  target: Cents,
  open: OpenInvoice | undefined,
): TaxPart[] {
  const whole = partsOfContent(content);
  if (target === totalCents) return whole;
  return takeParts(whole, target, open ? partsKept(whole, open, target) : null);
}

const partsOfContent = ({ orderTaxes, taxBasisPoints, total, orderTax }: InvoiceContent): TaxPart[] =>
  orderTaxes ?? [{ basisPoints: taxBasisPoints, amount: total, tax: orderTax }];

/**
 * Returns the parts of an order without those that earlier documents credited: a share of the whole would tax the refund
 * of a device at the rate of the books beside it.
 */
function partsKept(whole: TaxPart[], { content, left }: OpenInvoice, target: Cents): TaxPart[] {
  const invoiced = partsOfContent(content);
  const kept = whole.map((part) => {
    const of = (parts: TaxPart[]) => parts.find(({ basisPoints }) => basisPoints === part.basisPoints);
    const creditedOf = (field: 'amount' | 'tax') => (of(invoiced)?.[field] ?? 0) - (of(left)?.[field] ?? 0);
    const amount = Math.max(0, part.amount - creditedOf('amount'));
    const tax = Math.max(0, part.tax - creditedOf('tax'));
    return { ...part, amount: cents(amount), tax: cents(Math.min(amount, tax)) };
  });
  return amountOf(kept) > target ? scaleParts(kept, target) : kept;
}

/** Returns the credited amount with the tax of what it is of, or else its share of the tax that is left. */
function creditOf(
  { left, content }: OpenInvoice,
  amountCents: Cents,
  credited: Credited | undefined,
): Omit<PlannedCredit, 'reason'> {
  const isOf = credited?.amountCents === amountCents;
  const parts = isOf ? partsWanted(left, content, credited) : null;
  return { ...amountsOf(takeParts(left, amountCents, parts)), items: isOf ? credited.items : [] };
}

/** Returns the parts that a refund is of; null for a share of everything that is left. */
function partsWanted(
  left: TaxPart[],
  content: InvoiceContent,
  { parts, amountCents }: Credited,
): TaxPart[] | null {
  if (Array.isArray(parts)) return scaleParts(mergeParts(parts), amountCents);
  if (!content.orderTaxes) return null;
  const { shippingTaxBasisPoints = 0 } = content;
  const charged = chargedForShipping(content);
  // Shipping stays in the part of its rate as long as goods of it are left.
  const goods = left.map(({ basisPoints, amount }) =>
    basisPoints === shippingTaxBasisPoints ? Math.max(0, amount - charged) : amount,
  );
  return spread(amountCents, goods).flatMap((amount, index) => {
    const part = left[index];
    if (!part) return [];
    const tax = parts === 'goods' ? shareOf(part.tax, amount, part.amount) : cents(0);
    return [{ basisPoints: part.basisPoints, amount, tax }];
  });
}

/** Returns one part per rate. */
function mergeParts(parts: TaxPart[]): TaxPart[] {
  return [...Map.groupBy(parts, ({ basisPoints }) => basisPoints)].map(([basisPoints, all]) => {
    return { basisPoints, amount: amountOf(all), tax: cents(sumOf(all.map(({ tax }) => tax))) };
  });
}

/**
 * Takes an amount from parts: those that are wanted as far as they are left, the rest and everything without a wish in
 * proportion. What is left never has more tax than amount.
 */
function takeParts(left: TaxPart[], amount: Cents, wanted: TaxPart[] | null): TaxPart[] {
  const wishOf = ({ basisPoints }: TaxPart) => wanted?.find((one) => one.basisPoints === basisPoints);
  const wished = left.map((part) => Math.min(part.amount, wishOf(part)?.amount ?? 0));
  const others = spread(
    amount - sumOf(wished),
    left.map((part, index) => part.amount - (wished[index] ?? 0)),
  );
  return left.map((part, index) => {
    const taken = cents((wished[index] ?? 0) + (others[index] ?? 0));
    const wish = wishOf(part);
    const share = wanted
      ? shareOf(part.tax, taken, part.amount)
      : shareOf(part.tax, amount, sumOf(left.map((one) => one.amount)));
    const tax = wish?.amount === taken ? wish.tax : share;
    const least = part.tax - (part.amount - taken);
    const most = Math.min(part.tax, taken);
    return {
      basisPoints: part.basisPoints,
      amount: taken,
      tax: cents(Math.min(most, Math.max(0, least, tax))),
    };
  });
}

const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const amountOf = (parts: TaxPart[]): Cents => cents(sumOf(parts.map(({ amount }) => amount)));

function amountsOf(parts: TaxPart[]): Amounts {
  const taxes = parts.filter(({ amount }) => amount > 0);
  return { amountCents: amountOf(parts), taxCents: cents(sumOf(parts.map(({ tax }) => tax))), taxes };
}
