import type { Cents } from '@reprise/contract/money';
import type { PaymentMethod } from '@reprise/contract/payments/payment-methods';

/** A payment as its processor sees it. */
export type Intent = {
  id: string;
  clientSecret: string;
  /** `open` can be paid or ended; `processing` is out of everybody's hands for the moment. */
  status: 'open' | 'processing' | 'succeeded' | 'cancelled';
  amountCents: Cents;
  currency: string;
  livemode: boolean;
  /** Whether it can be paid with PayPal; a card is always taken. */
  takesPaypal: boolean;
  /** What paid it, once it has succeeded. */
  method: PaymentMethod;
};

/** `paypal` asks for PayPal besides cards; the processor may not have it to give. */
export type IntentRequest = { orderId: string; orderNumber: string; amountCents: Cents; paypal: boolean };

export type RefundRequest = { refundId: string; intentId: string; amountCents: Cents };

/** `failed` is final: the processor will not give this money back. */
export type RefundAnswer = {
  id: string | null;
  status: 'pending' | 'succeeded' | 'failed';
  failure: string | null;
};

/**
 * Whoever takes the payment. Called outside of transactions only, and every call may be repeated: the same key or
 * id has its effect once. Throws PAYMENT_UNAVAILABLE when nobody answers.
 */
export type Processor = {
  name: 'test' | 'stripe';
  /** Whether real money moves. */
  livemode: boolean;
  createIntent(key: string, request: IntentRequest): Promise<Intent>;
  /** Null where the processor does not know it. */
  retrieveIntent(id: string): Promise<Intent | null>;
  /** Ends an intent that has not succeeded; answers how it stands now. */
  cancelIntent(id: string): Promise<Intent>;
  refund(request: RefundRequest): Promise<RefundAnswer>;
};

/** The one currency the shop sells in. */
export const currency = 'usd';
