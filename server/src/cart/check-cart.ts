import type { cartEndpoints } from '@reprise/contract/cart';
import type { Product } from '@reprise/contract/catalog/product';
import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import { type Cents, cents, timesCents } from '@reprise/contract/money';
import { quote } from '@reprise/contract/orders/pricing';
import { findProductsByIds } from '../catalog/product.queries.ts';
import type { Queryable } from '../platform/database/database.ts';
import { readSettings } from '../settings/settings.queries.ts';

type CheckCart = typeof cartEndpoints.checkCart;
type Cart = CallInput<CheckCart>['body'];
type CheckedCart = CallOutput<CheckCart>;
type Line = CheckedCart['lines'][number];

/** Returns current prices and availability of a cart. Reserves nothing; placing the order decides. */
export async function checkCart(db: Queryable, cart: Cart): Promise<CheckedCart> {
  const quantities = mergeLines(cart.items);
  const products = await findProductsByIds(db, [...quantities.keys()]);
  const byId = new Map(products.map((product) => [product.id, product]));
  const lines = [...quantities].map(([id, quantity]) => lineOf(id, quantity, byId.get(id) ?? null));
  const priced = lines
    .filter((line) => line.available > 0)
    .map((line) => ({ price: priceOf(line), quantity: line.available }));
  return { lines, figures: quote(priced, await readSettings(db), cart.shippingMethod) };
}

/** Merges lines of the same product and adds their quantities. */
export function mergeLines(items: Cart['items']): Map<string, number> {
  const merged = new Map<string, number>();
  for (const { product, quantity } of items) merged.set(product, (merged.get(product) ?? 0) + quantity);
  return merged;
}

function lineOf(productId: string, quantity: number, product: Product | null): Line {
  const available = product ? Math.min(quantity, product.stockCount) : 0;
  const lineTotal = product ? timesCents(product.price, available) : cents(0);
  return { productId, quantity, product, available, lineTotal };
}

const priceOf = ({ product }: Line): Cents => product?.price ?? cents(0);
