import type { deviceChoiceEndpoints } from '@reprise/contract/workshop/units/device-choice';
import type { stockTakeEndpoints } from '@reprise/contract/workshop/units/stock-takes';
import type { unitEndpoints } from '@reprise/contract/workshop/units/units';
import { findBrandFamilies } from '../../catalog/products/families/brand-families.queries.ts';
import type { Deps } from '../../deps.ts';
import { assertPermission, type Handlers, hasPermission } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { assignUnits } from './assign-units.ts';
import { countSentBack } from './bench/reopen-gates.ts';
import { listDeviceChoices } from './choice/device-choice.queries.ts';
import { exportUnits } from './export-units.ts';
import { findModels, listProductsOfModel } from './model.queries.ts';
import { listUnitsForSale, moveUnits, placeUnits, printUnitLabels } from './move-units.ts';
import { receiveUnit, undoReceiveUnit } from './receive-unit.ts';
import { scanCode } from './scan-code.ts';
import { stockTakeHandlers } from './stock-take/stock-takes.routes.ts';
import { findUnitDetail } from './unit.queries.ts';
import { countUnits, listUnitFilterChoices, listUnits } from './unit-list.queries.ts';
import { setUnitIdentifier, updateUnit } from './update-unit.ts';

export function unitHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'alerts' | 'jobs' | 'shortages' | 'environment' | 'search'>,
): Handlers<typeof unitEndpoints & typeof deviceChoiceEndpoints & typeof stockTakeEndpoints> {
  return {
    ...stockTakeHandlers(deps),
    listDeviceChoices: ({ params }) => listDeviceChoices(deps.db, params.id),
    listUnits: ({ query }, context) => {
      const caller = requireCaller(context);
      if (query?.belowCost || query?.costUnknown) assertPermission(caller, 'costs.see');
      return listUnits(deps, query ?? {}, caller.userId);
    },
    countUnits: (_input, context) => countUnits(deps.db, requireCaller(context).userId),
    listUnitFilterChoices: () => listUnitFilterChoices(deps.db),
    exportUnits: ({ query }, context) => {
      if (query?.belowCost || query?.costUnknown) assertPermission(requireCaller(context), 'costs.see');
      return exportUnits(deps, query ?? {});
    },
    scanCode: async ({ query }) => ({ result: await scanCode(deps, query?.code ?? '') }),
    findModels: async ({ query }) => ({ models: await findModels(deps.db, query?.search ?? '') }),
    listBrandFamilies: ({ query }) =>
      findBrandFamilies(deps.db, { brand: query?.brand ?? '', name: query?.name ?? '' }),
    listProductsOfModel: async ({ query }) => ({
      products: await listProductsOfModel(deps.db, query?.model ?? ''),
    }),
    getUnit: ({ params }) => findUnitDetail(deps.db, params.id),
    previewKindChange: async ({ params }) => ({ sentBack: await countSentBack(deps.db, params.id) }),
    receiveUnit: async ({ body }, context) => ({
      unit: await receiveUnit(deps, body, requireCaller(context).userId, context.idempotencyKey),
    }),
    undoReceiveUnit: async ({ params }, context) => ({
      unit: await undoReceiveUnit(deps, params.id, requireCaller(context).userId),
    }),
    moveUnits: async ({ body }, context) => ({
      outcomes: await moveUnits(deps, body, {
        actorId: requireCaller(context).userId,
        canWaive: hasPermission(context.caller, 'units.waive'),
      }),
    }),
    listUnitsForSale: async ({ body }, context) => ({
      outcomes: await listUnitsForSale(deps, body, requireCaller(context).userId),
    }),
    assignUnits: async ({ body }, context) => ({
      outcomes: await assignUnits(deps, body, requireCaller(context).userId),
    }),
    placeUnits: async ({ body }, context) => ({
      outcomes: await placeUnits(deps, body, requireCaller(context).userId),
    }),
    printUnitLabels: async ({ body }, context) => ({
      units: await printUnitLabels(deps, body.ids, requireCaller(context).userId),
    }),
    updateUnit: ({ params, body }, context) => updateUnit(deps, params.id, body, requireCaller(context)),
    setUnitIdentifier: ({ params, body }, context) =>
      setUnitIdentifier(deps, params.id, body, requireCaller(context).userId),
  };
}
