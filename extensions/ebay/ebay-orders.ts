import type { ChannelRefund, SoldLine, SoldOrder } from '@reprise/extension/channel';
import { type Cents, cents } from '@reprise/extension/money';
import type { PostalAddress } from '@reprise/extension/postal-address';
import { centsOf, currency, type EbayOrder, type EbayRefund } from './ebay-shapes.ts';

/** Payment states in which the seller has been, or will be, paid. */
const paidStates = new Set(['PAID', 'PARTIALLY_REFUNDED', 'FULLY_REFUNDED']);

export const isInDollars = ({ lineItems }: EbayOrder): boolean =>
  lineItems.every(({ lineItemCost }) => lineItemCost.currency === currency);

/** Returns an order of eBay as the shop reads it. Throws ChannelRefusal for one in another currency. */
export function soldOrderOf(order: EbayOrder): SoldOrder {
  const { pricingSummary: sums, lineItems } = order;
  // Tax that eBay collects is in no other figure of the summary.
  const taxes = lineItems.flatMap(({ ebayCollectAndRemitTaxes }) => ebayCollectAndRemitTaxes ?? []);
  // Discounts are negative; an adjustment may be either.
  const discount = centsOf(sums.priceDiscount) + centsOf(sums.deliveryDiscount) + centsOf(sums.adjustment);
  const surcharge = Math.max(0, discount);
  return {
    id: order.orderId,
    state: stateOf(order),
    placedAt: new Date(order.creationDate),
    changedAt: new Date(order.lastModifiedDate),
    buyer: buyerOf(order),
    lines: lineItems.map(lineOf),
    shippingCents: cents(centsOf(sums.deliveryCost) + centsOf(sums.fee) + surcharge),
    discountCents: cents(Math.max(0, -discount)),
    taxCollectedCents: sumOf(taxes.map(({ amount }) => centsOf(amount))),
    feeCents: order.totalMarketplaceFee ? centsOf(order.totalMarketplaceFee) : null,
    refunds: refundsOf(order),
  };
}

function stateOf({ orderPaymentStatus, cancelStatus }: EbayOrder): SoldOrder['state'] {
  if (cancelStatus?.cancelState === 'CANCELED') return 'cancelled';
  return paidStates.has(orderPaymentStatus) ? 'paid' : 'unpaid';
}

function buyerOf({ fulfillmentStartInstructions, buyer }: EbayOrder): PostalAddress {
  const shipTo = fulfillmentStartInstructions?.[0]?.shippingStep?.shipTo;
  const address = shipTo?.contactAddress;
  return {
    name: shipTo?.fullName ?? buyer?.username ?? '',
    street: address?.addressLine1 ?? '',
    street2: address?.addressLine2 ?? '',
    city: address?.city ?? '',
    state: address?.stateOrProvince ?? '',
    zipCode: address?.postalCode ?? '',
    country: address?.countryCode ?? '',
    phone: shipTo?.primaryPhone?.phoneNumber ?? '',
  };
}

function lineOf(line: EbayOrder['lineItems'][number]): SoldLine {
  return {
    id: line.lineItemId,
    sku: line.sku ?? '',
    title: line.title ?? '',
    quantity: line.quantity,
    totalCents: centsOf(line.lineItemCost),
  };
}

function refundsOf({ paymentSummary }: EbayOrder): ChannelRefund[] {
  return (paymentSummary?.refunds ?? []).flatMap((refund) => {
    const { refundId, amount } = refund;
    return refundId && amount
      ? [{ id: refundId, amountCents: centsOf(amount), state: refundStateOf(refund) }]
      : [];
  });
}

export function refundStateOf({ refundStatus }: Pick<EbayRefund, 'refundStatus'>): ChannelRefund['state'] {
  if (refundStatus === 'FAILED') return 'failed';
  return refundStatus === 'REFUNDED' ? 'succeeded' : 'pending';
}

const sumOf = (amounts: Cents[]): Cents => cents(amounts.reduce((sum, amount) => sum + amount, 0));
