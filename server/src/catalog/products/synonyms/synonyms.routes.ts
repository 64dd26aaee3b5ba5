import type { synonymEndpoints } from '@reprise/contract/catalog/products/synonyms';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { createSynonym, deleteSynonym, updateSynonym } from './save-synonym.ts';
import { listSynonyms } from './synonym.queries.ts';

export function synonymHandlers(deps: Pick<Deps, 'db' | 'now'>): Handlers<typeof synonymEndpoints> {
  return {
    listSynonyms: ({ query }) => listSynonyms(deps.db, query ?? {}),
    createSynonym: async ({ body }, context) => ({
      synonym: await createSynonym(deps, body, requireCaller(context).userId),
    }),
    updateSynonym: async ({ params, body }, context) => ({
      synonym: await updateSynonym(deps, params.id, body, requireCaller(context).userId),
    }),
    deleteSynonym: async ({ params }, context) => {
      await deleteSynonym(deps, params.id, requireCaller(context).userId);
      return {};
    },
  };
}
