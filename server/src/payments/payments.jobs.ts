import { returnPayment } from '../orders/orders.jobs.ts';
import type { Deps } from '../platform/deps.ts';
import { handleJob, type JobHandler } from '../platform/jobs.ts';
import type { ProcessorDeps } from './processors.ts';
import { refundToSend } from './refund-to-send.ts';
import { returnPaymentOf } from './return-payment.ts';
import { sendRefund } from './send-refund.ts';

/** The background work of this slice, to be registered where jobs are started. */
export function paymentJobs(deps: Pick<Deps, 'now'> & ProcessorDeps): JobHandler[] {
  return [
    handleJob(returnPayment, (cancelled, run) =>
      returnPaymentOf({ ...deps, jobs: { enqueue: run.enqueue } }, cancelled),
    ),
    handleJob(refundToSend, ({ refundId }, run) =>
      sendRefund({ ...deps, jobs: { enqueue: run.enqueue } }, refundId),
    ),
  ];
}
