import { useCart } from './cart-store.ts';
import { type CartNote, reconcileCart } from './reconcile-cart.ts';

/** The most lines that one question to the shop may hold. */
const maxLines = 100;

/** Asks the shop what the cart costs now and what is left of it, and brings the cart up to date. */
export async function checkCart(): Promise<CartNote[]> {
  const asked = useCart.getState().lines.slice(0, maxLines);
  if (asked.length === 0) return [];
  const { api } = await import('../../api/browser-api.ts');
  const items = asked.map(({ product, quantity }) => ({
    product: product.id,
    quantity: Math.min(quantity, 1000),
  }));
  const answer = await api.checkCart({ body: { items } });
  // The cart of this moment, not the one asked about: it may have changed meanwhile.
  const before = useCart.getState().lines;
  const { lines, notes } = reconcileCart(before, answer.lines);
  if (JSON.stringify(lines) !== JSON.stringify(before)) useCart.getState().restore(lines);
  return notes;
}
