import { Problem } from '@reprise/contract/problem';
import type { orderEditEndpoints } from '@reprise/contract/sales/orders/order-edits';
import type { paymentEndpoints } from '@reprise/contract/sales/payments/payments';
import type { Deps } from '../../deps.ts';
import { assertPermission, type CallContext, type Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { assertRecentAuthentication } from '../../platform/recent-authentication.ts';
import { confirmPayment } from './confirm-payment.ts';
import { countTestTry } from './count-test-try.ts';
import { listDiscrepancies, resolveDiscrepancy } from './discrepancies.ts';
import { checkWebhook } from './disputes/check-webhook.ts';
import { orderEditHandlers } from './edits/order-edits.routes.ts';
import { checkPaymentKeys, removePaymentKeys, setPaymentKeys } from './payment-keys.ts';
import { createPaymentLimits, networkOfPayer } from './payment-limits.ts';
import { readPaymentSetup } from './payment-setup.ts';
import { handleStripeEvent } from './processors/handle-stripe-event.ts';
import { offeredProcessors } from './processors/processors.ts';
import { answerChallenge, confirmTestIntent } from './processors/test-processor.ts';
import { receivePaymentNotice } from './receive-payment-notice.ts';
import { recordPayment } from './record-payment.ts';
import { previewCancellations } from './refunds/preview-cancellations.ts';
import { approveRefund, declineRefund } from './refunds/refund-approvals.ts';
import { refundOrder } from './refunds/request-refund.ts';
import { startPayment } from './start-payment.ts';
import { readTestMode, setTestMode } from './test-mode.ts';

export function paymentHandlers(deps: Deps): Handlers<typeof paymentEndpoints & typeof orderEditEndpoints> {
  const limits = createPaymentLimits(deps);
  /** Throws when Stripe keys are set, or in test mode for visitors: test cards must never pay there. */
  async function assertTestProcessor(context: CallContext): Promise<void> {
    if ((await offeredProcessors(deps, context)).some(({ name }) => name === 'test')) return;
    throw new Problem('PAYMENT_UNAVAILABLE', 'Card payment is not available at the moment.');
  }
  return {
    ...orderEditHandlers(deps),
    createPaymentIntent: async ({ body }, context) =>
      startPayment(deps, context, body, { limits, network: networkOfPayer(context) }),
    confirmPayment: async ({ body }, context) => ({ order: await confirmPayment(deps, context, body) }),
    previewCancellations: async ({ body }) => previewCancellations(deps.db, body.ids),
    refundOrder: async ({ params, body }, context) => {
      const caller = requireCaller(context);
      return refundOrder(deps, params.id, {
        ...body,
        actorId: caller.userId,
        idempotencyKey: context.idempotencyKey,
        assertMayExceedLimit: () => {
          assertPermission(caller, 'refunds.approve');
          assertRecentAuthentication(caller, deps.now());
        },
      });
    },
    approveRefund: async ({ params }, context) => approveRefund(deps, params, requireCaller(context).userId),
    declineRefund: async ({ params, body }, context) =>
      declineRefund(deps, params, body.reason, requireCaller(context).userId),
    recordPayment: async ({ params, body }, context) => ({
      order: await recordPayment(deps, params.id, body, requireCaller(context).userId),
    }),
    receiveStripeEvent: async (_input, { signed }) => {
      await handleStripeEvent({ ...deps, limits }, signed ?? { body: Buffer.alloc(0), signature: '' });
      return { received: true as const };
    },
    receivePaymentNotice: async ({ params }) => {
      await receivePaymentNotice(deps, params.id);
      return { received: true as const };
    },
    getPaymentSetup: async () => ({ setup: await readPaymentSetup(deps) }),
    setPaymentKeys: async ({ body }, context) => ({
      setup: await setPaymentKeys(deps, body, requireCaller(context).userId),
    }),
    removePaymentKeys: async (_input, context) => ({
      setup: await removePaymentKeys(deps, requireCaller(context).userId),
    }),
    checkPaymentKeys: async () => checkPaymentKeys(deps),
    checkWebhook: async () => checkWebhook(deps),
    getTestMode: async () => ({ testMode: await readTestMode(deps) }),
    setTestMode: async ({ body }, context) => ({
      testMode: await setTestMode(deps, body.isOn, requireCaller(context).userId),
    }),
    listPaymentDiscrepancies: async ({ query = {} }) => listDiscrepancies(deps.db, query),
    resolvePaymentDiscrepancy: async ({ params }, context) => ({
      finding: await resolveDiscrepancy(deps, params.id, requireCaller(context).userId),
    }),
    confirmTestCard: async ({ body }, context) => {
      await assertTestProcessor(context);
      const attempt = () => confirmTestIntent(deps.db, body.clientSecret, body.card);
      return { status: await countTestTry(deps.db, limits, body.clientSecret, attempt) };
    },
    answerTestChallenge: async ({ body }, context) => {
      await assertTestProcessor(context);
      const attempt = () => answerChallenge(deps.db, body.clientSecret, body.passed);
      await countTestTry(deps.db, limits, body.clientSecret, attempt);
      return { status: 'succeeded' as const };
    },
  };
}
