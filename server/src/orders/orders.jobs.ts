import { z } from 'zod';
import { defineJob } from '../platform/jobs.ts';

/**
 * An order was cancelled while a payment was under way or done: the payment must not succeed any more,
 * or goes back. The payments slice does the work.
 */
export const returnPayment = defineJob(
  'return-payment',
  z.object({
    orderId: z.string(),
    /** Payments started later belong to the reopened order and are left alone. */
    cancelledAt: z.iso.datetime().optional(),
  }),
);
