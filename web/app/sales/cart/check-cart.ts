import { useCart } from './cart-store.ts';
import { type CartNotice, reconcileCart } from './reconcile-cart.ts';
import { toOrderItem } from './to-order-item.ts';

/** Most lines that the API accepts in one request. */
const maxLines = 100;

/** Fetches current prices and stock and updates the lines of the store. Returns a note for each change. */
export async function checkCart(store = useCart): Promise<CartNotice[]> {
  const checkedLines = store.getState().lines.slice(0, maxLines);
  if (checkedLines.length === 0) return [];
  const { api } = await import('../../api/browser-api.ts');
  const items = checkedLines.map(toOrderItem);
  const answer = await api.checkCart({ body: { items } });
  // Read the current cart: it may have changed since the request was sent.
  const before = store.getState().lines;
  const { lines, notices } = reconcileCart(before, answer.lines);
  if (JSON.stringify(lines) !== JSON.stringify(before)) store.getState().restore(lines);
  return notices;
}
