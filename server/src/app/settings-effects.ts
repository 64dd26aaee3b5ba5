import { sql } from 'drizzle-orm';
import { products } from '../catalog/products/products.tables.ts';
import type { SettingsEffects } from '../foundations/settings/update-settings.ts';
import { endSessionsWithoutFactor } from '../people/identity/sessions/end-sessions-without-factor.ts';
import type { Tx } from '../platform/database/database.ts';
import { discountCodes } from '../sales/discounts/discounts.tables.ts';
import { lockDailyStats, recomputeDailyStats } from '../sales/orders/order-stats.ts';
import { orders } from '../sales/orders/orders.tables.ts';
import { pastOrders } from '../sales/past-orders/past-orders.tables.ts';
import { lots } from '../workshop/lots/lots.tables.ts';

/** Tables whose amounts are in the currency of the store, by what a row of them is. */
const counted = {
  'a product': products,
  'an order': orders,
  'a lot': lots,
  'a discount code': discountCodes,
  'orders from another shop': pastOrders,
};

/** Returns the first kind of rows that exist. The lock waits for those that other transactions are inserting. */
async function findCountedRows(tx: Tx): Promise<string | null> {
  for (const [name, table] of Object.entries(counted)) {
    await tx.execute(sql`lock table ${table} in share mode`);
    const { rows } = await tx.execute(sql`select 1 from ${table} limit 1`);
    if (rows.length > 0) return name;
  }
  return null;
}

/** Effects of settings in slices that import the settings. */
export const settingsEffects: SettingsEffects = {
  endSessionsWithoutFactor,
  lockDailyStats,
  recomputeDailyStats,
  findCountedRows,
};
