import type { arrivalEndpoints } from '@reprise/contract/sales/orders/arrivals';
import type { trackingEndpoints } from '@reprise/contract/workshop/units/tracking';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { readTracking, setTracking } from './set-tracking.ts';
import { type RecordArrival, takeBackDevice } from './take-back.ts';

export function trackingHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'alerts' | 'environment'>,
  recordArrival: RecordArrival,
): Handlers<typeof trackingEndpoints & typeof arrivalEndpoints> {
  return {
    takeBackDevice: ({ body }, context) =>
      takeBackDevice(deps, body, requireCaller(context).userId, recordArrival),
    getTracking: async ({ params }) => ({ tracking: await readTracking(deps.db, params.id) }),
    setTracking: async ({ params, body }, context) => ({
      tracking: await setTracking(deps, params.id, body.tracking, requireCaller(context).userId),
    }),
  };
}
