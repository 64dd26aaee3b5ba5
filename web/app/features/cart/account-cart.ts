import { browserStorage } from '../../browser/browser-storage.ts';
import { isAppliedCart } from './apply-remote-cart.ts';
import { type CartLine, useCart } from './cart-store.ts';

/** Whose cart this browser holds; absent for a guest's. */
export const ownerName = 'cart-owner';
/** There while a change has not reached the shop. */
export const unsentName = 'cart-unsent';

export const storage = browserStorage();

// One after the other: an answer never overtakes the change that followed its question.
let last: Promise<void> = Promise.resolve();

/**
 * Remembers that the cart was changed here, from the first moment of a page: before it is known who is signed in,
 * a change would otherwise look like an old cart and be replaced by the account's.
 */
export function rememberChanges(): () => void {
  return onChange(() => storage.setItem(unsentName, '1'));
}

function onChange(act: () => void): () => void {
  return useCart.subscribe(({ lines }, before) => {
    if (!isAppliedCart() && keyOf(lines) !== keyOf(before.lines)) act();
  });
}

/**
 * Keeps this browser's cart and the account's the same: merged at sign-in, sent with each change, read again
 * whenever the window comes to the front. Out of reach, the cart stays as it is and is sent later.
 */
export function syncAccountCart(userId: string): () => void {
  let following = true;
  const sync = () => {
    last = last
      .then(async () => {
        const { mergeIntoAccountCart } = await import('./merge-into-account-cart.ts');
        if (following) await mergeIntoAccountCart(userId);
      })
      .catch(() => {});
  };
  const stopListening = onChange(sync);
  const onFront = () => {
    if (document.visibilityState === 'visible') sync();
  };
  window.addEventListener('focus', onFront);
  document.addEventListener('visibilitychange', onFront);
  sync();
  return () => {
    following = false;
    stopListening();
    window.removeEventListener('focus', onFront);
    document.removeEventListener('visibilitychange', onFront);
  };
}

/** Signing out: the account keeps its cart, this device begins an empty one. */
export function leaveAccountCart(): void {
  storage.removeItem(ownerName);
  storage.removeItem(unsentName);
  useCart.getState().empty();
}

/** Until what was changed here has been sent, or could not be. */
export const cartIsSent = (): Promise<void> => last;

/** What a cart holds, to be compared. */
export const keyOf = (lines: CartLine[]) =>
  lines.map(({ product, quantity }) => `${product.id}:${quantity}`).join(' ');
