import type { repairEndpoints } from '@reprise/contract/workshop/units/repairs';
import type { Deps } from '../../../deps.ts';
import { type Handlers, hasPermission } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { findUnit } from '../unit.queries.ts';
import { addPart } from './add-part.ts';
import { closeRepair, openRepair } from './change-repair.ts';
import { listRepairs } from './repair.queries.ts';

export function repairHandlers(deps: Pick<Deps, 'db' | 'now'>): Handlers<typeof repairEndpoints> {
  const read = async (id: string, seesCosts: boolean) => ({
    unit: await findUnit(deps.db, id),
    repairs: await listRepairs(deps.db, id, seesCosts),
  });
  return {
    listRepairs: async ({ params }, { caller }) => ({
      repairs: await listRepairs(deps.db, params.id, hasPermission(caller, 'costs.see')),
    }),
    openRepair: async ({ params, body }, context) => {
      const id = await openRepair(deps, params.id, body, requireCaller(context).userId);
      return read(id, hasPermission(context.caller, 'costs.see'));
    },
    addPart: async ({ params, body }, context) => {
      const id = await addPart(deps, params.id, body, {
        actorId: requireCaller(context).userId,
        key: context.idempotencyKey,
        canWaive: hasPermission(context.caller, 'units.waive'),
      });
      return read(id, hasPermission(context.caller, 'costs.see'));
    },
    closeRepair: async ({ params, body }, context) => {
      const id = await closeRepair(deps, params.id, body, requireCaller(context).userId);
      return read(id, hasPermission(context.caller, 'costs.see'));
    },
  };
}
