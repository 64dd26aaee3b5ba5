import type { Product } from '@reprise/contract/catalog/products/product';
import type { Order } from '@reprise/contract/sales/orders/order';
import { toCartProduct } from '../cart/cart-product.ts';
import type { CartLine } from '../cart/cart-store.ts';

type Checked = { productId: string; product: Product | null };

/** Returns the cart with the available items of an earlier order, and the names of the others. */
export function reorder(
  cart: CartLine[],
  items: Order['items'],
  checked: Checked[],
): { lines: CartLine[]; missing: string[] } {
  const sold = new Map(checked.map(({ productId, product }) => [productId, product]));
  const lines = [...cart];
  const missing: string[] = [];
  for (const { product: ordered, quantity } of items) {
    const product = sold.get(ordered.id);
    if (!product || product.stockCount <= 0) missing.push(ordered.name);
    else addLine(lines, product, quantity);
  }
  return { lines, missing };
}

function addLine(lines: CartLine[], product: Product, quantity: number): void {
  const index = lines.findIndex((line) => line.product.id === product.id);
  const newQuantity = (lines[index]?.quantity ?? 0) + quantity;
  const line = { product: toCartProduct(product), quantity: Math.min(newQuantity, product.stockCount) };
  if (index === -1) lines.push(line);
  else lines[index] = line;
}
