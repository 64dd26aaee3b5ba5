import { products, stockMovements } from '../../server/src/catalog/catalog.tables.ts';
import { orders } from '../../server/src/orders/orders.tables.ts';
import { testIntents } from '../../server/src/payments/payments.tables.ts';
import type { Db } from '../../server/src/platform/database/database.ts';

/**
 * Takes all goods and orders out of a test database, so that the thousandth round costs no more than the first and
 * meets nothing that an earlier one left behind.
 */
export async function emptyShop(db: Db): Promise<void> {
  for (const table of [orders, products, stockMovements, testIntents]) await db.delete(table);
}
