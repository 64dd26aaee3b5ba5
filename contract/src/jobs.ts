import { z } from 'zod';
import { endpoints, idParams, nothing } from './endpoint.ts';
import { pagination, pagingQuery } from './paging.ts';
import { moment } from './wire.ts';

/** Background work that was tried again and again and failed for good. */
export const deadJob = z
  .object({
    id: z.string(),
    /** The kind of work, such as `send-mail`. */
    name: z.string(),
    /** What it is about, without what it holds of people. */
    about: z.string(),
    /** What was said when it failed the last time. */
    failure: z.string(),
    tries: z.number().int(),
    failedAt: moment,
  })
  .meta({ id: 'DeadJob' });
export type DeadJob = z.output<typeof deadJob>;

export const jobEndpoints = endpoints({
  listDeadJobs: {
    method: 'GET',
    path: '/jobs/dead',
    summary: 'Background work that failed for good, newest first, and how much is waiting',
    access: 'admin',
    needs: 'operations.manage',
    rate: 'read',
    query: z.object(pagingQuery),
    response: z.object({
      jobs: z.array(deadJob),
      pagination,
      /** Jobs that wait, run now, or wait to be tried again. */
      waiting: z.object({ queued: z.number().int(), active: z.number().int(), retrying: z.number().int() }),
    }),
  },
  rerunDeadJob: {
    method: 'POST',
    path: '/jobs/dead/:id/rerun',
    summary: 'Put work that failed back into its queue; what it did already is not done twice',
    access: 'admin',
    needs: 'operations.manage',
    rate: 'write',
    params: idParams,
    body: nothing,
    response: z.object({}),
    message: 'It runs again in a moment.',
  },
  discardDeadJob: {
    method: 'DELETE',
    path: '/jobs/dead/:id',
    summary: 'Give up work that failed',
    access: 'admin',
    needs: 'operations.manage',
    rate: 'write',
    params: idParams,
    response: z.object({}),
    message: 'The job was given up.',
  },
});
