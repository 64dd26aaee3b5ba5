import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import type { cartEndpoints } from '@reprise/contract/sales/cart';
import { maxChosenUnits } from '@reprise/contract/workshop/units/device-choice';
import { asc, eq } from 'drizzle-orm';
import { lockAccount, lockListedProducts } from '../../catalog/wishlist/lock-for-list.ts';
import type { Deps } from '../../deps.ts';
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
    const onSale = new Set(await lockListedProducts(tx, [...merged.keys()]));
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
