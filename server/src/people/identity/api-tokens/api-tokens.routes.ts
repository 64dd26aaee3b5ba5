import type { apiTokenEndpoints } from '@reprise/contract/people/identity/api-tokens';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { listApiTokens } from './api-token.queries.ts';
import { createApiToken } from './create-api-token.ts';
import { revokeApiToken } from './end-api-tokens.ts';

export function apiTokenHandlers(deps: Deps): Handlers<typeof apiTokenEndpoints> {
  return {
    listApiTokens: async () => ({ tokens: await listApiTokens(deps.db) }),
    createApiToken: ({ body }, context) => {
      const { userId } = requireCaller(context);
      return createApiToken(deps, { ...body, makerId: userId, actorId: userId });
    },
    revokeApiToken: async ({ params }, context) => {
      await revokeApiToken(deps, params.id, requireCaller(context).userId);
      return {};
    },
  };
}
