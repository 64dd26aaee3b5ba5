import type { modelCodeEndpoints } from '@reprise/contract/workshop/units/model-codes';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { findModelCodes, updateModelCodes } from './model-codes.ts';

export function modelCodeHandlers(deps: Pick<Deps, 'db' | 'search'>): Handlers<typeof modelCodeEndpoints> {
  return {
    getModelCodes: async ({ params }) => ({ codes: await findModelCodes(deps.db, params.key) }),
    updateModelCodes: async ({ params, body }, context) => ({
      codes: await updateModelCodes(deps, params.key, body, requireCaller(context).userId),
    }),
  };
}
