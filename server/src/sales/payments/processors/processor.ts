import { type Cents, storeCurrency } from '@reprise/contract/money';
import type { PaymentMethod, RedirectMethod } from '@reprise/contract/sales/payments/payment-methods';
import type { RefundRequest, RefundResult } from '@reprise/extension/payment-page';

/** A payment intent as the processor reports it. */
export type Intent = {
  id: string;
  clientSecret: string;
  /** Page of the processor on which the customer pays; null if the checkout takes the payment itself. */
  pageUrl: string | null;
  /** `open` can be paid or cancelled; `processing` can be neither for now. */
  status: 'open' | 'processing' | 'succeeded' | 'cancelled';
  amountCents: Cents;
  currency: string;
  livemode: boolean;
  /** Redirect methods that it takes; it always takes cards. */
  redirectMethods: RedirectMethod[];
  /** Payment method used, once it has succeeded. */
  method: PaymentMethod;
};

/** `redirectMethods` are requested besides cards; the processor may not support them. */
export type IntentRequest = {
  orderId: string;
  orderNumber: string;
  amountCents: Cents;
  redirectMethods: RedirectMethod[];
};

/**
 * A payment processor. Call it outside of transactions only; every call is idempotent by key or id. Throws
 * PAYMENT_UNAVAILABLE when the processor does not respond.
 */
export type Processor = {
  name: 'test' | 'stripe' | 'adapter';
  /** Name of the page on which customers pay; null if the checkout takes the payment itself. */
  page: string | null;
  /** True if real money moves. */
  livemode: boolean;
  createIntent(key: string, request: IntentRequest): Promise<Intent>;
  /** Returns null when the processor does not know the intent. */
  retrieveIntent(id: string): Promise<Intent | null>;
  /** Cancels an intent that has not succeeded; returns its current state. */
  cancelIntent(id: string): Promise<Intent>;
  refund(request: RefundRequest): Promise<RefundResult>;
};

/** Returns the currency of payments, as processors write it. */
export const paymentCurrency = (): string => storeCurrency().code.toLowerCase();
