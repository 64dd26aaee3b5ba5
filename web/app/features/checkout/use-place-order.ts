import type { NewOrder } from '@reprise/contract/orders/orders';
import { type Problem, problemCodeOf, problemStatus } from '@reprise/contract/problem';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { useCart } from '../cart/cart-store.ts';
import { outbox } from './browser-outbox.ts';
import type { Charge } from './charge.ts';
import { confirmationOf, keepConfirmation } from './confirmation-state.ts';
import type { PlacedOrder, SentOrder } from './outbox.ts';
import { announceMove } from './outbox-signal.ts';
import { payOrder } from './pay-order.ts';

/** `asking`: how a payment stands that was made elsewhere. */
export type CheckoutStep = 'idle' | 'asking' | 'placing' | 'paying';

/** Why the shopper is still at the checkout. */
export type CheckoutRefusal = { stage: 'order' | 'payment'; problem: Problem };

/** Places the order, pays it and goes to the confirmation page; a refusal is handed back instead. */
export function usePlaceOrder(onRefused: (refusal: CheckoutRefusal) => void) {
  const navigate = useNavigate();
  const [step, setStep] = useState<CheckoutStep>('idle');
  // State is seen with the next render only: too late for the second click of a double click.
  const running = useRef(false);

  async function leave(order: SentOrder): Promise<void> {
    const state = confirmationOf(order);
    keepConfirmation(state);
    if (order.state === 'placed') outbox.leave(order.orderId);
    await navigate('/order-confirmation', { state });
    useCart.getState().empty();
  }

  async function placeAndPay(body: NewOrder, charge: Charge): Promise<void> {
    const sent = await place(body);
    if (sent.state === 'placed') {
      setStep('paying');
      await pay(sent, charge);
    }
    await leave(outbox.find(sent.key) ?? sent);
    if (sent.state === 'waiting') announceMove();
  }

  async function run(body: NewOrder, charge: Charge): Promise<void> {
    if (running.current) return;
    running.current = true;
    setStep('placing');
    try {
      // Done, it stays running: the page is being left, and an empty cart is no news to it.
      await placeAndPay(body, charge);
    } catch (error) {
      running.current = false;
      setStep('idle');
      if (!(error instanceof Refused)) throw error;
      onRefused(error.refusal);
    }
  }
  return { step, run, isRunning: () => running.current };
}

class Refused extends Error {
  readonly refusal: CheckoutRefusal;
  constructor(refusal: CheckoutRefusal) {
    super(refusal.problem.message);
    this.refusal = refusal;
  }
}

/** The order as the outbox knows it after one try: placed, or waiting for an answer in the background. */
async function place(body: NewOrder): Promise<SentOrder> {
  const order = outbox.prepare(body, useCart.getState().lines);
  if (order.state === 'placed') return order;
  try {
    const sent = (await outbox.send(order.key)) ?? order;
    if (sent.state === 'waiting') outbox.moveToBackground(order.key);
    else setAside();
    return sent;
  } catch (error) {
    // The order that was to be replaced stands: it is done with, and whatever is ordered next is another one.
    const code = problemCodeOf(error);
    const { replaces } = order.body;
    if (replaces && code === 'ALREADY_PAID') outbox.markPaid(replaces);
    if (replaces && code === 'EDIT_CONFLICT') outbox.leave(replaces);
    throw new Refused({ stage: 'order', problem: error as Problem });
  }
}

/** The order holds what is in the cart until it is paid: the cart must not call it sold out. */
function setAside(): void {
  const { lines, restore } = useCart.getState();
  restore(lines.map((line) => ({ ...line, held: line.quantity })));
}

/** Without an answer the order stays placed; its own page finds out whether it is paid. */
async function pay(order: PlacedOrder, charge: Charge): Promise<void> {
  const { orderId: id, total, accessToken } = order;
  try {
    await payOrder(api, { id, total, accessToken }, charge);
    outbox.markPaid(id);
  } catch (error) {
    const code = problemCodeOf(error);
    const noAnswer = code === undefined || problemStatus[code] >= 500 || code === 'RATE_LIMITED';
    if (noAnswer && code !== 'PAYMENT_UNAVAILABLE') return;
    // On its way: paying again is not asked for.
    if (code === 'IN_PROGRESS') return;
    // A hold that ran out: the next try places the order anew.
    if (code === 'ORDER_CANCELLED' || code === 'NOT_FOUND') outbox.forget(order.key);
    throw new Refused({ stage: 'payment', problem: error as Problem });
  }
}
