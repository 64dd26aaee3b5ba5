import type { packingEndpoints } from '@reprise/contract/sales/orders/packing';
import type { pickListEndpoints } from '@reprise/contract/sales/orders/pick-list';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { packDevice, unpackDevice } from './pack-device.ts';
import { listPacking, readPacking } from './packing.queries.ts';
import { readPickList } from './pick-list.queries.ts';
import { reportMissingDevice, reportMissingItems } from './report-missing.ts';

export function packingHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'alerts' | 'environment'>,
): Handlers<typeof packingEndpoints & typeof pickListEndpoints> {
  return {
    listPacking: ({ query }) => listPacking(deps.db, query ?? {}),
    getPickList: ({ query }) => readPickList(deps.db, query?.order ?? []),
    reportMissingDevice: async ({ body }, context) => {
      await reportMissingDevice(deps, body, requireCaller(context).userId);
      return {};
    },
    reportMissingItems: async ({ params, body }, context) => {
      await reportMissingItems(deps, params.id, body.product, requireCaller(context).userId);
      return {};
    },
    getPacking: async ({ params }) => ({ packing: await readPacking(deps.db, params.id) }),
    packDevice: ({ params, body }, context) => packDevice(deps, params.id, body, requireCaller(context)),
    unpackDevice: async ({ params }, context) => ({
      packing: await unpackDevice(deps, params.id, params.unit, requireCaller(context).userId),
    }),
  };
}
