import { cartKey, ownerName, storage, unsentName } from './account-cart.ts';
import { applyRemoteCart } from './apply-remote-cart.ts';
import { useCart } from './cart-store.ts';
import { mergeCarts, toCartLines } from './merge-carts.ts';
import { toOrderItem } from './to-order-item.ts';

const maxLines = 100;

/** Merges this browser's cart with the account's. Loaded with the API client at sign-in. */
export async function mergeIntoAccountCart(userId: string): Promise<void> {
  const owner = storage.getItem(ownerName);
  if (owner === userId && storage.getItem(unsentName) !== null) return send();
  const { api } = await import('../../api/browser-api.ts');
  // The merged lines include a guest's changes so far.
  if (owner === null) storage.removeItem(unsentName);
  const { lines: account } = await api.getCart();
  // Changed during the request: the change is sent next, and the response is out of date.
  if (owner === userId && storage.getItem(unsentName) !== null) return;
  const localLines = useCart.getState().lines;
  const accountLines = toCartLines(account, localLines);
  const merged = owner === null ? mergeCarts(localLines, accountLines) : accountLines;
  const isNews = cartKey(merged) !== cartKey(accountLines);
  // Set `unsent` before `owner`: a page closed between the two writes would otherwise let the account's cart
  // overwrite the guest's.
  if (isNews) storage.setItem(unsentName, '1');
  storage.setItem(ownerName, userId);
  if (JSON.stringify(merged) !== JSON.stringify(localLines)) {
    applyRemoteCart(() => useCart.getState().restore(merged));
  }
  if (isNews) await send();
}

async function send(): Promise<void> {
  const { api } = await import('../../api/browser-api.ts');
  storage.setItem(unsentName, '1');
  const { lines } = useCart.getState();
  const items = lines.slice(0, maxLines).map(toOrderItem);
  await api.saveCart({ body: { items } });
  if (cartKey(useCart.getState().lines) === cartKey(lines)) storage.removeItem(unsentName);
}
