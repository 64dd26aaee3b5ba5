import { orderLimits } from '@reprise/contract/sales/orders/order';
import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { minuteMs } from '../../../platform/time.ts';
import { orders } from '../orders.tables.ts';
import { type LimitUsage, noUsage } from './order-limits.ts';

/** SQL: the order is unpaid. Served by the index on the limit key. */
const isOpen = sql`${orders.status} = 'pending' and ${orders.paymentStatus} in ('unpaid', 'started')`;

/** Returns the orders and units that count against the limits of this caller. */
export async function readLimitUsage(db: Queryable, limitKey: string, now: Date): Promise<LimitUsage> {
  const recentSince = new Date(now.getTime() - orderLimits.recentMinutes * minuteMs).toISOString();
  const [usage] = await db
    .select({
      openOrders: sql<number>`count(*) filter (where ${isOpen})`,
      openUnits: sql<number>`coalesce(sum(${orders.limitUnits}) filter (where ${isOpen}), 0)`,
      recentOrders: sql<number>`count(*) filter (where ${orders.createdAt} > ${recentSince}::timestamptz
        and (${orders.paymentStatus} not in ('paid', 'partly-refunded') or ${orders.totalCents} = 0))`,
    })
    .from(orders)
    .where(eq(orders.limitKey, limitKey));
  return usage ?? noUsage;
}
