import type { channelOrderEndpoints } from '@reprise/contract/sales/channel-orders';
import { importOf } from '../../foundations/spreadsheets/checked-import.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { listShortSales, readChannelOrder } from './channel-orders.queries.ts';
import { confirmSale } from './confirm-sale.ts';
import { offersFile, shipmentsFile } from './file-channels.ts';
import { importChannelOrders } from './import-orders.ts';
import { resendShipment } from './send-shipments.ts';
import type { SoldDeps } from './store-sold-order.ts';

export function channelOrderHandlers(deps: SoldDeps): Handlers<typeof channelOrderEndpoints> {
  const { db } = deps;
  return {
    getChannelOrder: async ({ params }) => ({ channelOrder: await readChannelOrder(db, params.id) }),
    resendShipment: async ({ params }) => {
      const { orderId } = await readChannelOrder(db, params.id);
      await resendShipment(deps, orderId);
      return { channelOrder: await readChannelOrder(db, orderId) };
    },
    confirmChannelSale: async ({ params }, context) => {
      const { orderId } = await readChannelOrder(db, params.id);
      await confirmSale(deps, orderId, requireCaller(context).userId);
      return { channelOrder: await readChannelOrder(db, orderId) };
    },
    listShortSales: ({ query = {} }) => listShortSales(db, query),
    getOffersFile: ({ params }) => offersFile(deps, params.id),
    importChannelOrders: async ({ params, query }, context) => ({
      import: await importChannelOrders(deps, params.id, importOf(query, context)),
    }),
    getShipmentsFile: ({ params }) => shipmentsFile(deps, params.id),
  };
}
