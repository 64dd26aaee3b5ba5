import { browserStorage } from '../../browser/browser-storage.ts';
import { createSyncQueue } from '../../browser/sync-queue.ts';
import { isApplyingRemoteCart } from './apply-remote-cart.ts';
import { type CartLine, useCart } from './cart-store.ts';

/** Storage key of the id of the customer whose cart this browser shows; absent for a guest's cart. */
export const ownerName = 'cart-owner';
/** Storage key that is present while a change has not reached the shop. */
export const unsentName = 'cart-unsent';

export const storage = browserStorage();

const queue = createSyncQueue();

/**
 * Marks the cart as changed from the first moment of a page. A change made before the session is confirmed
 * would otherwise count as an old cart and be overwritten by the account's.
 */
export function rememberChanges(): () => void {
  return onChange(() => storage.setItem(unsentName, '1'));
}

function onChange(listener: () => void): () => void {
  return useCart.subscribe(({ lines }, before) => {
    if (!isApplyingRemoteCart() && cartKey(lines) !== cartKey(before.lines)) listener();
  });
}

/**
 * Synchronizes this browser's cart with the account's: merged at sign-in, sent after each change, fetched
 * whenever the window becomes visible. When the shop is unreachable, the cart stays unchanged and is sent
 * later.
 */
export function syncAccountCart(userId: string): () => void {
  let following = true;
  const merge = async () => {
    const { mergeIntoAccountCart } = await import('./merge-into-account-cart.ts');
    if (following) await mergeIntoAccountCart(userId);
  };
  const sync = () => void queue.run(merge);
  const stopListening = onChange(sync);
  const onVisible = () => {
    if (document.visibilityState === 'visible') sync();
  };
  window.addEventListener('focus', onVisible);
  document.addEventListener('visibilitychange', onVisible);
  sync();
  return () => {
    following = false;
    stopListening();
    window.removeEventListener('focus', onVisible);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** Starts an empty cart on this device at sign-out; the account's cart is unchanged. */
export function leaveAccountCart(): void {
  storage.removeItem(ownerName);
  storage.removeItem(unsentName);
  useCart.getState().empty();
}

/** Resolves once pending changes have been sent or have failed. */
export const whenCartSent = queue.whenIdle;

/** Returns a string that is equal for two carts with the same products, quantities and chosen devices. */
export const cartKey = (lines: CartLine[]) =>
  lines.map(({ product, quantity, units = [] }) => [product.id, quantity, ...units].join(':')).join(' ');
