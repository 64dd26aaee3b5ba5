import type { jobEndpoints } from '@reprise/contract/jobs';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../platform/http/endpoint.ts';
import { discardDeadLetter, listDeadLetters, rerunDeadLetter } from './dead-letters.ts';

export function deadLetterHandlers(deps: Pick<Deps, 'db' | 'jobs'>): Handlers<typeof jobEndpoints> {
  return {
    listDeadLetters: async ({ query = {} }) => listDeadLetters(deps.db, query),
    rerunDeadLetter: async ({ params }, { caller }) => {
      await rerunDeadLetter(deps, params.id, caller?.userId ?? '');
      return {};
    },
    discardDeadLetter: async ({ params }, { caller }) => {
      await discardDeadLetter(deps, params.id, caller?.userId ?? '');
      return {};
    },
  };
}
