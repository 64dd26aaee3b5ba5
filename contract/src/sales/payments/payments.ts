import { z } from 'zod';
import { endpoints, idParams, nothing } from '../../endpoint.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import { claimedMoney, isoDateTime, money, queryFlag, reference, requiredText, text } from '../../wire.ts';
import { order, refund } from '../orders/order.ts';
import { maxBulkOrders } from '../orders/orders.ts';
import { manualMethods, type RedirectMethod, redirectMethods } from './payment-methods.ts';
import { paymentKeysInput, paymentSetup } from './payment-setup.ts';
import { refundRequest } from './refund-request.ts';
import { testMode } from './test-mode.ts';
import { webhookCheck } from './webhook.ts';

const orderId = text(200).min(1, 'An order is required');
const paymentIntentId = text(200).min(1, 'A payment is required');

/**
 * Outcomes of the built-in test processor. The browser maps the card number to one of these names; the number never
 * leaves the browser.
 */
export const testCardOutcomes = [
  'pm_card_visa',
  'pm_card_chargeDeclined',
  'pm_card_chargeDeclinedInsufficientFunds',
  'pm_card_chargeDeclinedExpiredCard',
  'pm_card_chargeDeclinedIncorrectCvc',
  'pm_card_chargeDeclinedProcessingError',
  'pm_card_authenticationRequired',
] as const;
export type TestCard = (typeof testCardOutcomes)[number];

/** Payment methods of the test processor; redirect methods always ask for confirmation. */
export type TestPayment = TestCard | `pm_${RedirectMethod}`;
const testPayments: readonly TestPayment[] = [
  ...testCardOutcomes,
  ...redirectMethods.map((method) => `pm_${method}` as const),
];

/** Returns the redirect method of a test payment; undefined for a card. */
export const redirectMethodOf = (payment: TestPayment): RedirectMethod | undefined =>
  redirectMethods.find((method) => payment === `pm_${method}`);

/** Kinds of discrepancies between shop and processor. */
export const discrepancyKinds = [
  'wrong-amount',
  'wrong-mode',
  'unknown-payment',
  'missing-payment',
  'refund-failed',
  'refund-mismatch',
  'dispute',
  'paypal-unavailable',
  'klarna-unavailable',
] as const;
export type DiscrepancyKind = (typeof discrepancyKinds)[number];

export const paymentDiscrepancy = z
  .object({
    id: z.string(),
    kind: z.enum(discrepancyKinds),
    orderId: z.string().nullable(),
    orderNumber: z.string().nullable(),
    /** Payment id at the processor. */
    intentId: z.string().nullable(),
    detail: z.string(),
    resolvedAt: isoDateTime.nullable(),
    createdAt: isoDateTime,
  })
  .meta({ id: 'PaymentDiscrepancy' });
export type PaymentDiscrepancy = z.output<typeof paymentDiscrepancy>;

export const cancellationPreview = z
  .object({
    id: z.string(),
    orderNumber: z.string(),
    isCancelled: z.boolean(),
    /** Units that return to stock. */
    units: z.number().int(),
    /** Amount that is refunded, at once or after approval. */
    refund: money,
    needsApproval: z.boolean(),
    /** True for a recorded payment: staff return the money themselves. */
    isRefundedByHand: z.boolean(),
  })
  .meta({ id: 'CancellationPreview' });
export type CancellationPreview = z.output<typeof cancellationPreview>;

const refundParams = z.object({ id: reference, refundId: reference });

export const paymentEndpoints = endpoints({
  createPaymentIntent: {
    method: 'POST',
    path: '/payments/create-payment-intent',
    summary: 'Start the payment of an order; a repeated call returns the same payment',
    access: 'visitor',
    rate: 'write',
    body: z.object({
      amount: claimedMoney,
      orderId,
      /** Chosen page of `paymentPages`; null: the checkout's form. Without it, the open payment, else the first way. */
      paymentPage: text(200).nullish(),
    }),
    response: z.object({
      clientSecret: z.string(),
      paymentIntentId: z.string(),
      /** Redirect methods that this payment takes; it always takes cards. */
      redirectMethods: z.array(z.enum(redirectMethods)),
      /** Page of the processor on which the customer pays; null if the checkout takes the payment itself. */
      paymentPage: z.string().nullable(),
    }),
  },
  confirmPayment: {
    method: 'POST',
    path: '/payments/confirm-payment',
    summary: 'Check with the processor whether the payment succeeded, and mark the order paid if so',
    access: 'visitor',
    rate: 'write',
    body: z.object({ paymentIntentId, orderId }),
    response: z.object({ order }),
  },
  previewCancellations: {
    method: 'POST',
    path: '/orders/admin/cancellations/preview',
    summary: 'What cancelling these orders would refund and return to stock; changes nothing',
    access: 'admin',
    needs: 'orders.cancel',
    rate: 'read',
    body: z.object({
      ids: z
        .array(text(200).min(1, 'An order is required'))
        .min(1, 'Name at least one order')
        .max(maxBulkOrders, `At most ${maxBulkOrders} orders at once`),
    }),
    response: z.object({ cancellations: z.array(cancellationPreview) }),
  },
  refundOrder: {
    method: 'POST',
    path: '/orders/:id/refunds',
    summary: 'Refund items, an amount, or the remainder, to the payment method',
    access: 'admin',
    needs: 'refunds.make',
    rate: 'write',
    params: idParams,
    body: refundRequest,
    idempotent: true,
    response: z.object({ order, refund }),
    status: 201,
  },
  approveRefund: {
    method: 'POST',
    path: '/orders/:id/refunds/:refundId/approve',
    summary: 'Approve the waiting refund of a cancelled order; the remainder of its payment is refunded',
    access: 'admin',
    needs: 'refunds.approve',
    rate: 'write',
    stepUp: true,
    params: refundParams,
    body: nothing,
    response: z.object({ order, refund }),
  },
  declineRefund: {
    method: 'POST',
    path: '/orders/:id/refunds/:refundId/decline',
    summary: 'Decline the waiting refund of a cancelled order; the reason is stored',
    access: 'admin',
    needs: 'refunds.approve',
    rate: 'write',
    params: refundParams,
    body: z.object({ reason: requiredText(200, 'Enter a reason') }),
    response: z.object({ order, refund }),
  },
  recordPayment: {
    method: 'POST',
    path: '/orders/:id/payments',
    summary:
      'Mark an unpaid order as paid in cash or by transfer; an open payment is cancelled, and refunds are only recorded',
    access: 'admin',
    needs: 'payments.record',
    rate: 'write',
    params: idParams,
    body: z.object({
      method: z.enum(manualMethods, 'Choose how it was paid'),
      reference: text(100).optional(),
      note: text(500).optional(),
    }),
    response: z.object({ order }),
    status: 201,
  },
  receiveStripeEvent: {
    method: 'POST',
    path: '/payments/webhook',
    summary: 'Webhook of Stripe; the signature of the body is the access check',
    access: 'public',
    rate: 'webhook',
    rawBody: { signatureHeader: 'stripe-signature' },
    response: z.object({ received: z.literal(true) }),
  },
  receivePaymentNotice: {
    method: 'POST',
    path: '/payments/notices/:id',
    summary:
      "Notice of a processor's page that a payment of this order has changed; the processor is asked how",
    access: 'public',
    rate: 'webhook',
    params: idParams,
    ignoresBody: true,
    response: z.object({ received: z.literal(true) }),
  },
  getPaymentSetup: {
    method: 'GET',
    path: '/payments/setup',
    summary: 'Payment processor, its keys, and the result of the last reconciliation',
    access: 'admin',
    needs: 'payments.manage',
    rate: 'read',
    response: z.object({ setup: paymentSetup }),
  },
  setPaymentKeys: {
    method: 'PUT',
    path: '/payments/keys',
    summary: 'Verify and store the keys of Stripe, encrypted; they are never returned',
    access: 'admin',
    needs: 'payments.manage',
    rate: 'write',
    stepUp: true,
    body: paymentKeysInput,
    response: z.object({ setup: paymentSetup }),
    message: 'Payment keys saved. Stripe now takes your payments.',
  },
  removePaymentKeys: {
    method: 'DELETE',
    path: '/payments/keys',
    summary: 'Remove the keys of Stripe; after live keys the shop takes no payments until it has new ones',
    access: 'admin',
    needs: 'payments.manage',
    rate: 'write',
    stepUp: true,
    response: z.object({ setup: paymentSetup }),
    message: 'Payment keys removed.',
  },
  checkPaymentKeys: {
    method: 'POST',
    path: '/payments/keys/check',
    summary: 'Check with Stripe whether the current keys work',
    access: 'admin',
    needs: 'payments.manage',
    rate: 'write',
    body: nothing,
    response: z.object({ works: z.boolean(), detail: z.string() }),
  },
  checkWebhook: {
    method: 'GET',
    path: '/payments/webhook',
    summary: "Events that Stripe's webhook endpoint lacks",
    access: 'admin',
    needs: 'payments.manage',
    rate: 'read',
    response: webhookCheck,
  },
  listPaymentDiscrepancies: {
    method: 'GET',
    path: '/payments/discrepancies',
    summary: 'Discrepancies between shop and payment processor, newest first',
    access: 'admin',
    needs: 'payments.manage',
    rate: 'read',
    query: z.object({ ...pagingQuery, all: queryFlag }),
    response: z.object({ discrepancies: z.array(paymentDiscrepancy), pagination }),
  },
  resolvePaymentDiscrepancy: {
    method: 'POST',
    path: '/payments/discrepancies/:id/resolve',
    summary: 'Mark a discrepancy as resolved',
    access: 'admin',
    needs: 'payments.manage',
    rate: 'write',
    params: idParams,
    body: nothing,
    response: z.object({ finding: paymentDiscrepancy }),
  },
  /** Test counterpart of Stripe's API: the browser calls it with the client secret. */
  getTestMode: {
    method: 'GET',
    path: '/payments/test-mode',
    summary: 'Test mode, and the open orders that were paid with test cards',
    access: 'admin',
    needs: 'payments.manage',
    rate: 'read',
    response: z.object({ testMode }),
  },
  setTestMode: {
    method: 'PUT',
    path: '/payments/test-mode',
    summary: 'Turn test mode on or off; in an open shop, visitors cannot order while it is on',
    access: 'admin',
    needs: 'payments.manage',
    rate: 'write',
    stepUp: true,
    body: z.object({ isOn: z.boolean('Must be true or false') }),
    response: z.object({ testMode }),
  },
  confirmTestCard: {
    method: 'POST',
    path: '/payments/test-processor/confirm',
    summary: 'Test processor: pay with a test card, PayPal or Klarna',
    access: 'visitor',
    rate: 'write',
    body: z.object({
      clientSecret: text(200).min(1),
      card: z.enum(testPayments, 'Use one of the test cards'),
    }),
    /** `requires_action`: the bank or the redirect method asks the customer first. */
    response: z.object({ status: z.enum(['succeeded', 'requires_action']) }),
  },
  answerTestChallenge: {
    method: 'POST',
    path: '/payments/test-processor/challenge',
    summary: 'Test processor: result of the challenge by the bank, PayPal or Klarna',
    access: 'visitor',
    rate: 'write',
    body: z.object({ clientSecret: text(200).min(1), passed: z.boolean('Passed must be true or false') }),
    response: z.object({ status: z.literal('succeeded') }),
  },
});
