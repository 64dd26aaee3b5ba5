import { returnPayment } from '../orders/orders.jobs.ts';
import type { Deps } from '../platform/deps.ts';
import { handleJob, type JobHandler } from '../platform/jobs.ts';
import { returnPaymentOf } from './return-payment.ts';

/** The background work of this slice, to be registered where jobs are started. */
export function paymentJobs(deps: Pick<Deps, 'db' | 'now'>): JobHandler[] {
  return [
    handleJob(returnPayment, ({ orderId }, run) =>
      returnPaymentOf({ ...deps, jobs: { enqueue: run.enqueue } }, orderId),
    ),
  ];
}
