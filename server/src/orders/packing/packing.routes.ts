import type { packingEndpoints } from '@reprise/contract/orders/packing';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { packDevice, unpackDevice } from './pack-device.ts';
import { listPacking, readPacking } from './packing.queries.ts';

export function packingHandlers(deps: Pick<Deps, 'db' | 'now'>): Handlers<typeof packingEndpoints> {
  return {
    listPacking: ({ query }) => listPacking(deps.db, query ?? {}),
    getPacking: async ({ params }) => ({ packing: await readPacking(deps.db, params.id) }),
    packDevice: ({ params, body }, context) =>
      packDevice(deps, params.id, body, requireCaller(context).userId),
    unpackDevice: async ({ params }, context) => ({
      packing: await unpackDevice(deps, params.id, params.unit, requireCaller(context).userId),
    }),
  };
}
