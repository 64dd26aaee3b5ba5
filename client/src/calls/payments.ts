import { paymentEndpoints } from '@reprise/contract/payments/payments';
import { type Call, defineCall } from '../define-call.ts';

/** Start the payment of an order; a repeated call returns the same payment: `POST /payments/create-payment-intent` */
export const createPaymentIntent: Call<typeof paymentEndpoints.createPaymentIntent> = /* @__PURE__ */ defineCall(paymentEndpoints.createPaymentIntent);

/** Check with the processor whether the payment succeeded, and mark the order paid if so: `POST /payments/confirm-payment` */
export const confirmPayment: Call<typeof paymentEndpoints.confirmPayment> = /* @__PURE__ */ defineCall(paymentEndpoints.confirmPayment);

/** What cancelling these orders would refund and return to stock; changes nothing: `POST /orders/admin/cancellations/preview` */
export const previewCancellations: Call<typeof paymentEndpoints.previewCancellations> = /* @__PURE__ */ defineCall(paymentEndpoints.previewCancellations);

/** Refund items, an amount, or the remainder, to the payment method: `POST /orders/:id/refunds` */
export const refundOrder: Call<typeof paymentEndpoints.refundOrder> = /* @__PURE__ */ defineCall(paymentEndpoints.refundOrder);

/** Approve the waiting refund of a cancelled order; the remainder of its payment is refunded: `POST /orders/:id/refunds/:refundId/approve` */
export const approveRefund: Call<typeof paymentEndpoints.approveRefund> = /* @__PURE__ */ defineCall(paymentEndpoints.approveRefund);

/** Decline the waiting refund of a cancelled order; the reason is stored: `POST /orders/:id/refunds/:refundId/decline` */
export const declineRefund: Call<typeof paymentEndpoints.declineRefund> = /* @__PURE__ */ defineCall(paymentEndpoints.declineRefund);

/** Mark an unpaid order as paid in cash or by transfer; an open payment is cancelled, and refunds are only recorded: `POST /orders/:id/payments` */
export const recordPayment: Call<typeof paymentEndpoints.recordPayment> = /* @__PURE__ */ defineCall(paymentEndpoints.recordPayment);

/** Notice of a processor's page that a payment of this order has changed; the processor is asked how: `POST /payments/notices/:id` */
export const receivePaymentNotice: Call<typeof paymentEndpoints.receivePaymentNotice> = /* @__PURE__ */ defineCall(paymentEndpoints.receivePaymentNotice);

/** Payment processor, its keys, and the result of the last reconciliation: `GET /payments/setup` */
export const getPaymentSetup: Call<typeof paymentEndpoints.getPaymentSetup> = /* @__PURE__ */ defineCall(paymentEndpoints.getPaymentSetup);

/** Verify and store the keys of Stripe, encrypted; they are never returned: `PUT /payments/keys` */
export const setPaymentKeys: Call<typeof paymentEndpoints.setPaymentKeys> = /* @__PURE__ */ defineCall(paymentEndpoints.setPaymentKeys);

/** Remove the keys of Stripe; after live keys the shop takes no payments until it has new ones: `DELETE /payments/keys` */
export const removePaymentKeys: Call<typeof paymentEndpoints.removePaymentKeys> = /* @__PURE__ */ defineCall(paymentEndpoints.removePaymentKeys);

/** Check with Stripe whether the current keys work: `POST /payments/keys/check` */
export const checkPaymentKeys: Call<typeof paymentEndpoints.checkPaymentKeys> = /* @__PURE__ */ defineCall(paymentEndpoints.checkPaymentKeys);

/** Events that Stripe's webhook endpoint lacks: `GET /payments/webhook` */
export const checkWebhook: Call<typeof paymentEndpoints.checkWebhook> = /* @__PURE__ */ defineCall(paymentEndpoints.checkWebhook);

/** Discrepancies between shop and payment processor, newest first: `GET /payments/discrepancies` */
export const listPaymentDiscrepancies: Call<typeof paymentEndpoints.listPaymentDiscrepancies> = /* @__PURE__ */ defineCall(paymentEndpoints.listPaymentDiscrepancies);

/** Mark a discrepancy as resolved: `POST /payments/discrepancies/:id/resolve` */
export const resolvePaymentDiscrepancy: Call<typeof paymentEndpoints.resolvePaymentDiscrepancy> = /* @__PURE__ */ defineCall(paymentEndpoints.resolvePaymentDiscrepancy);

/** Test processor: pay with a test card or PayPal: `POST /payments/test-processor/confirm` */
export const confirmTestCard: Call<typeof paymentEndpoints.confirmTestCard> = /* @__PURE__ */ defineCall(paymentEndpoints.confirmTestCard);

/** Test processor: result of the bank or PayPal challenge: `POST /payments/test-processor/challenge` */
export const answerTestChallenge: Call<typeof paymentEndpoints.answerTestChallenge> = /* @__PURE__ */ defineCall(paymentEndpoints.answerTestChallenge);
