import { Problem } from '@reprise/contract/problem';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { useAuth } from '../../session/auth-store.ts';
import { removeFromCart } from '../cart/cart-store.ts';
import { type Basket, unpaidOrderOf } from './basket.ts';
import { clearDraft } from './checkout-draft.ts';
import { confirmationOf, storeConfirmation } from './confirmation/confirmation-state.ts';
import { readTotals } from './confirmation/order-totals.ts';
import { outbox } from './outbox/browser-outbox.ts';
import type { PlacedOrder } from './outbox/sent-order.ts';
import { findPayment } from './pay-order.ts';
import { notCompleted, takePaymentReturn } from './payment-return.ts';
import { clearReserved } from './reserved-lines.ts';

/**
 * Asks the shop about the payment of this basket's order after a return from an external payment page, by
 * redirect, Back button or a new tab; a paid order leads to the confirmation. `asking` is true while a
 * redirected customer waits, `settled` once the outcome is known.
 */
export function usePaymentReturn(basket: Basket, ready: boolean, onUnpaid: (problem: Problem) => void) {
  const navigate = useNavigate();
  const isSessionKnown = useAuth((state) => !state.loading);
  const [state, setState] = useState({ asking: false, settled: false });
  const started = useRef(false);

  /** Returns true when the shopper stays at the checkout. */
  async function checkReturn(): Promise<boolean> {
    const paymentReturn = takePaymentReturn();
    if (!paymentReturn) return checkUnpaidOrder();
    if (paymentReturn.orderId === null) return true;
    const order = findPlacedOrder(paymentReturn.orderId);
    // Redirected to a browser other than the one that ordered.
    if (!order) return leaveFor(`/orders/${encodeURIComponent(paymentReturn.orderId)}`);
    setState({ asking: true, settled: false });
    const outcome = await outcomeOf(order);
    if (outcome !== 'open' && outcome !== 'cancelled') return confirm(order);
    if (basket.store.getState().lines.length === 0) return leaveFor(`/orders/${order.orderNumber}`);
    if (outcome === 'cancelled') forgetExpiredOrder(order, basket);
    onUnpaid(new Problem(outcome === 'open' ? 'PAYMENT_NOT_COMPLETED' : 'ORDER_CANCELLED', notCompleted));
    return true;
  }

  async function leaveFor(page: string): Promise<boolean> {
    await navigate(page, { replace: true });
    return false;
  }

  async function checkUnpaidOrder(): Promise<boolean> {
    const order = unpaidOrderOf(basket);
    const outcome = order && (await outcomeOf(order));
    return order && (outcome === 'paid' || outcome === 'on its way') ? await confirm(order) : true;
  }

  async function confirm(order: PlacedOrder): Promise<boolean> {
    const lines = basket.store.getState().lines;
    const confirmation = confirmationOf(order, lines, null, readTotals(order.key));
    storeConfirmation(confirmation);
    clearDraft();
    outbox.dismiss(order.orderId);
    await navigate('/order-confirmation', { replace: true, state: confirmation });
    const items = order.body?.items ?? [];
    if (order.buyNow === undefined) {
      removeFromCart(items.map(({ product: id, ...item }) => ({ product: { id }, ...item })));
    }
    clearReserved(basket.store);
    return false;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when cart and session are known
  useEffect(() => {
    if (!ready || !isSessionKnown || started.current) return;
    started.current = true;
    void checkReturn().then((stays) => stays && setState({ asking: false, settled: true }));
  }, [ready, isSessionKnown]);
  return state;
}

function findPlacedOrder(orderId: string): PlacedOrder | undefined {
  return outbox
    .all()
    .find((order): order is PlacedOrder => order.state === 'placed' && order.orderId === orderId);
}

/** `unknown`: the shop did not respond; the order page retries. */
async function outcomeOf(
  order: PlacedOrder,
): Promise<'paid' | 'on its way' | 'open' | 'cancelled' | 'unknown'> {
  if (order.paid) return 'paid';
  const { orderId: id, total, accessToken } = order;
  try {
    const { order: current, pleaseWait } = await findPayment(api, { id, total, accessToken });
    if (current.paymentStatus === 'paid') {
      outbox.markPaid(id);
      return 'paid';
    }
    if (pleaseWait !== null) return 'on its way';
    return current.status === 'cancelled' ? 'cancelled' : 'open';
  } catch {
    return 'unknown';
  }
}

/** The reservation has expired, so the next payment needs a new order. */
function forgetExpiredOrder(order: PlacedOrder, basket: Basket): void {
  outbox.forget(order.key);
  clearReserved(basket.store);
}
