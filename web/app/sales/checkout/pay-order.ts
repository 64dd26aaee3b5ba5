import type { AllEndpoints } from '@reprise/contract/all-endpoints';
import type { Client } from '@reprise/contract/client/client';
import type { Cents } from '@reprise/contract/money';
import { problemCodeOf } from '@reprise/contract/problem';
import type { Order } from '@reprise/contract/sales/orders/order';
import type { Charge } from './charge.ts';

type PaymentCalls = Pick<Client<AllEndpoints>, 'createPaymentIntent' | 'confirmPayment' | 'getOrder'>;

export type PayableOrder = { id: string; total: Cents; accessToken: string | null };

/** Pays an order. Idempotent: an order that is already paid counts as success. */
export async function payOrder(api: PaymentCalls, payable: PayableOrder, charge: Charge): Promise<Order> {
  const options = optionsFor(payable);
  try {
    const intent = await startPayment(api, payable, { paymentPage: charge.page });
    await charge.take({ ...intent, orderId: payable.id });
    return await confirm(api, payable, intent.paymentIntentId);
  } catch (error) {
    if (problemCodeOf(error) !== 'ALREADY_PAID') throw error;
    return (await api.getOrder({ params: { id: payable.id } }, options)).order;
  }
}

/** `pleaseWait` is the reason to wait before paying, although the order is not known to be paid. */
export type FoundPayment = { order: Order; pleaseWait: string | null };

/** Returns the order after asking the processor about a payment with unknown outcome. */
export async function findPayment(api: PaymentCalls, payable: PayableOrder): Promise<FoundPayment> {
  const { order } = await api.getOrder({ params: { id: payable.id } }, optionsFor(payable));
  if (!isAwaited(order) || order.status === 'cancelled') return { order, pleaseWait: null };
  try {
    const { paymentIntentId } = await startPayment(api, payable);
    return { order: await confirm(api, payable, paymentIntentId), pleaseWait: null };
  } catch (error) {
    const code = problemCodeOf(error);
    if (code === undefined) throw error;
    // Settled during the request, by Stripe's webhook or by the end of its reservation.
    if (code === 'ALREADY_PAID' || code === 'ORDER_CANCELLED') {
      const { order: settled } = await api.getOrder({ params: { id: payable.id } }, optionsFor(payable));
      return { order: settled, pleaseWait: null };
    }
    return { order, pleaseWait: code === 'IN_PROGRESS' ? (error as Error).message : null };
  }
}

/** True if a payment of the order, or of what an edit added to it, may be on its way. */
const isAwaited = ({ paymentStatus, amountDue }: Order): boolean =>
  paymentStatus === 'started' || (paymentStatus !== 'unpaid' && amountDue !== undefined && amountDue > 0);

const optionsFor = ({ accessToken }: PayableOrder) =>
  accessToken === null ? {} : { orderToken: accessToken };

/** Opens the payment, or returns the open one. Idempotent: a second call returns the same payment. */
function startPayment(
  api: PaymentCalls,
  payable: PayableOrder,
  choice: { paymentPage?: string | null } = {},
) {
  const body = { amount: payable.total, orderId: payable.id, ...choice };
  return api.createPaymentIntent({ body }, optionsFor(payable));
}

async function confirm(api: PaymentCalls, payable: PayableOrder, paymentIntentId: string): Promise<Order> {
  const body = { paymentIntentId, orderId: payable.id };
  return (await api.confirmPayment({ body }, optionsFor(payable))).order;
}

const tokenName = 'order-token';

/**
 * Stores a guest's order token in this tab, because the URL fragment does not survive the redirect to Stripe.
 */
export function storeOrderToken(token: string): void {
  try {
    sessionStorage.setItem(tokenName, JSON.stringify({ page: window.location.pathname, token }));
  } catch {
    // Without storage the order can be found by its number and email.
  }
}

/** Returns the token with which this tab was paying the order of this page. */
export function readStoredOrderToken(): string | null {
  try {
    const { page, token } = JSON.parse(sessionStorage.getItem(tokenName) ?? '{}');
    return page === window.location.pathname && typeof token === 'string' ? token : null;
  } catch {
    return null;
  }
}
