import { notify } from '../../../ui/overlays/notify.ts';
import { removeFromCart } from '../../cart/cart-store.ts';
import { clearDraft } from '../checkout-draft.ts';
import { clearConfirmation } from '../confirmation/confirmation-state.ts';
import { outbox } from './browser-outbox.ts';
import type { SentOrder } from './sent-order.ts';

/** Takes over the orders of closed pages and removes their items from the cart. */
export async function recoverOrphans(): Promise<void> {
  for (const { lines, buyNow } of await outbox.recoverOrphans()) {
    if (buyNow === undefined) removeFromCart(lines);
  }
}

/** Sends what is due, shows the outcomes and returns the milliseconds until the next attempt. */
export async function resendDue(): Promise<number | null> {
  for (const outcome of await outbox.resendDue()) showOutcome(outcome);
  const due = outbox.nextDue();
  return due === null ? null : Math.max(100, due - Date.now());
}

function showOutcome(order: SentOrder): void {
  if (order.state === 'refused') {
    const restored = order.buyNow === undefined ? ' Your cart was restored.' : '';
    notify('error', `Order ${order.reference} was not placed: ${order.message}${restored}`);
  } else if (order.state === 'placed') {
    if (order.paid) notify('success', `Order ${order.orderNumber} is confirmed.`);
    else
      notify(
        'warning',
        `Order ${order.orderNumber} is placed but not paid yet. You can pay now under Orders.`,
      );
  }
}

/** Removes what the checkout has stored for a customer who signs out. */
export function forgetCustomer(userId: string): void {
  outbox.forgetOwner(userId);
  clearConfirmation();
  clearDraft();
}
