import type { Product } from '@reprise/contract/catalog/products/product';
import { toCartProduct } from './cart-product.ts';
import type { CartLine } from './cart-store.ts';

/** Line of the account's cart in the API's response. */
export type AccountLine = {
  productId: string;
  quantity: number;
  product: Product | null;
  units?: { number: string }[] | undefined;
};

/**
 * Returns the account's lines in the format of this browser, with the quantities that an unpaid order of this
 * browser has reserved.
 */
export function toCartLines(account: AccountLine[], localLines: CartLine[]): CartLine[] {
  const held = new Map(localLines.map((line) => [line.product.id, line.held]));
  return account.flatMap(({ productId, quantity, product, units }) => {
    if (!product) return [];
    const set = held.get(productId);
    return [
      {
        product: toCartProduct(product),
        quantity,
        ...(units && { units: units.map(({ number }) => number) }),
        ...(set !== undefined && { held: set }),
      },
    ];
  });
}

/**
 * Merges a guest's cart into the account's at sign-in. A product in both gets the larger quantity: the same
 * product added twice is more often one intended purchase than two.
 */
export function mergeCarts(localLines: CartLine[], account: CartLine[]): CartLine[] {
  const guest = new Map(localLines.map((line) => [line.product.id, line]));
  const known = new Set(account.map((line) => line.product.id));
  return [
    ...account.map((line) => {
      const same = guest.get(line.product.id);
      const units = [...new Set([...(same?.units ?? []), ...(line.units ?? [])])];
      const quantity = Math.max(line.quantity, same?.quantity ?? 0, units.length);
      return { ...line, quantity, ...(units.length > 0 && { units }) };
    }),
    ...localLines.filter((line) => !known.has(line.product.id)),
  ];
}
