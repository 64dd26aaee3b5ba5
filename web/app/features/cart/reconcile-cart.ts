import type { Product } from '@reprise/contract/catalog/catalog';
import { formatMoney } from '@reprise/contract/money';
import { toCartProduct } from './cart-product.ts';
import type { CartLine } from './cart-store.ts';

/** A sentence about a line that is no longer as the shopper left it. */
export type CartNote = { productId: string; slug: string; message: string; gone: boolean };

/** What the shop says of one product of the cart; null when it is no longer sold. */
export type CheckedLine = { productId: string; product: Product | null };

/** The cart as it can be bought now, with a note on everything that changed. Lines not asked about stay. */
export function reconcileCart(
  lines: CartLine[],
  checked: CheckedLine[],
): { lines: CartLine[]; notes: CartNote[] } {
  const known = new Map(checked.map((line) => [line.productId, line.product]));
  const notes: CartNote[] = [];
  const kept = lines.flatMap((line) => {
    const product = known.get(line.product.id);
    if (product === undefined) return [line];
    const note = (message: string, gone = false) =>
      notes.push({ productId: line.product.id, slug: line.product.slug, message, gone });
    return reconcileLine(line, product, note);
  });
  return { lines: kept, notes };
}

function reconcileLine(
  line: CartLine,
  product: Product | null,
  note: (message: string, gone?: boolean) => void,
): CartLine[] {
  const { name, price } = line.product;
  if (!product) {
    note(`${name} is no longer sold, so we took it out of your cart.`, true);
    return [];
  }
  // What an unpaid order of this cart has set aside is still this shopper's to buy.
  const stockCount = product.stockCount + (line.held ?? 0);
  if (stockCount <= 0) {
    note(`${name} has just sold out, so we took it out of your cart.`, true);
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
