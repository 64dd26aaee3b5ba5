import type { familyAdminEndpoints } from '@reprise/contract/catalog/products/family-admin';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { buildFamilies } from './build-families.ts';
import type { CarrierGates } from './carrier-gates.ts';
import { findAdminFamily, listFamilies, readProposals } from './family-admin.queries.ts';
import { mergeFamilies } from './merge-families.ts';
import { splitFamily } from './split-family.ts';
import { undoFamilyChange } from './undo-family-change.ts';
import { countSentBack, updateFamily } from './update-family.ts';

export function familyAdminHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'search'> & { gates: CarrierGates },
): Handlers<typeof familyAdminEndpoints> {
  return {
    listFamilies: ({ query }) => listFamilies(deps.db, query ?? {}),
    getFamily: async ({ params }) => ({ family: await findAdminFamily(deps.db, params.id) }),
    updateFamily: async ({ params, body }, context) => ({
      family: await updateFamily(deps, params.id, body, requireCaller(context).userId),
    }),
    previewFamily: async ({ params, body }) => ({
      sentBack: await countSentBack(deps, params.id, body.configurations),
    }),
    mergeFamilies: ({ body }, context) => mergeFamilies(deps, body, requireCaller(context).userId),
    splitFamily: ({ params, body }, context) =>
      splitFamily(deps, params.id, body, requireCaller(context).userId),
    proposeFamilies: () => readProposals(deps.db),
    buildFamilies: ({ body }, context) => buildFamilies(deps, body.proposals, requireCaller(context).userId),
    undoFamilyChange: ({ params }, context) =>
      undoFamilyChange(deps, params.id, requireCaller(context).userId),
  };
}
