import { browserStorage } from '../../browser-storage.ts';
import { type CartLine, useCart } from './cart-store.ts';
import { mergeCarts, toCartLines } from './merge-carts.ts';
import { isTakenOver, takeOver } from './take-over.ts';

/** Whose cart this browser holds; absent for a guest's. */
const ownerName = 'cart-owner';
/** There while a change has not reached the shop. */
const unsentName = 'cart-unsent';

const storage = browserStorage();
const maxLines = 100;

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
    if (!isTakenOver() && keyOf(lines) !== keyOf(before.lines)) act();
  });
}

/**
 * Keeps this browser's cart and the account's the same: merged at sign-in, sent with each change, read again
 * whenever the window comes to the front. Out of reach, the cart stays as it is and is sent later.
 */
export function followAccountCart(userId: string): () => void {
  let following = true;
  const sync = () => {
    last = last.then(() => (following ? bringTogether(userId) : undefined)).catch(() => {});
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

const longestWaitMs = 1500;

/** Whoever signs out right after a change does not lose it; but nobody waits long for that. */
export async function whenCartIsSent(): Promise<void> {
  const enough = new Promise<void>((resolve) => setTimeout(resolve, longestWaitMs));
  await Promise.race([last, enough]);
}

async function bringTogether(userId: string): Promise<void> {
  const owner = storage.getItem(ownerName);
  if (owner === userId && storage.getItem(unsentName) !== null) return send();
  const { api } = await import('../../api/browser-api.ts');
  // A guest's changes until now are in the lines that are merged.
  if (owner === null) storage.removeItem(unsentName);
  const { lines: account } = await api.getCart();
  // Changed while the shop was asked: that change is sent next, and what was read is old.
  if (owner === userId && storage.getItem(unsentName) !== null) return;
  const here = useCart.getState().lines;
  const there = toCartLines(account, here);
  const together = owner === null ? mergeCarts(here, there) : there;
  storage.setItem(ownerName, userId);
  if (JSON.stringify(together) !== JSON.stringify(here)) {
    takeOver(() => useCart.getState().restore(together));
  }
  if (keyOf(together) !== keyOf(there)) await send();
}

async function send(): Promise<void> {
  const { api } = await import('../../api/browser-api.ts');
  storage.setItem(unsentName, '1');
  const { lines } = useCart.getState();
  const items = lines
    .slice(0, maxLines)
    .map(({ product, quantity }) => ({ product: product.id, quantity: Math.min(quantity, 1000) }));
  await api.saveCart({ body: { items } });
  if (keyOf(useCart.getState().lines) === keyOf(lines)) storage.removeItem(unsentName);
}

const keyOf = (lines: CartLine[]) =>
  lines.map(({ product, quantity }) => `${product.id}:${quantity}`).join(' ');
