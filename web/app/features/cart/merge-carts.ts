import type { Product } from '@reprise/contract/catalog/catalog';
import { toCartProduct } from './cart-product.ts';
import type { CartLine } from './cart-store.ts';

/** A line of the account's cart as the shop answers it. */
export type AccountLine = { productId: string; quantity: number; product: Product | null };

/** The account's lines as the browser keeps them; what an unpaid order of this browser holds stays held. */
export function toCartLines(account: AccountLine[], here: CartLine[]): CartLine[] {
  const held = new Map(here.map((line) => [line.product.id, line.held]));
  return account.flatMap(({ productId, quantity, product }) => {
    if (!product) return [];
    const set = held.get(productId);
    return [{ product: toCartProduct(product), quantity, ...(set !== undefined && { held: set }) }];
  });
}

/**
 * A guest signs in: both carts become one. A product in both keeps the larger quantity: the same device put
 * into the cart twice, once before signing in, is more often one wish than two.
 */
export function mergeCarts(here: CartLine[], account: CartLine[]): CartLine[] {
  const guest = new Map(here.map((line) => [line.product.id, line]));
  const known = new Set(account.map((line) => line.product.id));
  return [
    ...account.map((line) => {
      const quantity = Math.max(line.quantity, guest.get(line.product.id)?.quantity ?? 0);
      return { ...line, quantity };
    }),
    ...here.filter((line) => !known.has(line.product.id)),
  ];
}
