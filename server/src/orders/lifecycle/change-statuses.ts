import type { StatusChange } from '@reprise/contract/orders/order';
import type { ChangeOutcome } from '@reprise/contract/orders/orders';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../deps.ts';
import { changeStatus, type RefundApprovals, type StatusChanger } from './change-status.ts';

/** Changes several orders, one transaction per order, so that one failure does not affect the others. */
export async function changeStatuses(
  deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'log' | 'alerts'> & { refundApprovals: RefundApprovals },
  changes: (StatusChange & { id: string })[],
  actor: StatusChanger,
): Promise<ChangeOutcome[]> {
  const outcomes: ChangeOutcome[] = [];
  for (const { id, ...change } of changes) {
    try {
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
