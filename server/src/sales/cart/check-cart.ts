import type { Product } from '@reprise/contract/catalog/products/product';
import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import type { Settings } from '@reprise/contract/foundations/settings';
import { type Cents, cents, timesCents } from '@reprise/contract/money';
import type { cartEndpoints } from '@reprise/contract/sales/cart';
import { ratesOfCountry } from '@reprise/contract/sales/orders/country-rates';
import { quote, takeTaxOff } from '@reprise/contract/sales/orders/pricing';
import { ratesAt } from '@reprise/contract/sales/orders/tax';
import { findProductsByIds } from '../../catalog/products/product.queries.ts';
import type { Deps } from '../../deps.ts';
import { withRatesOfToday } from '../../foundations/settings/rates-of-today.ts';
import { requireCounter } from '../../foundations/settings/require-counter.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readUnitsOnSale } from '../../workshop/units/choice/device-choice.queries.ts';

type CheckCart = typeof cartEndpoints.checkCart;
type Cart = CallInput<CheckCart>['body'];
type CheckedCart = CallOutput<CheckCart>;
type Line = CheckedCart['lines'][number];

/** Returns current prices and availability of a cart. Reserves nothing; placing the order decides. */
export async function checkCart({ db, now }: Pick<Deps, 'db' | 'now'>, cart: Cart): Promise<CheckedCart> {
  const rates = cartRates(await readSettings(db), cart, now());
  const checked = await checkLines(db, cart.items);
  const priced = checked.map((line) => ({
    price: priceOf(line),
    taxClass: line.product?.taxClass,
    quantity: line.available,
  }));
  const charged = takeTaxOff({ lines: priced, rates }).lines;
  const lines = checked.map((line, index) => ({
    ...line,
    lineTotal: timesCents(charged[index]?.price ?? cents(0), line.available),
  }));
  const available = priced.filter(({ quantity }) => quantity > 0);
  return { lines, figures: quote(available, rates, cart.shippingMethod) };
}

/** Returns items with current prices and availability, those of the same product as one line. */
export async function checkLines(db: Queryable, items: Cart['items']): Promise<Line[]> {
  const merged = mergeLines(items);
  const products = await findProductsByIds(db, [...merged.keys()]);
  const byId = new Map(products.map((product) => [product.id, product]));
  const onSale = await readUnitsOnSale(
    db,
    [...merged.values()].flatMap(({ units }) => units),
  );
  return [...merged].map(([id, { quantity, units }]) => ({
    ...lineOf(id, quantity, byId.get(id) ?? null),
    ...(units.length > 0 && {
      units: units.map((number) => ({ number, isAvailable: onSale.get(number) === id })),
    }),
  }));
}

type Destination = Pick<Cart, 'shippingMethod' | 'country'>;

/** Returns today's rates of a cart whose address is not known: those of its country, or of the counter. */
export function cartRates(store: Settings, { shippingMethod, country }: Destination, now: Date): Settings {
  const settings = withRatesOfToday(store, now);
  if (shippingMethod !== 'pickup') return ratesOfCountry(settings, country ?? settings.shipTo[0]);
  return ratesAt(settings, requireCounter(settings), 'pickup');
}

type MergedLine = { quantity: number; units: string[] };

/** Merges lines of the same product: adds their quantities and unites their chosen devices. */
export function mergeLines(items: Cart['items']): Map<string, MergedLine> {
  const merged = new Map<string, MergedLine>();
  for (const { product, quantity, units = [] } of items) {
    const line = merged.get(product) ?? { quantity: 0, units: [] };
    merged.set(product, {
      quantity: line.quantity + quantity,
      units: [...new Set([...line.units, ...units])],
    });
  }
  return merged;
}

function lineOf(productId: string, quantity: number, product: Product | null): Line {
  const available = product ? Math.min(quantity, product.stockCount) : 0;
  const lineTotal = product ? timesCents(product.price, available) : cents(0);
  return { productId, quantity, product, available, lineTotal };
}

const priceOf = ({ product }: Line): Cents => product?.price ?? cents(0);
