import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { orderCosts } from './order-costs.tables.ts';

type NewOrderCost = Pick<
  typeof orderCosts.$inferInsert,
  'orderId' | 'kind' | 'amountCents' | 'source' | 'createdAt'
>;

/** Books a cost of an order; the same source is booked once. */
export async function recordOrderCost(db: Queryable, cost: NewOrderCost): Promise<void> {
  await db
    .insert(orderCosts)
    .values({ ...cost, id: newId('oct') })
    .onConflictDoNothing({ target: orderCosts.source });
}

/** Source of the fee of a payment. */
export const feeSource = (paymentId: string) => `fee ${paymentId}`;
