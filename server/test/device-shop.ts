import { arrivalEndpoints } from '@reprise/contract/sales/orders/arrivals';
import { packingEndpoints } from '@reprise/contract/sales/orders/packing';
import { pickListEndpoints } from '@reprise/contract/sales/orders/pick-list';
import { benchEndpoints } from '@reprise/contract/workshop/units/bench';
import { deviceChoiceEndpoints } from '@reprise/contract/workshop/units/device-choice';
import { stockTakeEndpoints } from '@reprise/contract/workshop/units/stock-takes';
import { trackingEndpoints } from '@reprise/contract/workshop/units/tracking';
import { unitEndpoints } from '@reprise/contract/workshop/units/units';
import { trackingHandlers } from '../src/sales/orders/devices/tracking.routes.ts';
import { packingHandlers } from '../src/sales/orders/packing/packing.routes.ts';
import { recordArrival } from '../src/sales/returns/receive-return.ts';
import { benchHandlers } from '../src/workshop/units/bench/bench.routes.ts';
import { unitHandlers } from '../src/workshop/units/units.routes.ts';
import { callsTo } from './call-endpoints.ts';
import type { OrderShop } from './order-shop.ts';

/** Erasure by a tool that passed, for the calls that record one. */
export const erased = {
  category: 'purge',
  method: 'Factory reset',
  tool: 'Blancco 7',
  verification: 'tool',
  result: 'passed',
};

/** Calls that track products by device, pack and move devices, as an administrator. */
export function deviceCalls({ deps }: Pick<OrderShop, 'deps'>) {
  const track = callsTo(
    { ...trackingEndpoints, ...arrivalEndpoints },
    trackingHandlers(deps, recordArrival(deps)),
  );
  const pack = callsTo({ ...packingEndpoints, ...pickListEndpoints }, packingHandlers(deps));
  const units = callsTo(
    { ...unitEndpoints, ...deviceChoiceEndpoints, ...stockTakeEndpoints },
    unitHandlers(deps),
  );
  const bench = callsTo(benchEndpoints, benchHandlers(deps));
  const as = 'admin' as const;
  return {
    setTracking: async (id: string, tracking: string) =>
      (await track('setTracking', { as, params: { id }, body: { tracking } })).tracking,
    takeBack: (code: string) => track('takeBackDevice', { as, body: { code } }),
    getTracking: async (id: string) => (await track('getTracking', { as, params: { id } })).tracking,
    packingOf: async (id: string) => (await pack('getPacking', { as, params: { id } })).packing,
    listPacking: async () => (await pack('listPacking', { as })).orders,
    pickList: (order: string[] = []) => pack('getPickList', { as, query: { order } }),
    reportMissing: (device: string, missing = true) =>
      pack('reportMissingDevice', { as, body: { device, missing } }),
    packDevice: (id: string, code: string, isNew = false) =>
      pack('packDevice', { as, params: { id }, body: { code, isNew } }),
    unpackDevice: async (id: string, unit: string) =>
      (await pack('unpackDevice', { as, params: { id, unit } })).packing,
    unitsOf: async (product: string, state?: string) =>
      (await units('listUnits', { as, query: { product, ...(state && { state }) } })).units,
    /** Erases devices and waives the other steps of the bench where it moves them to "ready". */
    moveUnits: async (body: Record<string, unknown>) => {
      const { ids, to } = body;
      if (to === 'ready') await bench('recordUnitWipes', { as, body: { ids, ...erased } });
      return (await units('moveUnits', { as, body: { reason: 'Looked at by hand', ...body } })).outcomes;
    },
    listForSale: async (ids: string[], product: string) =>
      (await units('listUnitsForSale', { as, body: { ids, product } })).outcomes,
    startStockTake: async (place: string) =>
      (await units('startStockTake', { as, body: { place } })).stockTake,
    stockTakeOf: (id: string) => units('getStockTake', { as, params: { id } }),
    count: (id: string, code: string) => units('countDevice', { as, params: { id }, body: { code } }),
    uncount: async (id: string, unit: string) =>
      (await units('uncountDevice', { as, params: { id, unit } })).stockTake,
    closeStockTake: (id: string, missing: number) =>
      units('closeStockTake', { as, params: { id }, body: { missing } }),
    discardStockTake: async (id: string) =>
      (await units('discardStockTake', { as, params: { id }, body: {} })).stockTake,
    choicesOf: async (id: string) => (await units('listDeviceChoices', { params: { id } })).devices,
    placeUnits: (ids: string[], place: string) => units('placeUnits', { as, body: { ids, place } }),
    getUnit: async (id: string) => (await units('getUnit', { as, params: { id } })).unit,
    historyOf: async (id: string) => (await units('getUnit', { as, params: { id } })).events,
    undoReceive: (id: string) => units('undoReceiveUnit', { as, params: { id }, body: {} }),
    editUnit: (id: string, body: object) => units('updateUnit', { as, params: { id }, body }),
    setIdentifier: (id: string, body: object) => units('setUnitIdentifier', { as, params: { id }, body }),
    /** `number` is an IMEI or a serial number. */
    receive: async (product: string, number?: string, lot?: string, again = false) =>
      (
        await units('receiveUnit', {
          as,
          body: {
            model: { product },
            identifiers: number ? [{ kind: /^\d{15}$/.test(number) ? 'imei' : 'serial', value: number }] : [],
            ...(lot && { lot }),
            again,
          },
        })
      ).unit,
  };
}
