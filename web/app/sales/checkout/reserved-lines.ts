import { useEffect } from 'react';
import { notify } from '../../ui/overlays/notify.ts';
import { useCart, useCartReady } from '../cart/cart-store.ts';
import { outbox } from './outbox/browser-outbox.ts';

/** Clears the reserved quantities from lines when their order has changed or is finished. */
export function clearReserved(store = useCart): void {
  const { lines, restore } = store.getState();
  restore(lines.map(({ held, ...line }) => line));
}

/** Removes the reserved lines from the cart once their order is paid. An order of Buy Now reserves none of them. */
export function removeReservedFromCart(reference: string): void {
  if (outbox.isBuyNow(reference)) return;
  const { lines, restore } = useCart.getState();
  if (lines.some((line) => line.held)) restore(lines.filter((line) => !line.held));
}

/** Shows a toast for a payment that was made on another page. */
export function usePaymentReceived(received: boolean, reference: string): void {
  const ready = useCartReady();
  useEffect(() => {
    if (!received || !ready) return;
    removeReservedFromCart(reference);
    notify('success', 'Your payment was received.');
  }, [received, ready, reference]);
}
