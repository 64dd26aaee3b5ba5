import type { draftOrderEndpoints } from '@reprise/contract/sales/orders/draft-orders';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import type { SettleFreeOrder } from '../placement/place-order.ts';
import { cancelDraftOrder } from './cancel-draft.ts';
import { listDraftOrders, openDraftOrder, readDraftOrder } from './draft-orders.queries.ts';
import { placeDraftOrder } from './place-draft.ts';
import { createDraftOrder, updateDraftOrder } from './save-draft.ts';
import { sendDraftOrder } from './send-draft.ts';

export function draftOrderHandlers(
  deps: Deps,
  settleFreeOrder: SettleFreeOrder,
): Handlers<typeof draftOrderEndpoints> {
  const read = async (id: string) => ({ draft: await readDraftOrder(deps, id) });
  return {
    listDraftOrders: ({ query = {} }) => listDraftOrders(deps, query),
    getDraftOrder: ({ params }) => read(params.id),
    createDraftOrder: async ({ body }, context) =>
      read(await createDraftOrder(deps, body, requireCaller(context))),
    updateDraftOrder: async ({ params, body }, context) => {
      await updateDraftOrder(deps, params.id, body, requireCaller(context));
      return read(params.id);
    },
    cancelDraftOrder: async ({ params }, context) => {
      await cancelDraftOrder(deps, params.id, requireCaller(context).userId);
      return read(params.id);
    },
    sendDraftOrder: async ({ params }, context) => {
      await sendDraftOrder(deps, params.id, requireCaller(context).userId);
      return read(params.id);
    },
    openDraftOrder: async ({ body }) => ({ draft: await openDraftOrder(deps, body.token) }),
    placeDraftOrder: ({ body }, { caller }) => placeDraftOrder({ ...deps, settleFreeOrder }, body, caller),
  };
}
