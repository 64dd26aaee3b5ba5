import type { jobEndpoints } from '@reprise/contract/operations/dead-letters';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { discardDeadLetter, listDeadLetters, rerunDeadLetter } from './dead-letters.ts';

export function deadLetterHandlers(deps: Pick<Deps, 'db' | 'jobs'>): Handlers<typeof jobEndpoints> {
  return {
    listDeadLetters: async ({ query = {} }) => listDeadLetters(deps.db, query),
    rerunDeadLetter: async ({ params }, context) => {
      await rerunDeadLetter(deps, params.id, requireCaller(context).userId);
      return {};
    },
    discardDeadLetter: async ({ params }, context) => {
      await discardDeadLetter(deps, params.id, requireCaller(context).userId);
      return {};
    },
  };
}
