import { useEffect } from 'react';
import { notify } from '../../ui/overlays/notify.ts';
import { useCart } from '../cart/cart-store.ts';
import { useCartReady } from '../cart/use-cart-ready.ts';

/** An order that was made of another form of this cart, or is done with, no longer holds anything for it. */
export function clearReserved(): void {
  const { lines, restore } = useCart.getState();
  restore(lines.map(({ held, ...line }) => line));
}

/** What the order had set aside is bought now. */
export function removeReservedFromCart(): void {
  const { lines, restore } = useCart.getState();
  if (lines.some((line) => line.held)) restore(lines.filter((line) => !line.held));
}

/** Says that a payment was received which was made elsewhere. */
export function usePaymentReceived(received: boolean): void {
  const ready = useCartReady();
  useEffect(() => {
    if (!received || !ready) return;
    removeReservedFromCart();
    notify('success', 'Your payment was received.');
  }, [received, ready]);
}
