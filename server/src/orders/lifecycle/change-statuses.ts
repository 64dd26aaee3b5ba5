import type { ChangeOutcome, StatusChange } from '@reprise/contract/orders/orders';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../platform/deps.ts';
import { changeStatus, type RefundApprovals, type StatusChanger } from './change-status.ts';

/** Changes several orders, each in a transaction of its own: one that cannot be changed does not keep the others. */
export async function changeStatuses(
  deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'log'> & { refundApprovals: RefundApprovals },
  changes: (StatusChange & { id: string })[],
  actor: StatusChanger,
): Promise<ChangeOutcome[]> {
  const outcomes: ChangeOutcome[] = [];
  for (const { id, ...change } of changes) {
    try {
      const order = await changeStatus(deps, id, change, actor);
      outcomes.push({ id, orderNumber: order.orderNumber, changed: true, message: null });
    } catch (error) {
      const known = error instanceof Problem;
      if (!known) deps.log.error({ err: error, orderId: id }, 'order not changed');
      const message = known ? error.message : 'The shop could not change it. Try again in a moment.';
      outcomes.push({ id, orderNumber: null, changed: false, message });
    }
  }
  return outcomes;
}
