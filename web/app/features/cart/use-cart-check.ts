import { useEffect, useState } from 'react';
import { checkCart } from './check-cart.ts';
import type { CartNote } from './reconcile-cart.ts';
import { useCartReady } from './use-cart-ready.ts';

/** Checks prices and stock each time the cart becomes visible. Returns the notes until the next time. */
export function useCartCheck(inView: boolean): CartNote[] {
  const ready = useCartReady();
  const [notes, setNotes] = useState<CartNote[]>([]);

  useEffect(() => {
    if (!inView || !ready) return;
    let current = true;
    setNotes([]);
    // When the shop is unreachable, the cart stays unchanged; placing the order checks again.
    checkCart().then(
      (notes) => current && setNotes(notes),
      () => {},
    );
    return () => {
      current = false;
    };
  }, [inView, ready]);
  return notes;
}
