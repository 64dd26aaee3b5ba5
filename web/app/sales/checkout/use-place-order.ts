import { type Problem, type ProblemCode, problemCodeOf, problemStatus } from '@reprise/contract/problem';
import type { NewOrder } from '@reprise/contract/sales/orders/order';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/browser-api.ts';
import type { CartLine } from '../cart/cart-store.ts';
import { type Basket, markReserved } from './basket.ts';
import type { Charge } from './charge.ts';
import { clearDraft } from './checkout-draft.ts';
import {
  type ConfirmationState,
  confirmationOf,
  storeConfirmation,
} from './confirmation/confirmation-state.ts';
import { storeTotals } from './confirmation/order-totals.ts';
import { outbox } from './outbox/browser-outbox.ts';
import { dispatchOrderMoved } from './outbox/outbox-signal.ts';
import type { PlacedOrder, SentOrder, WaitingOrder } from './outbox/sent-order.ts';
import { payOrder } from './pay-order.ts';

/** `asking`: the outcome of an external payment is being fetched. */
export type CheckoutStep = 'idle' | 'asking' | 'placing' | 'paying';

/** Reason that the shopper remains at the checkout. */
export type CheckoutProblem = { stage: 'order' | 'payment'; problem: Problem };

type Totals = ConfirmationState['totals'];
type Charged = { totals: NonNullable<Totals>; lines: CartLine[] };

/** Places the order, pays it and opens the confirmation page; a Problem goes to `onProblem`. */
export function usePlaceOrder(basket: Basket, onProblem: (checkoutProblem: CheckoutProblem) => void) {
  const navigate = useNavigate();
  const [step, setStep] = useState<CheckoutStep>('idle');
  // A ref, because state changes with the next render: too late for the second click of a double click.
  const running = useRef(false);

  async function leave(order: SentOrder, body: NewOrder, totals: Totals): Promise<void> {
    const state = confirmationOf(order, basket.store.getState().lines, body, totals);
    storeConfirmation(state);
    clearDraft();
    if (order.state === 'placed') outbox.dismiss(order.orderId);
    // The Back button must not offer the item of Buy Now for sale again.
    await navigate('/order-confirmation', { state, replace: basket.buyNow !== null });
    basket.store.getState().empty();
  }

  async function run(body: NewOrder, charge: Charge, charged: Charged): Promise<void> {
    if (running.current) return;
    const totals = { ...charged.totals, lines: charged.lines };
    const order = outbox.prepare(body, basket.store.getState().lines, basket.buyNow);
    running.current = true;
    setStep('placing');
    let stage: CheckoutProblem['stage'] = 'order';
    try {
      let sent: SentOrder = order;
      if (order.state === 'waiting') {
        sent = (await outbox.send(order.key)) ?? order;
        if (sent.state === 'waiting') outbox.moveToBackground(sent.key);
        else markReserved(basket);
      }
      if (sent.state === 'placed') {
        stage = 'payment';
        setStep('paying');
        storeTotals(sent.key, totals);
        // A code may leave nothing to pay: the order is paid as soon as it is placed.
        if (sent.total > 0) await pay(sent, charge);
        else outbox.markPaid(sent.orderId);
      }
      // `running` stays true: the page is being left, and the empty cart must not redirect it.
      await leave(outbox.find(sent.key) ?? sent, body, totals);
      if (sent.state === 'waiting') dispatchOrderMoved();
    } catch (error) {
      running.current = false;
      setStep('idle');
      const code = problemCodeOf(error);
      if (code === undefined) throw error;
      if (stage === 'order') closeReplaced(order, code);
      onProblem({ stage, problem: error as Problem });
    }
  }
  return { step, run, isRunning: () => running.current };
}

/** The order that was to be replaced remains; the next order is a separate purchase. */
function closeReplaced({ body }: WaitingOrder | PlacedOrder, code: ProblemCode): void {
  if (body?.replaces && code === 'ALREADY_PAID') outbox.markPaid(body.replaces);
  if (body?.replaces && code === 'EDIT_CONFLICT') outbox.dismiss(body.replaces);
}

/** Without a response the order stays placed; its own page finds out whether it is paid. */
async function pay(order: PlacedOrder, charge: Charge): Promise<void> {
  const { orderId: id, total, accessToken } = order;
  try {
    await payOrder(api, { id, total, accessToken }, charge);
    outbox.markPaid(id);
  } catch (error) {
    const code = problemCodeOf(error);
    const isUnanswered = code === undefined || problemStatus[code] >= 500 || code === 'RATE_LIMITED';
    if (isUnanswered && code !== 'PAYMENT_UNAVAILABLE' && code !== 'MAINTENANCE') return;
    // Processing: the customer must not be asked to pay again.
    if (code === 'IN_PROGRESS') return;
    // The reservation has expired: the next attempt places a new order.
    if (code === 'ORDER_CANCELLED' || code === 'NOT_FOUND') outbox.forget(order.key);
    throw error;
  }
}
