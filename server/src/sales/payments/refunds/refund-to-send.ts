import { z } from 'zod';
import { defineJob } from '../../../platform/jobs/define-job.ts';

/** Sends a committed refund to the processor, retried until it responds. */
export const refundToSend = defineJob('send-refund', z.object({ refundId: z.string() }));
