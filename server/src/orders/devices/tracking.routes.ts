import type { trackingEndpoints } from '@reprise/contract/units/tracking';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { readTracking, setTracking } from './set-tracking.ts';

export function trackingHandlers(deps: Pick<Deps, 'db' | 'now'>): Handlers<typeof trackingEndpoints> {
  return {
    getTracking: async ({ params }) => ({ tracking: await readTracking(deps.db, params.id) }),
    setTracking: async ({ params, body }, context) => ({
      tracking: await setTracking(deps, params.id, body.tracking, requireCaller(context).userId),
    }),
  };
}
