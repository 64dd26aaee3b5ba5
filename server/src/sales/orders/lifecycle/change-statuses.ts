import { Problem } from '@reprise/contract/problem';
import type { StatusChange } from '@reprise/contract/sales/orders/order';
import type { ChangeOutcome } from '@reprise/contract/sales/orders/orders';
import { and, eq, ne } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Db } from '../../../platform/database/database.ts';
import { orders } from '../orders.tables.ts';
import { changeStatus, type RefundApprovals, type StatusChanger } from './change-status.ts';

/** Throws if another order has the tracking number: a parcel was scanned twice. */
async function assertNumberIsUnused(
  db: Db,
  id: string,
  trackingNumber: string | null | undefined,
): Promise<void> {
  if (!trackingNumber) return;
  const [other] = await db
    .select({ orderNumber: orders.orderNumber })
    .from(orders)
    .where(and(eq(orders.trackingNumber, trackingNumber), ne(orders.id, id), ne(orders.orderNumber, id)))
    .limit(1);
  if (!other) return;
  const message = `This number is already on order ${other.orderNumber}. If both orders are in one parcel, ship this one by itself.`;
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'trackingNumber', message }] });
}

/** Changes several orders, one transaction per order, so that one failure does not affect the others. */
export async function changeStatuses(
  deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'log' | 'alerts'> & { refundApprovals: RefundApprovals },
  changes: (StatusChange & { id: string })[],
  actor: StatusChanger,
): Promise<ChangeOutcome[]> {
  const outcomes: ChangeOutcome[] = [];
  for (const { id, ...change } of changes) {
    try {
      await assertNumberIsUnused(deps.db, id, change.trackingNumber);
      const order = await changeStatus(deps, id, change, actor);
      outcomes.push({ id, orderNumber: order.orderNumber, changed: true, message: null });
    } catch (error) {
      const isExpected = error instanceof Problem;
      if (!isExpected) deps.log.error({ err: error, orderId: id }, 'could not change order status');
      const message = isExpected
        ? error.message
        : 'The order could not be changed. Please try again in a moment.';
      outcomes.push({ id, orderNumber: null, changed: false, message });
    }
  }
  return outcomes;
}
