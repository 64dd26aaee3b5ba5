import type { Cents } from '@reprise/contract/money';
import { z } from 'zod';
import { type AdapterShape, returns, value, wholeCents } from './adapter-shape.ts';
import { currenciesShape, type TakesCurrencies } from './currencies.ts';

/** A payment as the processor reports it. */
export type PagePayment = {
  id: string;
  /** `open` can be paid or cancelled; `processing` can be neither for now. */
  status: 'open' | 'processing' | 'succeeded' | 'cancelled';
  amountCents: Cents;
  currency: string;
  livemode: boolean;
  /** Page on which the customer pays; null if it takes this payment no longer. */
  url: string | null;
};

export type PagePaymentRequest = {
  orderId: string;
  orderNumber: string;
  amountCents: Cents;
  /** ISO 4217, in lower case. */
  currency: string;
  /** Page of the shop to which the customer returns, whatever happened. */
  returnUrl: string;
  /** Address for a POST without a body or with any form or JSON, at each change: the shop then reads the payment. */
  noticeUrl: string;
};

export type RefundRequest = { refundId: string; intentId: string; amountCents: Cents };

/** `failed` is final: the processor will not refund this money. */
export type RefundResult = {
  id: string | null;
  status: 'pending' | 'succeeded' | 'failed';
  failure: string | null;
};

/** A refund in the processor's list; `refundId` is that of the request, null for one made in the processor's dashboard. */
export type PageRefund = RefundResult & { id: string; refundId: string | null; amountCents: Cents };

/**
 * A processor on whose own page customers pay; PAYMENT_ADAPTER names its module. Every call may come again with the same key or
 * id and must then have no second effect. Throws when the processor does not answer.
 */
export type PaymentPage = TakesCurrencies & {
  /** Name of the processor as customers read it, such as "Mollie". Payments store it, so it must not change. */
  name: string;
  /** True if real money moves. */
  livemode: boolean;
  create(key: string, request: PagePaymentRequest): Promise<PagePayment>;
  /** Returns null when the processor does not know the payment. */
  read(id: string): Promise<PagePayment | null>;
  /**
   * Ends a payment that was not made, so that it cannot be made later, and returns its state: `processing` if it can still
   * be made for a while and not be ended, and the shop keeps the order's stock until it is over.
   */
  cancel(id: string): Promise<PagePayment>;
  /** Refunds; one that the processor refuses for good is `failed`, and not thrown. */
  refund(request: RefundRequest): Promise<RefundResult>;
  /** Lists all refunds of a payment, by which the shop finds those made elsewhere. */
  listRefunds(id: string): Promise<PageRefund[]>;
};

const payment = z.object({
  id: z.string().min(1),
  status: z.enum(['open', 'processing', 'succeeded', 'cancelled'] satisfies PagePayment['status'][]),
  amountCents: wholeCents,
  currency: z.string(),
  livemode: z.boolean(),
  url: z.string().nullable(),
});
const refundResult = z.object({
  id: z.string().nullable(),
  status: z.enum(['pending', 'succeeded', 'failed'] satisfies RefundResult['status'][]),
  failure: z.string().nullable(),
});

export const paymentPageShape = {
  name: value(z.string().min(1)),
  livemode: value(z.boolean()),
  currencies: currenciesShape,
  create: returns(payment),
  read: returns(payment.nullable()),
  cancel: returns(payment),
  refund: returns(refundResult),
  listRefunds: returns(
    z.array(
      refundResult.extend({ id: z.string(), refundId: z.string().nullable(), amountCents: wholeCents }),
    ),
  ),
} satisfies AdapterShape<PaymentPage>;
