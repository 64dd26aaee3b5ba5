import { type Problem, problemCodeOf, problemStatus } from '@reprise/contract/problem';
import type { NewOrder } from '@reprise/contract/sales/orders/order';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { type Basket, markReserved } from './basket.ts';
import type { Charge } from './charge.ts';
import { clearDraft } from './checkout-draft.ts';
import {
  type ConfirmationState,
  confirmationOf,
  storeConfirmation,
} from './confirmation/confirmation-state.ts';
import { outbox } from './outbox/browser-outbox.ts';
import { announceMove } from './outbox/outbox-signal.ts';
import type { PlacedOrder, SentOrder } from './outbox/sent-order.ts';
import { payOrder } from './pay-order.ts';

/** `asking`: the outcome of an external payment is being fetched. */
export type CheckoutStep = 'idle' | 'asking' | 'placing' | 'paying';

/** Reason that the shopper remains at the checkout. */
export type CheckoutProblem = { stage: 'order' | 'payment'; problem: Problem };

type Totals = ConfirmationState['totals'];

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

  async function placeAndPay(body: NewOrder, charge: Charge, totals: Totals): Promise<void> {
    const sent = await place(body, basket);
    if (sent.state === 'placed') {
      setStep('paying');
      // A code may leave nothing to pay: the order is paid as soon as it is placed.
      if (sent.total > 0) await pay(sent, charge);
      else outbox.markPaid(sent.orderId);
    }
    await leave(outbox.find(sent.key) ?? sent, body, totals);
    if (sent.state === 'waiting') announceMove();
  }

  async function run(body: NewOrder, charge: Charge, totals: Totals): Promise<void> {
    if (running.current) return;
    running.current = true;
    setStep('placing');
    try {
      // Stays true on success: the page is being left, and the empty cart must not redirect it.
      await placeAndPay(body, charge, totals);
    } catch (error) {
      running.current = false;
      setStep('idle');
      if (!(error instanceof CheckoutError)) throw error;
      onProblem(error.checkoutProblem);
    }
  }
  return { step, run, isRunning: () => running.current };
}

class CheckoutError extends Error {
  readonly checkoutProblem: CheckoutProblem;
  constructor(checkoutProblem: CheckoutProblem) {
    super(checkoutProblem.problem.message);
    this.checkoutProblem = checkoutProblem;
  }
}

/** Returns the order of the outbox after one attempt: placed, or waiting in the background. */
async function place(body: NewOrder, basket: Basket): Promise<SentOrder> {
  const order = outbox.prepare(body, basket.store.getState().lines, basket.buyNow);
  if (order.state === 'placed') return order;
  try {
    const sent = (await outbox.send(order.key)) ?? order;
    if (sent.state === 'waiting') outbox.moveToBackground(order.key);
    else markReserved(basket);
    return sent;
  } catch (error) {
    // The order that was to be replaced remains; the next order is a separate purchase.
    const code = problemCodeOf(error);
    const { replaces } = order.body;
    if (replaces && code === 'ALREADY_PAID') outbox.markPaid(replaces);
    if (replaces && code === 'EDIT_CONFLICT') outbox.dismiss(replaces);
    throw new CheckoutError({ stage: 'order', problem: error as Problem });
  }
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
    throw new CheckoutError({ stage: 'payment', problem: error as Problem });
  }
}
