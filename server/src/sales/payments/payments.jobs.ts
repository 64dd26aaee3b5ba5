import type { Deps } from '../../deps.ts';
import { handleJob, type JobHandler } from '../../platform/jobs/define-job.ts';
import { returnPayment } from '../orders/orders.jobs.ts';
import { endOutdatedPayment, endOutdatedPaymentOf } from './edits/end-outdated-payment.ts';
import type { ProcessorDeps } from './processors/processors.ts';
import { refundToSend } from './refunds/refund-to-send.ts';
import { sendRefund } from './refunds/send-refund.ts';
import { returnPaymentOf } from './return-payment.ts';

/** Job handlers of the payments slice. */
export function paymentJobs(deps: Pick<Deps, 'now' | 'alerts'> & ProcessorDeps): JobHandler[] {
  return [
    handleJob(returnPayment, (cancelled, run) =>
      returnPaymentOf({ ...deps, jobs: { enqueue: run.enqueue } }, cancelled),
    ),
    handleJob(endOutdatedPayment, ({ orderId }, run) =>
      endOutdatedPaymentOf({ ...deps, jobs: { enqueue: run.enqueue } }, orderId),
    ),
    handleJob(refundToSend, ({ refundId }, run) =>
      sendRefund({ ...deps, jobs: { enqueue: run.enqueue } }, refundId),
    ),
  ];
}
