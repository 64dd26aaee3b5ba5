import type { CartLine } from './cart-store.ts';

/** Largest quantity that the API takes. */
const maxQuantity = 1000;

/** Returns the line as the API takes it. */
export const toOrderItem = ({ product, quantity, units }: CartLine) => ({
  product: product.id,
  quantity: Math.min(quantity, maxQuantity),
  ...(units && { units }),
});
