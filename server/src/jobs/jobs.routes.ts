import type { jobEndpoints } from '@reprise/contract/jobs';
import type { Deps } from '../platform/deps.ts';
import type { Handlers } from '../platform/http/endpoint.ts';
import { discardDeadJob, listDeadJobs, rerunDeadJob } from './dead-letters.ts';

export function jobHandlers(deps: Pick<Deps, 'db' | 'jobs'>): Handlers<typeof jobEndpoints> {
  return {
    listDeadJobs: async ({ query = {} }) => listDeadJobs(deps.db, query),
    rerunDeadJob: async ({ params }, { caller }) => {
      await rerunDeadJob(deps, params.id, caller?.userId ?? '');
      return {};
    },
    discardDeadJob: async ({ params }, { caller }) => {
      await discardDeadJob(deps, params.id, caller?.userId ?? '');
      return {};
    },
  };
}
