import type { orderEditEndpoints } from '@reprise/contract/sales/orders/order-edits';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { changeOrderBilling } from '../../orders/edits/change-billing.ts';
import { orderFor } from '../../orders/placement/order-for-staff.ts';
import { decideExemption } from './decide-exemption.ts';
import { editOrder, previewOrderEdit } from './edit-order.ts';
import { upgradeDevice } from './upgrade-device.ts';

export function orderEditHandlers(deps: Deps): Handlers<typeof orderEditEndpoints> {
  return {
    previewOrderEdit: async ({ params, body }) => ({
      preview: await previewOrderEdit(deps, params.id, body),
    }),
    editOrder: async ({ params, body }, context) => ({
      order: await editOrder(deps, params.id, body, requireCaller(context)),
    }),
    decideExemption: async ({ params, body }, context) => ({
      order: await decideExemption(deps, params.id, body, requireCaller(context)),
    }),
    changeOrderBilling: async ({ params, body }, context) => {
      const caller = requireCaller(context);
      return { order: orderFor(caller, await changeOrderBilling(deps, params.id, body, caller.userId)) };
    },
    upgradeDevice: ({ params, body }, context) =>
      upgradeDevice(deps, params.id, body, requireCaller(context)),
  };
}
