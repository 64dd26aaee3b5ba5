import type { Order } from '@reprise/contract/sales/orders/order';
import type { orderParcelEndpoints } from '@reprise/contract/sales/orders/parcels';
import type { Deps } from '../../../deps.ts';
import type { CallContext, Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import type { RefundApprovals } from '../lifecycle/change-status.ts';
import { readOrder } from '../orders.queries.ts';
import { orderFor } from '../placement/order-for-staff.ts';
import { markParcelDelivered, takeBackParcel } from './change-parcel.ts';
import { shipParcel } from './ship-parcel.ts';

export function orderParcelHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'alerts'>,
  refundApprovals: RefundApprovals,
): Handlers<typeof orderParcelEndpoints> {
  const show = async ({ caller }: CallContext, id: string): Promise<{ order: Order }> => ({
    order: orderFor(caller, await readOrder(deps.db, id)),
  });
  return {
    shipParcel: async ({ params, body }, context) => {
      const { idempotencyKey } = context;
      const actor = { ...requireCaller(context), idempotencyKey };
      return show(context, await shipParcel({ ...deps, refundApprovals }, params.id, body, actor));
    },
    markParcelDelivered: async ({ params }, context) => {
      const { userId } = requireCaller(context);
      return show(context, await markParcelDelivered(deps, params.id, params.parcel, userId));
    },
    takeBackParcel: async ({ params }, context) => {
      const { userId } = requireCaller(context);
      return show(context, await takeBackParcel(deps, params.id, params.parcel, userId));
    },
  };
}
