import type { Product } from '@reprise/contract/catalog/product';
import { formatMoney } from '@reprise/contract/money';
import { toCartProduct } from './cart-product.ts';
import type { CartLine } from './cart-store.ts';

/** Message about a line that the shop has changed since the shopper last saw it. */
export type CartNotice = { productId: string; slug: string; message: string; isRemoved: boolean };

/** Current state of a product in the cart; null once it is not for sale. */
export type CheckedLine = { productId: string; product: Product | null };

/**
 * Returns the cart as it can be bought now, with a note for each change. Lines without a check result remain.
 */
export function reconcileCart(
  lines: CartLine[],
  checked: CheckedLine[],
): { lines: CartLine[]; notices: CartNotice[] } {
  const known = new Map(checked.map((line) => [line.productId, line.product]));
  const notices: CartNotice[] = [];
  const availableLines = lines.flatMap((line) => {
    const product = known.get(line.product.id);
    if (product === undefined) return [line];
    const note = (message: string, isRemoved = false) =>
      notices.push({ productId: line.product.id, slug: line.product.slug, message, isRemoved });
    return reconcileLine(line, product, note);
  });
  return { lines: availableLines, notices };
}

function reconcileLine(
  line: CartLine,
  product: Product | null,
  note: (message: string, isRemoved?: boolean) => void,
): CartLine[] {
  const { name, price } = line.product;
  if (!product) {
    note(`${name} is no longer sold and was removed from your cart.`, true);
    return [];
  }
  // Stock reserved by an unpaid order of this cart is available to this shopper.
  const stockCount = product.stockCount + (line.held ?? 0);
  if (stockCount <= 0) {
    note(`${name} has sold out and was removed from your cart.`, true);
    return [];
  }
  if (product.price !== price) {
    const direction = product.price < price ? 'went down' : 'went up';
    note(`The price of ${name} ${direction} from ${formatMoney(price)} to ${formatMoney(product.price)}.`);
  }
  const quantity = Math.min(line.quantity, stockCount);
  if (quantity < line.quantity) {
    note(
      `Only ${stockCount} of ${name} ${stockCount === 1 ? 'is' : 'are'} left, so we changed the quantity.`,
    );
  }
  return [{ ...line, product: { ...toCartProduct(product), stockCount }, quantity }];
}
