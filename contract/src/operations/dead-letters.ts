import { z } from 'zod';
import { endpoints, idParams, nothing } from '../endpoint.ts';
import { pagination, pagingQuery } from '../paging.ts';
import { isoDateTime } from '../wire.ts';

/** Dead letter: background job that failed all its retries. */
export const deadLetter = z
  .object({
    id: z.string(),
    /** Queue name, such as `send-mail`. */
    name: z.string(),
    /** Payload without personal data. */
    about: z.string(),
    /** Error of the last attempt. */
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
    summary: 'Jobs that failed on every try, newest first, and the number of waiting jobs',
    access: 'admin',
    needs: 'operations.manage',
    rate: 'read',
    query: z.object(pagingQuery),
    response: z.object({
      jobs: z.array(deadLetter),
      pagination,
      /** Jobs that are queued, active or waiting for a retry. */
      waiting: z.object({ queued: z.number().int(), active: z.number().int(), retrying: z.number().int() }),
    }),
  },
  rerunDeadLetter: {
    method: 'POST',
    path: '/jobs/dead-letters/:id/rerun',
    summary: 'Return a failed job to its queue; jobs are idempotent',
    access: 'admin',
    needs: 'operations.manage',
    rate: 'write',
    params: idParams,
    body: nothing,
    response: z.object({}),
    message: 'The job will run again shortly.',
  },
  discardDeadLetter: {
    method: 'DELETE',
    path: '/jobs/dead-letters/:id',
    summary: 'Discard a failed job',
    access: 'admin',
    needs: 'operations.manage',
    rate: 'write',
    params: idParams,
    response: z.object({}),
    message: 'Job discarded.',
  },
});
