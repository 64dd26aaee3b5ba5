import { Problem } from '@reprise/contract/problem';
import type { lotEndpoints } from '@reprise/contract/workshop/lots/lots';
import type { Deps } from '../../deps.ts';
import { type CallContext, type Handlers, hasPermission } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { readUnitCosts } from '../units/intake/unit-costs.ts';
import { exportClaimSheet } from './claim-sheet.ts';
import { closeLot } from './costs/close-lot.ts';
import { addLotCost, readLotCosts } from './costs/lot-costs.ts';
import { setUnitCost } from './costs/set-unit-cost.ts';
import { compareGrades, findLot, listLots, listOpenLots } from './lot.queries.ts';
import { applyManifest } from './manifest/apply-manifest.ts';
import {
  assignManifestColumns,
  assignManifestModel,
  deleteManifest,
  exportRejectedManifestRows,
  getManifest,
  receiveManifest,
} from './manifest/manifests.ts';
import { removeExpectedUnits } from './remove-expected-units.ts';
import { createLot, type LotActor, updateLot } from './save-lot.ts';
import { createSupplier, listSuppliers, updateSupplier } from './suppliers.ts';

const seesCosts = (context: CallContext) => hasPermission(context.caller, 'costs.see');
const actorOf = (context: CallContext) => requireCaller(context).userId;
const lotActorOf = (context: CallContext): LotActor => ({
  actorId: actorOf(context),
  seesCosts: seesCosts(context),
});

export function lotHandlers(deps: Pick<Deps, 'db' | 'now'>): Handlers<typeof lotEndpoints> {
  const { db } = deps;
  return {
    listSuppliers: ({ query }) => listSuppliers(db, query ?? {}),
    createSupplier: async ({ body }, context) => ({
      supplier: await createSupplier(deps, body, actorOf(context)),
    }),
    updateSupplier: async ({ params, body }, context) => ({
      supplier: await updateSupplier(deps, params.id, body, actorOf(context)),
    }),
    listLots: ({ query }, context) => listLots(db, query ?? {}, seesCosts(context)),
    listOpenLots: async () => ({ lots: await listOpenLots(db) }),
    createLot: async ({ body }, context) => ({ lot: await createLot(deps, body, lotActorOf(context)) }),
    getLot: async ({ params }, context) => {
      const lot = await findLot(db, params.id, seesCosts(context));
      return { lot, grades: await compareGrades(db, lot.id) };
    },
    updateLot: async ({ params, body }, context) => ({
      lot: await updateLot(deps, params.id, body, lotActorOf(context)),
    }),
    getManifest: async ({ params }) => ({ manifest: await getManifest(db, params.id) }),
    sendManifest: async ({ params }, context) => {
      const [file] = context.files;
      if (!file) throw new Problem('NO_FILE', 'No file was sent.');
      return { manifest: await receiveManifest(deps, params.id, file, actorOf(context)) };
    },
    assignManifestColumns: async ({ params, body }) => ({
      manifest: await assignManifestColumns(deps, params.id, body.columns),
    }),
    assignManifestModel: async ({ params, body }, context) => ({
      manifest: await assignManifestModel(deps, params.id, body, actorOf(context)),
    }),
    applyManifest: async ({ params, body }, context) => ({
      manifest: await applyManifest(deps, params.id, body, actorOf(context)),
    }),
    exportRejectedManifestRows: ({ params }) => exportRejectedManifestRows(db, params.id),
    deleteManifest: async ({ params }) => {
      await deleteManifest(deps, params.id);
      return {};
    },
    getLotCosts: ({ params }) => readLotCosts(db, params.id),
    addLotCost: ({ params, body }, context) =>
      addLotCost(deps, params.id, body, {
        actorId: actorOf(context),
        idempotencyKey: context.idempotencyKey,
      }),
    closeLot: async ({ params, body }, context) => ({
      result: await closeLot(deps, params.id, body, actorOf(context)),
    }),
    removeExpectedUnits: ({ params, body }, context) =>
      removeExpectedUnits(deps, params.id, body, actorOf(context)),
    exportClaimSheet: ({ params }, context) => exportClaimSheet(db, params.id, seesCosts(context)),
    getUnitCosts: ({ params }) => readUnitCosts(db, params.id),
    setUnitCost: ({ params, body }, context) => setUnitCost(deps, params.id, body, actorOf(context)),
  };
}
