import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import type { cartEndpoints } from '@reprise/contract/sales/cart';
import { maxChosenUnits } from '@reprise/contract/workshop/units/device-choice';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { isOnSale } from '../../catalog/products/product.queries.ts';
import { products } from '../../catalog/products/products.tables.ts';
import type { Deps } from '../../deps.ts';
import { users } from '../../people/identity/identity.tables.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import { cartLines } from './cart.tables.ts';
import { checkLines, mergeLines } from './check-cart.ts';

type AccountCart = CallOutput<typeof cartEndpoints.getCart>;
type NewCart = CallInput<typeof cartEndpoints.saveCart>['body'];

const maxPerItem = 1000;

/** Returns the cart of a customer with current prices and availability. */
export async function readAccountCart(db: Queryable, userId: string): Promise<AccountCart> {
  const items = await db
    .select({ product: cartLines.productId, quantity: cartLines.quantity, units: cartLines.units })
    .from(cartLines)
    .where(eq(cartLines.userId, userId))
    .orderBy(asc(cartLines.position));
  return { lines: await checkLines(db, items) };
}

/** Replaces the cart of a customer, without products that are off sale. */
export async function saveAccountCart(
  deps: Pick<Deps, 'db'>,
  userId: string,
  cart: NewCart,
): Promise<AccountCart> {
  return inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, userId);
    const merged = mergeLines(cart.items);
    const onSale = await lockProducts(tx, [...merged.keys()]);
    const rows = [...merged]
      .filter(([productId]) => onSale.has(productId))
      .map(([productId, { quantity, units }], position) => ({
        userId,
        productId,
        quantity: Math.min(quantity, maxPerItem),
        units: units.slice(0, maxChosenUnits),
        position,
      }));
    await tx.delete(cartLines).where(eq(cartLines.userId, userId));
    if (rows.length > 0) await tx.insert(cartLines).values(rows);
    return readAccountCart(tx, userId);
  });
}

export async function clearCart(tx: Tx, userId: string): Promise<void> {
  await tx.delete(cartLines).where(eq(cartLines.userId, userId));
}

/** Locks the account, so that concurrent saves from two devices do not mix their lines. */
async function lockAccount(tx: Tx, userId: string): Promise<void> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  if (rows.length === 0) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
}

/** Returns the products on sale; the key-share lock prevents their deletion until commit. */
async function lockProducts(tx: Tx, ids: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, ids), isOnSale))
    .orderBy(asc(products.id))
    .for('key share');
  return new Set(rows.map((row) => row.id));
}
