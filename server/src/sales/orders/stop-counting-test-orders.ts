import { sql } from 'drizzle-orm';
import { findDemoLoad } from '../../foundations/settings/demo-load.ts';
import { storeSettings } from '../../foundations/settings/settings.tables.ts';
import { endTestFigures } from '../../foundations/settings/test-mode.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { lockDailyStats, recomputeDailyStats } from './order-stats.ts';
import { orders } from './orders.tables.ts';
import { invalidateSales } from './orders.tags.ts';
import { isPaidSale } from './sales.ts';

/** SQL: figures count test orders beside a sale for real money. An order of 0 moves none. */
const hasOutdatedFigures = sql`${storeSettings.countsTestOrders} and exists (select from ${orders} where not ${orders.isTestPaid}
  and ${orders.totalCents} > 0 and ${isPaidSale})`;

/**
 * Takes test orders out of all figures, for good, once the shop has a sale for real money. The demo shop keeps them,
 * because its figures are made of them.
 */
export async function stopCountingTestOrders(db: Db): Promise<void> {
  if ((await findDemoLoad(db)) !== undefined || !(await db.$count(storeSettings, hasOutdatedFigures))) return;
  await inTransaction(db, async (tx) => {
    await lockDailyStats(tx);
    if (!(await endTestFigures(tx, hasOutdatedFigures))) return;
    await recomputeDailyStats(tx);
    await tx.execute(sql`
      select update_sold_counts(id, -1) from (
        select id from ${orders} where ${orders.isTestPaid} and ${isPaidSale}
      ) test_orders`);
    invalidateSales(tx);
  });
}
