import { sql } from 'drizzle-orm';
import { products, stockMovements } from '../../server/src/catalog/products/products.tables.ts';
import type { Db } from '../../server/src/platform/database/database.ts';
import { orders } from '../../server/src/sales/orders/orders.tables.ts';
import { testIntents } from '../../server/src/sales/payments/payments.tables.ts';

/**
 * Deletes all products and orders of a test database, so that each round costs the same and sees no rows of earlier
 * rounds.
 */
export async function emptyShop(db: Db): Promise<void> {
  // Rows of devices reject deletes; those on sale would also keep their product.
  const { rows } = await db.execute(sql`select from units limit 1`);
  if (rows.length > 0) await db.execute(sql`truncate units, lots cascade`);
  for (const table of [orders, products, stockMovements, testIntents]) await db.delete(table);
}
