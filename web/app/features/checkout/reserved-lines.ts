import { useEffect } from 'react';
import { notify } from '../../ui/overlays/notify.ts';
import { useCart } from '../cart/cart-store.ts';
import { useCartReady } from '../cart/use-cart-ready.ts';

/** Clears the reserved quantities from cart lines when their order has changed or is finished. */
export function clearReserved(): void {
  const { lines, restore } = useCart.getState();
  restore(lines.map(({ held, ...line }) => line));
}

/** Removes the reserved lines from the cart once their order is paid. */
export function removeReservedFromCart(): void {
  const { lines, restore } = useCart.getState();
  if (lines.some((line) => line.held)) restore(lines.filter((line) => !line.held));
}

/** Shows a toast for a payment that was made on another page. */
export function usePaymentReceived(received: boolean): void {
  const ready = useCartReady();
  useEffect(() => {
    if (!received || !ready) return;
    removeReservedFromCart();
    notify('success', 'Your payment was received.');
  }, [received, ready]);
}
