import type { stockTakeEndpoints } from '@reprise/contract/workshop/units/stock-takes';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { closeStockTake, discardStockTake } from './close-stock-take.ts';
import { countDevice, startStockTake, uncountDevice } from './count-stock-take.ts';
import { findStockTakeDetail, listStockTakes } from './stock-take.queries.ts';

export function stockTakeHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'alerts' | 'jobs' | 'shortages' | 'environment'>,
): Handlers<typeof stockTakeEndpoints> {
  return {
    listStockTakes: async () => ({ stockTakes: await listStockTakes(deps.db) }),
    startStockTake: async ({ body }, context) => ({
      stockTake: await startStockTake(deps, body.place, requireCaller(context).userId),
    }),
    getStockTake: ({ params }) => findStockTakeDetail(deps.db, params.id),
    countDevice: ({ params, body }, context) =>
      countDevice(deps, params.id, body, requireCaller(context).userId),
    uncountDevice: async ({ params }) => ({ stockTake: await uncountDevice(deps, params.id, params.unit) }),
    closeStockTake: ({ params, body }, context) =>
      closeStockTake(deps, params.id, body.missing, requireCaller(context).userId),
    discardStockTake: async ({ params }, context) => ({
      stockTake: await discardStockTake(deps, params.id, requireCaller(context).userId),
    }),
  };
}
