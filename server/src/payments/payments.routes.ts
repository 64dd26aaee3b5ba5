import type { paymentEndpoints } from '@reprise/contract/payments';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../platform/deps.ts';
import type { Handlers } from '../platform/endpoint.ts';
import { confirmPayment } from './confirm-payment.ts';
import { refundOrder } from './request-refund.ts';
import { startPayment } from './start-payment.ts';
import { answerChallenge, confirmWithCard } from './test-processor.ts';

export function paymentHandlers(deps: Deps): Handlers<typeof paymentEndpoints> {
  /** A shop with keys for real cards never takes a test card for money. */
  function refuseWithRealKeys(): void {
    if (deps.environment.stripeSecretKey === undefined) return;
    throw new Problem('PAYMENT_UNAVAILABLE', 'Card payment is not available at the moment.');
  }
  return {
    createPaymentIntent: async ({ body }, context) => {
      refuseWithRealKeys();
      return startPayment(deps, context, body);
    },
    confirmPayment: async ({ body }, context) => ({ order: await confirmPayment(deps, context, body) }),
    refundOrder: async ({ params, body }, { caller, idempotencyKey }) =>
      refundOrder(deps, params.id, { ...body, actorId: caller?.userId ?? '', idempotencyKey }),
    confirmTestCard: async ({ body }) => {
      refuseWithRealKeys();
      return { status: await confirmWithCard(deps.db, body.clientSecret, body.card) };
    },
    answerTestChallenge: async ({ body }) => {
      refuseWithRealKeys();
      await answerChallenge(deps.db, body.clientSecret, body.passed);
      return { status: 'succeeded' as const };
    },
  };
}
