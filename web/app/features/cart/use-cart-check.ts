import { useEffect, useState } from 'react';
import { checkCart } from './check-cart.ts';
import type { CartNote } from './reconcile-cart.ts';
import { useCartReady } from './use-cart-ready.ts';

/** Checks prices and stock each time the cart comes into view; what changed is told until it is shown anew. */
export function useCartCheck(inView: boolean): CartNote[] {
  const ready = useCartReady();
  const [notes, setNotes] = useState<CartNote[]>([]);

  useEffect(() => {
    if (!inView || !ready) return;
    let current = true;
    setNotes([]);
    // Out of reach, the cart stays as it was remembered; placing the order checks again.
    checkCart().then(
      (found) => current && setNotes(found),
      () => {},
    );
    return () => {
      current = false;
    };
  }, [inView, ready]);
  return notes;
}
