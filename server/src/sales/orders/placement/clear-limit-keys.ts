import { orderLimits } from '@reprise/contract/sales/orders/order';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { minuteMs } from '../../../platform/time.ts';
import { orders } from '../orders.tables.ts';

const maxPerStatement = 1000;

/** Clears the limit key of orders that are neither open nor recent, so that they stop counting against the limit. */
export async function clearLimitKeys({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const recentSince = new Date(now().getTime() - orderLimits.recentMinutes * minuteMs).toISOString();
  for (let cleared = maxPerStatement; cleared === maxPerStatement; ) {
    const { rows } = await db.execute(sql`
      update ${orders} set limit_key = null, limit_units = null
      where id in (
        select id from ${orders} where limit_key is not null and created_at <= ${recentSince}::timestamptz
          and not (status = 'pending' and payment_status in ('unpaid', 'started'))
        limit ${maxPerStatement} for no key update skip locked
      ) returning id`);
    cleared = rows.length;
  }
}
