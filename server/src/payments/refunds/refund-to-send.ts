import { z } from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

/** A refund was written down: the processor has to be told of it, however often that takes. */
export const refundToSend = defineJob('send-refund', z.object({ refundId: z.string() }));
