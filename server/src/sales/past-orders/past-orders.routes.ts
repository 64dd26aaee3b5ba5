import type { pastOrderEndpoints } from '@reprise/contract/sales/past-orders';
import type { Deps } from '../../deps.ts';
import { importOf } from '../../foundations/spreadsheets/checked-import.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { importPastOrders } from './import-past-orders.ts';
import { listOwnPastOrders, listPastOrders } from './past-orders.queries.ts';

export function pastOrderHandlers(deps: Pick<Deps, 'db' | 'now'>): Handlers<typeof pastOrderEndpoints> {
  return {
    importPastOrders: async ({ query }, context) => ({
      import: await importPastOrders(deps, importOf(query, context)),
    }),
    listPastOrders: ({ query }) => listPastOrders(deps.db, query ?? {}),
    listOwnPastOrders: ({ query }, context) =>
      listOwnPastOrders(deps.db, requireCaller(context).userId, query ?? {}),
  };
}
