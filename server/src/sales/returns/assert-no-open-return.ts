import { Problem } from '@reprise/contract/problem';
import { openReturnStates } from '@reprise/contract/sales/returns/return-states';
import { and, asc, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { orders } from '../orders/orders.tables.ts';
import { returns } from './returns.tables.ts';

/** SQL: the order has no open case. */
export const hasNoOpenReturn = sql`not exists (select from ${returns}
  where ${returns.orderId} = ${orders.id} and ${inArray(returns.state, [...openReturnStates])})`;

/**
 * Throws RETURN_OPEN with its number if one of the orders has an open case: a parcel on its way back and a refund need
 * the customer. The caller has locked the orders, so that no case is opened beside it.
 */
export async function assertNoOpenReturn(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const [open] = await tx
    .select({ number: returns.number })
    .from(returns)
    .where(
      and(
        sql`${returns.orderId} = any(${sql.param(orderIds)})`,
        inArray(returns.state, [...openReturnStates]),
      ),
    )
    .orderBy(asc(returns.createdAt), asc(returns.id))
    .limit(1);
  if (!open) return;
  const message = `Return ${open.number} is still open. Personal data can be erased once it is finished.`;
  throw new Problem('RETURN_OPEN', message, { details: { return: open.number } });
}
