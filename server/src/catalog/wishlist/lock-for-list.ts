import { Problem } from '@reprise/contract/problem';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { users } from '../../people/identity/identity.tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isOnSale } from '../products/product.queries.ts';
import { products } from '../products/products.tables.ts';

// Locks of a write to the wishlist or the cart of an account.

/** Locks the account, so that two devices neither exceed a limit nor mix their lines. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  if (rows.length === 0) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
}

/** Returns the products on sale; the key-share lock prevents their deletion until commit. */
export async function lockListedProducts(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, ids), isOnSale))
    .orderBy(asc(products.id))
    .for('key share');
  return rows.map(({ id }) => id);
}
