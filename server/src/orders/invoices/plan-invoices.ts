import { isDeepStrictEqual } from 'node:util';
import { type Cents, cents, shareOf } from '@reprise/contract/money';
import type { CreditReason } from '@reprise/contract/sales/orders/invoice';
import type { InvoiceContent } from '../../sales/orders/invoices/invoices.tables.ts';
import type { OrderRow } from '../../sales/orders/orders.queries.ts';

type Invoiced = Pick<
  OrderRow,
  'status' | 'paymentStatus' | 'version' | 'totalCents' | 'taxCents' | 'refundedCents' | 'dueCents'
>;

/** Latest invoice of an order, with the part that no credit note has credited. */
export type OpenInvoice = {
  id: string;
  orderVersion: number;
  content: InvoiceContent;
  leftCents: Cents;
  leftTaxCents: Cents;
};

/** Units and amount of a refund by items; `taxCents` only if the amount is exactly that paid for the units. */
export type CreditedItems = {
  items: { name: string; quantity: number }[];
  amountCents: Cents;
  taxCents?: Cents | undefined;
};

type Amounts = { amountCents: Cents; taxCents: Cents };
type PlannedCredit = Amounts & { reason: CreditReason; items: { name: string; quantity: number }[] };
/** Documents to issue, the credit note first. */
export type InvoicePlan = { credit?: PlannedCredit; invoice?: Amounts };

type PlanInput = {
  order: Invoiced;
  content: InvoiceContent;
  open: OpenInvoice | undefined;
  credited?: CreditedItems | undefined;
};

/**
 * Compares what was invoiced of an order with what its customer has paid and not got back. Less is credited. More, and an
 * order with other contents, replaces the invoice: a credit note of its rest and a new invoice, once nothing is due. Pure.
 */
export function planInvoices({ order, content, open, credited }: PlanInput): InvoicePlan {
  const target = keptAmountOf(order);
  const isFullyPaid = isMoneyKept(order) && order.dueCents === 0;
  const invoice = { amountCents: target, taxCents: shareOf(order.taxCents, target, order.totalCents) };
  if (!open || open.leftCents === 0) {
    const isFree = order.totalCents === 0 && !open;
    return isFullyPaid && (target > 0 || isFree) ? { invoice } : {};
  }
  const rest = { amountCents: open.leftCents, taxCents: open.leftTaxCents, items: [] };
  if (isFullyPaid && target > 0) {
    const isEdited = open.orderVersion !== order.version && !isSameContent(open.content, content);
    if (isEdited) return { credit: { ...rest, reason: 'edit' }, invoice };
    if (target > open.leftCents) return { credit: { ...rest, reason: 'correction' }, invoice };
  }
  if (target >= open.leftCents) return {};
  const reason = order.status === 'cancelled' ? 'cancellation' : 'refund';
  return { credit: { ...creditOf(open, cents(open.leftCents - target), credited), reason } };
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

/** Returns the credited amount with the tax of its items, or else its share of the tax that is left. */
function creditOf(
  { leftCents, leftTaxCents }: OpenInvoice,
  amountCents: Cents,
  credited: CreditedItems | undefined,
): Omit<PlannedCredit, 'reason'> {
  const isOfItems = credited?.amountCents === amountCents;
  const share = shareOf(leftTaxCents, amountCents, leftCents);
  const tax = (isOfItems ? credited.taxCents : undefined) ?? share;
  // The rest of the invoice must not have more tax than amount.
  const least = leftTaxCents - (leftCents - amountCents);
  const most = Math.min(leftTaxCents, amountCents);
  const taxCents = cents(Math.min(most, Math.max(0, least, tax)));
  return { amountCents, taxCents, items: isOfItems ? credited.items : [] };
}
