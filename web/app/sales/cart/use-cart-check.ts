import { useEffect, useState } from 'react';
import { useCartReady } from './cart-store.ts';
import { checkCart } from './check-cart.ts';
import type { CartNotice } from './reconcile-cart.ts';

/** Checks prices and stock each time the cart becomes visible. Returns the notices until the next time. */
export function useCartCheck(inView: boolean): CartNotice[] {
  const ready = useCartReady();
  const [notices, setNotices] = useState<CartNotice[]>([]);

  useEffect(() => {
    if (!inView || !ready) return;
    let current = true;
    setNotices([]);
    // When the shop is unreachable, the cart stays unchanged; placing the order checks again.
    checkCart().then(
      (notices) => current && setNotices(notices),
      () => {},
    );
    return () => {
      current = false;
    };
  }, [inView, ready]);
  return notices;
}
