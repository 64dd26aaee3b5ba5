import type { stepUpEndpoints } from '@reprise/contract/people/identity/step-up';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { listStepUpMethods, stepUp } from './step-up.ts';

export function stepUpHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret' | 'environment'>,
): Handlers<typeof stepUpEndpoints> {
  return {
    getStepUp: async (_input, context) => ({
      methods: await listStepUpMethods(deps.db, requireCaller(context).userId),
    }),
    stepUp: ({ body }, context) => stepUp(deps, requireCaller(context), body),
  };
}
