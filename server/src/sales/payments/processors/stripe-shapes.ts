import { fromServiceUnits, stripeUnits } from '@reprise/contract/minor-units';
import type { Cents } from '@reprise/contract/money';
import { type PaymentMethod, redirectMethods } from '@reprise/contract/sales/payments/payment-methods';
import type { RefundResult } from '@reprise/extension/payment-page';
import type Stripe from 'stripe';
import { type Intent, paymentCurrency } from './processor.ts';

/** A Stripe intent with fields that other processors do not report. */
export type StripeIntent = Intent & {
  /** Order from the metadata; null for intents of other programs. */
  orderId: string | null;
  /** Refunded amount, as far as the response includes it. */
  refundedCents: Cents;
  /** Fee that Stripe kept, as far as the response includes it; null for one in another currency. */
  feeCents: Cents | null;
  createdAt: Date;
};

export type StripeRefund = RefundResult & {
  id: string;
  /** Local refund id; null for refunds made in Stripe's dashboard. */
  refundId: string | null;
  amountCents: Cents;
};

const statuses: Record<string, Intent['status']> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  requires_capture: 'processing',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'cancelled',
};

export function toIntent(intent: Stripe.PaymentIntent): StripeIntent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    pageUrl: null,
    // An unknown status of a later API version: neither treat it as paid nor end it.
    status: statuses[intent.status] ?? 'processing',
    amountCents: fromStripe(intent.amount, intent.currency),
    currency: intent.currency,
    livemode: intent.livemode,
    redirectMethods: redirectMethods.filter((method) => intent.payment_method_types.includes(method)),
    method: methodOf(intent.latest_charge),
    orderId: intent.metadata.reprise_order ?? null,
    refundedCents: refundedOf(intent.latest_charge, intent.currency),
    feeCents: feeOf(intent.latest_charge),
    createdAt: new Date(intent.created * 1000),
  };
}

function refundedOf(charge: Stripe.PaymentIntent['latest_charge'], currency: string): Cents {
  return fromStripe(typeof charge === 'object' && charge !== null ? charge.amount_refunded : 0, currency);
}

function feeOf(charge: Stripe.PaymentIntent['latest_charge']): Cents | null {
  const balance = typeof charge === 'object' ? charge?.balance_transaction : null;
  if (typeof balance !== 'object' || balance === null || balance.currency !== paymentCurrency()) return null;
  return fromStripe(balance.fee, balance.currency);
}

/** Amounts in a currency that is not the store's stay as Stripe counts them: they match no order. */
function fromStripe(units: number, currency: string): Cents {
  return currency === paymentCurrency() ? fromServiceUnits(stripeUnits, units) : (units as Cents);
}

function methodOf(charge: Stripe.PaymentIntent['latest_charge']): PaymentMethod {
  const details = typeof charge === 'object' ? charge?.payment_method_details : null;
  return redirectMethods.find((method) => details?.type === method) ?? 'card';
}

export function toRefund(refund: Stripe.Refund): StripeRefund {
  return {
    id: refund.id,
    refundId: refund.metadata?.reprise_refund ?? null,
    amountCents: fromStripe(refund.amount, refund.currency),
    status: refundStatus(refund.status),
    failure: refund.failure_reason ?? null,
  };
}

function refundStatus(status: string | null): RefundResult['status'] {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}
