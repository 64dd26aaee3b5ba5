import type { Product } from '@reprise/contract/catalog/products/product';
import { formatMoney } from '@reprise/contract/money';
import { toCartProduct } from './cart-product.ts';
import { type CartLine, withQuantity } from './cart-store.ts';

/** Message about a line that the shop has changed since the shopper last saw it. */
export type CartNotice = { productId: string; slug: string; message: string; isRemoved: boolean };

/** Current state of a product in the cart; null once it is not for sale. */
export type CheckedLine = {
  productId: string;
  product: Product | null;
  units?: { number: string; isAvailable: boolean }[] | undefined;
};

/**
 * Returns the cart as it can be bought now, with a note for each change. Lines without a check result remain.
 */
export function reconcileCart(
  lines: CartLine[],
  checked: CheckedLine[],
): { lines: CartLine[]; notices: CartNotice[] } {
  const known = new Map(checked.map((line) => [line.productId, line]));
  const notices: CartNotice[] = [];
  const availableLines = lines.flatMap((line) => {
    const state = known.get(line.product.id);
    if (state === undefined) return [line];
    const note = (message: string, isRemoved = false) =>
      notices.push({ productId: line.product.id, slug: line.product.slug, message, isRemoved });
    const [present] = withoutSoldDevices(line, state, note);
    return present ? reconcileLine(present, state.product, note) : [];
  });
  return { lines: availableLines, notices };
}

type Note = (message: string, isRemoved?: boolean) => void;

/** Removes chosen devices that were sold; those reserved by an unpaid order of this cart are not on sale either. */
function withoutSoldDevices(line: CartLine, { units = [], product }: CheckedLine, note: Note): CartLine[] {
  if (line.held || !product) return [line];
  const sold = units.filter(({ isAvailable }) => !isAvailable).map(({ number }) => number);
  const gone = line.units?.filter((number) => sold.includes(number)) ?? [];
  if (gone.length === 0) return [line];
  note(`${line.product.name}, ${gone.join(', ')}, has been sold and was removed from your cart.`, true);
  const rest = line.units?.filter((number) => !gone.includes(number)) ?? [];
  return withQuantity({ ...line, units: rest }, line.quantity - gone.length);
}

function reconcileLine(line: CartLine, product: Product | null, note: Note): CartLine[] {
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
  return withQuantity({ ...line, product: { ...toCartProduct(product), stockCount } }, quantity);
}
