import { z } from 'zod';
import { endpoints, idParams, nothing } from './endpoint.ts';
import { pagination, pagingQuery } from './paging.ts';
import { isoDateTime } from './wire.ts';

/** Background work that was tried again and again and failed for good. */
export const deadLetter = z
  .object({
    id: z.string(),
    /** The kind of work, such as `send-mail`. */
    name: z.string(),
    /** What it is about, without what it holds of people. */
    about: z.string(),
    /** What was said when it failed the last time. */
    failure: z.string(),
    tries: z.number().int(),
    failedAt: isoDateTime,
  })
  .meta({ id: 'DeadLetter' });
export type DeadLetter = z.output<typeof deadLetter>;

export const jobEndpoints = endpoints({
  listDeadLetters: {
    method: 'GET',
    path: '/jobs/dead-letters',
    summary: 'Background work that failed for good, newest first, and how much is waiting',
    access: 'admin',
    needs: 'operations.manage',
    rate: 'read',
    query: z.object(pagingQuery),
    response: z.object({
      jobs: z.array(deadLetter),
      pagination,
      /** Jobs that wait, run now, or wait to be tried again. */
      waiting: z.object({ queued: z.number().int(), active: z.number().int(), retrying: z.number().int() }),
    }),
  },
  rerunDeadLetter: {
    method: 'POST',
    path: '/jobs/dead-letters/:id/rerun',
    summary: 'Put work that failed back into its queue; what it did already is not done twice',
    access: 'admin',
    needs: 'operations.manage',
    rate: 'write',
    params: idParams,
    body: nothing,
    response: z.object({}),
    message: 'It runs again in a moment.',
  },
  discardDeadLetter: {
    method: 'DELETE',
    path: '/jobs/dead-letters/:id',
    summary: 'Give up work that failed',
    access: 'admin',
    needs: 'operations.manage',
    rate: 'write',
    params: idParams,
    response: z.object({}),
    message: 'The job was given up.',
  },
});
