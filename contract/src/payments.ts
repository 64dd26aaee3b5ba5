import { z } from 'zod';
import { endpoints, idParams } from './endpoint.ts';
import { order, refund } from './orders.ts';
import { claimedMoney, price, text } from './wire.ts';

const orderId = text(200).min(1, 'An order is required');
const paymentIntentId = text(200).min(1, 'A payment is required');

/**
 * What the built-in test processor does with each card. The browser turns the card number it was given
 * into one of these names; the number itself never leaves the browser.
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

export const paymentEndpoints = endpoints({
  createPaymentIntent: {
    method: 'POST',
    path: '/payments/create-payment-intent',
    summary: 'Start the payment of an order; calling again gives the same payment',
    access: 'visitor',
    rate: 'write',
    body: z.object({ amount: claimedMoney, orderId }),
    response: z.object({ clientSecret: z.string(), paymentIntentId: z.string() }),
  },
  confirmPayment: {
    method: 'POST',
    path: '/payments/confirm-payment',
    summary: 'Ask the processor whether the payment succeeded and mark the order paid if so',
    access: 'visitor',
    rate: 'write',
    body: z.object({ paymentIntentId, orderId }),
    response: z.object({ order }),
  },
  refundOrder: {
    method: 'POST',
    path: '/orders/:id/refunds',
    summary: "Give money back to the customer's card: an amount, or all that is left",
    access: 'admin',
    rate: 'write',
    params: idParams,
    body: z.object({
      amount: price('Enter an amount in dollars')
        .refine((cents) => cents > 0, 'Enter an amount above zero')
        .nullish(),
      reason: text(200).nullish(),
    }),
    idempotent: true,
    response: z.object({ order, refund }),
    status: 201,
  },
  /** Stands where Stripe's own API stands: the browser calls it with the client secret. */
  confirmTestCard: {
    method: 'POST',
    path: '/payments/test-processor/confirm',
    summary: 'The built-in test processor: try a test card on a payment',
    access: 'public',
    rate: 'write',
    body: z.object({
      clientSecret: text(200).min(1),
      card: z.enum(testCardOutcomes, 'Use one of the test cards'),
    }),
    /** `requires_action`: the bank asks the cardholder first. */
    response: z.object({ status: z.enum(['succeeded', 'requires_action']) }),
  },
  answerTestChallenge: {
    method: 'POST',
    path: '/payments/test-processor/challenge',
    summary: "The built-in test processor: how the cardholder answered the bank's question",
    access: 'public',
    rate: 'write',
    body: z.object({ clientSecret: text(200).min(1), passed: z.boolean('Say whether it was passed') }),
    response: z.object({ status: z.literal('succeeded') }),
  },
});
