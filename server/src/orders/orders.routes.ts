import type { orderEndpoints } from '@reprise/contract/orders';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../platform/deps.ts';
import type { CallContext, Handlers } from '../platform/endpoint.ts';
import { addOrderEvent } from './add-order-event.ts';
import { changeStatus } from './change-status.ts';
import { findOrderFor } from './order-access.ts';
import { listAllOrders, listOwnOrders, readOrder } from './orders.queries.ts';
import { placeOrder } from './place-order.ts';
import { trackOrder } from './tracking.queries.ts';

export function orderHandlers(deps: Deps): Handlers<typeof orderEndpoints> {
  const { db, secret } = deps;
  return {
    placeOrder: async ({ body }, { caller, idempotencyKey }) =>
      placeOrder(deps, { userId: caller?.userId ?? null, order: body, idempotencyKey }),
    listOwnOrders: async ({ query = {} }, context) => listOwnOrders(db, userIdOf(context), query),
    listAllOrders: async ({ query = {} }) => listAllOrders(db, query),
    getOrder: async ({ params }, context) => {
      const { id } = await findOrderFor(db, secret, context, params.id);
      return { order: await readOrder(db, id) };
    },
    changeOrderStatus: async ({ params, body }, context) => ({
      order: await changeStatus(deps, params.id, body, userIdOf(context)),
    }),
    addOrderEvent: async ({ params, body }, context) => ({
      order: await addOrderEvent(deps, params.id, body, userIdOf(context)),
    }),
    trackOrder: async ({ params, query }) => trackOrder(db, params.number, query?.email),
  };
}

/** The access check lets nobody else through; this tells the compiler. */
function userIdOf({ caller }: CallContext): string {
  if (caller === null) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
  return caller.userId;
}
